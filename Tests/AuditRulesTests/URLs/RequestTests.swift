import Testing

@testable import AuditRules

@Suite("U4, U5: what is requested, and by whom")
struct RequestTests {
  private func plan(_ url: String) -> FetchPlan {
    FetchPlan.make(for: payload(url: .text(url)), policy: TransportPolicy())
  }

  /// The old parser's request is nil where it gives nil.
  static let requests: [(text: String, current: String, old: String?)] = [
    ("https://x.com/a.png", "https://x.com/a.png", "https://x.com/a.png"),
    // Fragments stay behind, whatever they hold.
    ("https://x.com/a.png#f", "https://x.com/a.png", "https://x.com/a.png"),
    ("https://x.com/a.png#", "https://x.com/a.png", "https://x.com/a.png"),
    ("https://x.com/a#b#c.png", "https://x.com/a", nil),
    ("https://x.com/a.png?q=1#f?g", "https://x.com/a.png?q=1", "https://x.com/a.png?q=1"),
    ("https://x.com#f", "https://x.com", "https://x.com"),
    // Dot segments stay as they are.
    ("https://x.com/a/../b.png", "https://x.com/a/../b.png", "https://x.com/a/../b.png"),
    ("https://x.com/./a.png", "https://x.com/./a.png", "https://x.com/./a.png"),
    ("https://x.com/a/..", "https://x.com/a/..", "https://x.com/a/.."),
    ("https://x.com//a//b.png", "https://x.com//a//b.png", "https://x.com//a//b.png"),
    // Blanks at the end are part of the name.
    ("https://x.com/a.png ", "https://x.com/a.png%20", nil),
    ("https://x.com/a.png\n", "https://x.com/a.png%0A", nil),
    ("https://x.com/a.png\r\n", "https://x.com/a.png%0D%0A", nil),
    // Escapes keep their letters; invalid characters are escaped.
    ("https://x.com/%c3%a9.png", "https://x.com/%c3%a9.png", "https://x.com/%c3%a9.png"),
    ("https://x.com/é.png", "https://x.com/%C3%A9.png", nil),
    ("https://x.com/a.png?q=é", "https://x.com/a.png?q=%C3%A9", nil),
    ("https://x.com/a%2", "https://x.com/a%252", nil),
    // The two ask for different strings.
    ("https://x.com/a[1].png", "https://x.com/a%5B1%5D.png", "https://x.com/a[1].png"),
    ("https://x.com/a.png?s[]=1", "https://x.com/a.png?s%5B%5D=1", "https://x.com/a.png?s[]=1"),
    // Hosts: letters stay, other alphabets become ASCII.
    ("HTTPS://X.Com/A.JPG", "HTTPS://X.Com/A.JPG", "HTTPS://X.Com/A.JPG"),
    ("https://straße.example/a.png", "https://xn--strae-oqa.example/a.png", nil),
    ("https://MÜLLER.example/a.png", "https://xn--mller-kva.example/a.png", nil),
    ("https://日本.example/a.png", "https://xn--wgv71a.example/a.png", nil),
    ("https://a_b.example/a.png", "https://a_b.example/a.png", "https://a_b.example/a.png"),
    ("https://x.com:8443/a.png", "https://x.com:8443/a.png", "https://x.com:8443/a.png"),
    ("https://x.com:/a.png", "https://x.com:/a.png", "https://x.com:/a.png"),
    ("https://u:p@x.com/a.png", "https://u:p@x.com/a.png", "https://u:p@x.com/a.png"),
  ]

  @Test("Each generation requests its own parser's string", arguments: requests)
  func request(text: String, current: String, old: String?) {
    let made = plan(text)
    #expect(made.current == .fetch(current))
    #expect(made.old == old.map(FetchPlan.Route.fetch) ?? .settled(.urlUnparsable))
    // U5: a second download only where the string differs.
    #expect(made.requests == (old == nil || old == current ? [current] : [current, old ?? ""]))
  }

