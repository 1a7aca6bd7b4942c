import Testing

@testable import AuditRules

@Suite("N: the rename")
struct LocalNameTests {
  @Test(
    "N1...N4b: tails that cannot be moved to",
    arguments: [
      ("", Reason.nameMissing), ("/", .nameMissing), ("//", .nameMissing),
      ("?f=a.png", .nameMissing),
      ("/%2F", .nameMissing), ("/a%2Fb.png", .nameHasSlash), ("/%2E%2E%2Fb.png", .nameHasSlash),
      ("/%FF.png", .nameMissing), ("/caf%E9.jpg", .nameMissing), ("/a%00b.png", .nameInvalid),
      ("/" + String(repeating: "a", count: 224) + ".png", .nameTooLong),
      ("/" + String(repeating: "%C3%B6", count: 112) + ".png", .nameTooLong),
    ])
  func failures(tail: String, reason: Reason) {
    let url = "https://cdn.example.com" + tail
    #expect(LocalName(ofRequest: url).failure == reason)
    for (id, cell) in zip(
      columns, ["alt_text", "alt_text", "alt_text", "original", "original", "media"])
    {
      let verdict = judge(payload(id, url: .text(url)))
      #expect(word(verdict.current) == cell, "\(id)")
      if id != "mapp" {
        #expect(verdict.current.reason == reason)
        #expect(verdict.localName.isEmpty)
        #expect(verdict.fileExtension.isEmpty)
        // N4b rests on inference alone; what N4 adds on old phones has its own test.
        if reason == .nameInvalid { #expect(verdict.warnings.contains(.uncertain)) }
        if reason == .nameTooLong { #expect(verdict.warnings.isEmpty) }
      }
    }
  }

  @Test("N3: 227 bytes fit, whatever their escaped length")
  func longest() {
    let fits = String(repeating: "a", count: 223) + ".png"
    #expect(fits.utf8.count == 227)
    #expect(LocalName(ofRequest: "https://x.com/" + fits).failure == nil)
    let escaped = String(repeating: "%C3%B6", count: 111) + "a.png"
    #expect(LocalName(ofRequest: "https://x.com/" + escaped).failure == nil)
    #expect(LocalName(ofRequest: "https://x.com/" + fits + "?x=1").name.utf8.count == 255)
  }

  @Test("N4: escapes that are no UTF-8 kill old Objective-C, which is only inferred")
  func componentIsNil() {
    let url = Payload.Field.text("https://x.com/%FF.png")
    let expected = [
      "original crash", "alt_text", "alt_text", "original", "original crash", "media",
    ]
    for (id, cell) in zip(columns, expected) {
      let verdict = judge(payload(id, url: url))
      #expect(oldWord(verdict) == cell, "\(id)")
      #expect(verdict.warnings.contains(.uncertain) == cell.hasSuffix("crash"), "\(id)")
    }
  }

  @Test(
    "N5...N8: names without an extension that the system knows",
    arguments: [
      ("/a/", "tmpa"), ("/image", "tmpimage"), ("/png", "tmppng"), ("/img?f=a.png", "tmpimg"),
      ("/a.jpg;v=1", "jpg;v=1"), ("/a.jpg%3Fx", "jpg?x"), ("/a.png.", ""), ("/a.jpg%20", ""),
      ("/1200/630", "tmp630"), ("/..", ""),
    ])
  func notRecognised(tail: String, fileExtension: String) {
    let verdict = judge(payload(url: .text("https://x.com" + tail)))
    #expect(verdict.current == Prediction(.altText, .typeNotRecognised, via: .handler))
    #expect(verdict.fileExtension == fileExtension)
  }

  @Test(
    "N7, N9: names that work",
    arguments: [
      ("/.png", ".png"), ("/a:b.png", "a:b.png"), ("/a.tar.png", "a.tar.png"), ("/a.PNG", "a.PNG"),
      ("/a.png?x=1", "a.png"), ("/a.png#f", "a.png"), ("/a%2520b.png", "a%20b.png"),
      ("/a%20b.png", "a b.png"), ("/b.gif/../a.png", "a.png"), ("/a.png/", "a.png"),
    ])
  func works(tail: String, component: String) {
    let verdict = judge(payload(url: .text("https://x.com" + tail)))
    #expect(verdict.current == Prediction(.media, .ok, via: .handler))
    #expect(verdict.localName == "CFNetworkDownload_XXXXXX.tmp" + component)
    #expect(verdict.fileExtension == "png")
  }

  @Test("mapp's name is always the same")
  func mapp() {
    let verdict = judge(payload("mapp", url: .text("https://x.com/Images/Primary"))) {
      facts($0, type: "image/jpeg")
    }
    #expect(verdict.current == Prediction(.media, .ok, via: .handler))
    #expect(verdict.localName == "CFNetworkDownload_XXXXXX.tmp.jpg")
    #expect(verdict.fileExtension == "jpg")
    #expect(verdict.warnings.isEmpty)
  }

  @Test("What stops the extension before the rename is the reason")
  func precedence() {
    let nameless = payload(url: .text("https://x.com/"))
    #expect(judge(nameless) { facts($0, status: 404) }.current.reason == .httpStatus)
    #expect(judge(nameless) { failed(.dnsNotFound, $0) }.current.reason == .dnsNotFound)
    #expect(judge(nameless) { facts($0, bytes: 0) }.current.reason == .nameMissing)
  }
}
