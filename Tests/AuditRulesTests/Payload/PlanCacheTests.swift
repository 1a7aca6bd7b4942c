import Testing

@testable import AuditRules

/// Plans that are remembered by their URL string (U4).
@Suite("Plan cache")
struct PlanCacheTests {
  private static func payload(_ url: String) throws -> Payload {
    try Decoding.payload(#"{"aps":{},"_mediaUrl":"\#(url)"}"#)
  }

  @Test("URLs that differ only by Unicode normalisation are different URLs")
  func normalisation() throws {
    let pairs = [
      ("https://c.com/\u{E9}.png", "https://c.com/%C3%A9.png"),
      ("https://c.com/e\u{301}.png", "https://c.com/e%CC%81.png"),
      ("https://c.com/\u{212B}.png", "https://c.com/%E2%84%AB.png"),
      ("https://c.com/\u{C5}.png", "https://c.com/%C3%85.png"),
      // Marks in another order, with as many bytes.
      ("https://c.com/q\u{307}\u{323}.png", "https://c.com/q%CC%87%CC%A3.png"),
      ("https://c.com/q\u{323}\u{307}.png", "https://c.com/q%CC%A3%CC%87.png"),
    ]
    var cache = PlanCache(policy: TransportPolicy())
    // Twice: made, then out of memory.
    for (url, request) in pairs + pairs {
      #expect(cache.plan(for: try Self.payload(url)).requests == [request])
    }
  }

  @Test("A full cache keeps its first plans and still plans what a new one does")
  func full() throws {
    var cache = PlanCache(policy: TransportPolicy(), capacity: 2)
    for round in 0..<3 {
      // More than the places for late ones: some push others out.
      for number in 0..<600 {
        #expect(cache.count <= 2)
        let request = "https://c.com/\(number).png"
        #expect(cache.plan(for: try Self.payload(request)).requests == [request], "\(round)")
      }
    }
  }

  @Test("Without a URL there is nothing to remember, and the policy is the cache's own")
  func special() throws {
    var cache = PlanCache(policy: TransportPolicy(allowsHTTP: true))
    #expect(cache.plan(for: try Self.payload("")).current == .settled(.mediaURLEmpty))
    #expect(cache.plan(for: try Decoding.payload(#"{"aps":{}}"#)).current == .settled(.noMediaURL))
    let number = try Decoding.payload(#"{"aps":{},"_mediaUrl":5}"#)
    #expect(cache.plan(for: number).current == .settled(.mediaURLNotText))
    let plan = cache.plan(for: try Self.payload("http://c.com/a.png"))
    #expect(plan.requests == ["http://c.com/a.png"])
  }

  @Test("Texts are equal and hash alike byte by byte")
  func exactText() {
    #expect(ExactText("a\u{E9}") == ExactText("a\u{E9}"))
    #expect(ExactText("\u{E9}") != ExactText("e\u{301}"))
    // As many bytes, and equal to Swift's String.
    #expect(ExactText("q\u{307}\u{323}") != ExactText("q\u{323}\u{307}"))
    #expect(ExactText("a") != ExactText("ab"))
    #expect(Set([ExactText("\u{E9}"), ExactText("e\u{301}"), ExactText("\u{E9}")]).count == 2)
  }
}