  @Test(
    "Escapes that are escaped again are said",
    arguments: [
      ("https://x.com/a%20b c.png", "https://x.com/a%2520b%20c.png", true),
      ("https://x.com/%41%zz.png", "https://x.com/%2541%25zz.png", true),
      ("https://x.com/a%2520b c.png", "https://x.com/a%252520b%20c.png", true),
      ("https://x.com/a.png?u=a%20b|", "https://x.com/a.png?u=a%2520b%7C", true),
      ("https://x.com/é%C3%A9.png", "https://x.com/%C3%A9%25C3%25A9.png", true),
      // What the fragment holds does not count.
      ("https://x.com/a%20b c.png#%2520#f", "https://x.com/a%2520b%20c.png", true),
      // Each component is looked at by itself.
      ("https://x.com/a%20b.png?q= ", "https://x.com/a%20b.png?q=%20", false),
      ("https://x.com/a b.png?q=%20", "https://x.com/a%20b.png?q=%20", false),
      ("https://x.com/a.png#%20 ", "https://x.com/a.png", false),
      // Nothing was escaped before.
      ("https://x.com/100% b.png", "https://x.com/100%25%20b.png", false),
      ("https://x.com/a%2520b.png", "https://x.com/a%2520b.png", false),
      ("https://x.com/a%25.png", "https://x.com/a%25.png", false),
      ("https://x.com/a%20b.png", "https://x.com/a%20b.png", false),
    ])
  func doubleEncoding(text: String, request: String, warned: Bool) {
    #expect(plan(text).current == .fetch(request))
    for id in columns {
      let verdict = judge(payload(id, url: .text(text))) { facts($0) }
      #expect(verdict.warnings.contains(.urlDoubleEncoded) == warned, "\(id)")
    }
  }

  @Test(
    "How often an escape was escaped is counted",
    arguments: [
      ("", 0), ("%", 0), ("%2", 0), ("%25", 0), ("%20", 0), ("%252", 0), ("%25zz", 0),
      ("%2520", 1), ("%252520", 2), ("%25252520", 3), ("%2525", 1), ("a%2541b%2542", 2),
      ("%25%25", 0),
    ])
  func repeated(text: String, count: Int) {
    #expect(PercentCoding.repeatedEscapes(Array(text.utf8)[...]) == count)
  }

  @Test("U5: the three old columns are filled together where any differs", arguments: columns)
  func different(id: String) {
    // Same outcome on both: only the reason differs (old phones fetch and get 404).
    let verdict = judge(payload(id, url: .text("http://8.8.8.8/p/hero.png"))) {
      facts($0, type: "text/html", status: 404)
    }
    #expect(verdict.current.reason == .ipAddressHost)
    #expect(verdict.old?.reason == .httpStatus)
    #expect(verdict.old?.via == .handler)
  }

  @Test("U5: each generation is judged by the facts of its own request", arguments: columns)
  func ownFacts(id: String) {
    let hasAlt = payload(id).profile.altKey != nil
    let lost: Prediction =
      id == "mapp"
      ? Prediction(.blank, .emptyBody, via: .handler)
      : Prediction(hasAlt ? .altText : .original, .dnsNotFound, via: .handler)
    func answer(_ url: String, isLost: Bool) -> MediaFacts {
      guard isLost else { return facts(url) }
      return id == "mapp" ? facts(url, bytes: 0) : failed(.dnsNotFound, url)
    }
    let text = "https://x.com/a[1].png"
    let oldLost = judge(payload(id, url: .text(text))) { answer($0, isLost: $0 == text) }
    #expect(oldLost.current == Prediction(.media, .ok, via: .handler))
    #expect(oldLost.old == lost)
    let currentLost = judge(payload(id, url: .text(text))) { answer($0, isLost: $0 != text) }
    #expect(currentLost.current == lost)
    #expect(currentLost.old == Prediction(.media, .ok, via: .handler))
  }
}
