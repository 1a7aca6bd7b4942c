import Testing

@testable import AuditRules

@Suite("U: what becomes of a URL string")
struct URLRuleTests {
  private func plan(_ url: String, policy: TransportPolicy = TransportPolicy()) -> FetchPlan {
    FetchPlan.make(for: payload(url: .text(url)), policy: policy)
  }

  @Test(
    "U1: Objective-C dies of a nil URL whose string has a path extension, else it is unsure",
    arguments: [
      ("https://x .com?f=a.png", "original crash", []),
      (" https://x.com/a.png", "original crash", []),
      ("https://x .com/a.png/", "original crash", []),
      ("https://x .com/a", "alt_text", ["uncertain"]),
      ("https://x .com/.png", "alt_text", ["uncertain"]),
      ("https://x .com/a.", "alt_text", ["uncertain"]),
    ])
  func nilURL(url: String, expected: String, warnings: [String]) {
    let verdict = judge(payload(url: .text(url)))
    #expect(word(verdict.current) == expected)
    #expect(verdict.current.reason == .urlUnparsable)
    #expect(words(verdict.warnings) == warnings)
    #expect(judge(payload("sfmc-swift", url: .text(url))).warnings.isEmpty)
  }

  @Test(
    "U2: strings without a scheme parse and cannot be loaded",
    arguments: [
      "movie.mp4", "//cdn/x.png", "cdn.example.com/x.png", "null", "N/A", "https//x.com/a.png",
      "https//:media.example.com/a.jpg", "/x.png", "hero banner",
    ])
  func relative(url: String) {
    #expect(plan(url).current == .settled(.urlRelative))
    #expect(plan(url).requests.isEmpty)
  }

  @Test(
    "U2: a string that is a token names its own fault, whichever parser reads it",
    arguments: [
      "{{media_url}}", "%%media%%", "${url}", "[[url]]", "<%= url %>", "{% url %}", "@url@",
      "%%=v(@heroImage)=%%", "{{ image_url }}", "{{base}}/hero.png", "img/[[hero]]",
    ])
  func token(url: String) {
    #expect(plan(url).current == .settled(.templateNotFilled))
    #expect(plan(url).old == .settled(.templateNotFilled))
    #expect(!judge(payload(url: .text(url))).warnings.contains(.templateNotFilled))
  }

  @Test("U2: on old phones a nil token still crashes Objective-C by its extension")
  func tokenOnOld() {
    let verdict = judge(payload(url: .text("{{base}}/hero.png")))
    #expect(verdict.current == Prediction(.altText, .templateNotFilled, via: .handler))
    #expect(verdict.old == Prediction(.original, .templateNotFilled, via: .crash))
  }

  @Test(
    "U2: a token inside an absolute URL is a warning",
    arguments: [
      ("https://c.com/{{hero}}.png", true), ("https://c.com/@hero@", true),
      ("https://c.com/[[hero]]/a.png", true), ("https://c.com/a.png?u=${id}", true),
      ("https://c.com/@a/b@2x.png", false), ("https://c.com/a[1].png", false),
      ("https://c.com/a[[1]].png", false), ("https://c.com/100%25%25.png", false),
      ("https://c.com/@", false), ("https://c.com/@@", false),
      ("https://c.com/[[]]", false), ("https://c.com/{}.png", false),
    ])
  func tokenInside(url: String, seen: Bool) {
    let verdict = judge(payload(url: .text(url)))
    #expect(verdict.warnings.contains(.templateNotFilled) == seen)
    #expect(verdict.current.outcome != .unknown)
  }

  @Test("U2: a token in the host gives nil")
  func tokenInHost() {
    let verdict = judge(payload(url: .text("https://{{host}}/a.png")))
    #expect(verdict.current == Prediction(.original, .urlUnparsable, via: .crash))
    #expect(words(verdict.warnings) == ["template_not_filled"])
  }

  @Test(
    "U3: schemes that load and schemes that do not",
    arguments: [
      ("HTTPS://X.COM/A.JPG", nil), ("https://x.com/a.png", nil),
      ("file:///a.png", Reason.urlIsLocalFile), ("FILE:a.png", .urlIsLocalFile),
      ("data:,x", .urlIsData), ("ftp://x.com/a.png", .urlSchemeUnsupported),
      ("blob:https://x/1", .urlSchemeUnsupported), ("localhost:8080/x.png", .urlSchemeUnsupported),
      ("cdn.example.com:443/x.png", .urlSchemeUnsupported), ("https:///a.png", .urlNoHost),
      ("https:x.com/a.png", .urlNoHost), ("https://", .urlNoHost), ("http://?", .urlNoHost),
      ("https://me@/a.png", .urlNoHost), ("https://:443/a.png", .urlNoHost),
      ("https:\\\\x.com\\a.png", .urlNoHost),
    ] as [(String, Reason?)])
  func schemes(url: String, reason: Reason?) {
    let current = plan(url).current
    if let reason { #expect(current == .settled(reason)) } else { #expect(current == .fetch(url)) }
  }

  @Test("U3: only ftp is unsure")
  func ftp() {
    #expect(words(judge(payload(url: .text("ftp://x.com/a.png"))).warnings) == ["uncertain"])
    #expect(judge(payload(url: .text("blob:https://x/1"))).warnings.isEmpty)
  }

  @Test("Old phones cannot load what only they parse")
  func oldOnly() {
    #expect(plan("https://x.com:abc/a.png").old == .settled(.urlNoHost))
    #expect(plan("https://[::1/a.png").old == .settled(.urlNoHost))
    #expect(plan("1http://x/a.png").old == .settled(.urlRelative))
  }

  @Test(
    "U4: escapes beside an invalid character are escaped again, and that is said",
    arguments: [
      ("https://x.com/a%20b c.png", "https://x.com/a%2520b%20c.png", true),
      ("https://x.com/100%.png", "https://x.com/100%25.png", false),
      ("https://x.com/a%2520b.png", "https://x.com/a%2520b.png", false),
      ("https://x.com/a b.png", "https://x.com/a%20b.png", false),
      ("https://x.com/a.png ", "https://x.com/a.png%20", false),
      ("https://x.com/a%20b.png#c d%20", "https://x.com/a%20b.png", false),
    ])
  func doubleEncoding(url: String, request: String, warned: Bool) {
    #expect(plan(url).current == .fetch(request))
    #expect(judge(payload(url: .text(url))).warnings.contains(.urlDoubleEncoded) == warned)
  }

  @Test("U4: what goes on the wire has no fragment and keeps its dot segments")
  func wire() {
    #expect(plan("https://x.com/a/../b.png#f").requests == ["https://x.com/a/../b.png"])
    #expect(plan("https://x.com/a.png?x=1#f").requests == ["https://x.com/a.png?x=1"])
    #expect(
      plan("https://straße.example/a.png").requests == ["https://xn--strae-oqa.example/a.png"])
    #expect(
      plan("https://shop_uk.example.com/a.jpg").requests == ["https://shop_uk.example.com/a.jpg"])
  }

  @Test("U5: a second request only where the strings differ or only the old parser asks")
  func requests() {
    #expect(plan(pictureURL).requests == [pictureURL])
    let brackets = plan("https://x.com/a[1].png")
    #expect(brackets.requests == ["https://x.com/a%5B1%5D.png", "https://x.com/a[1].png"])
    #expect(plan("https://x.com/a b.png").requests == ["https://x.com/a%20b.png"])
    #expect(plan("http://8.8.8.8/a.png").current == .settled(.ipAddressHost))
    #expect(plan("http://8.8.8.8/a.png").requests == ["http://8.8.8.8/a.png"])
    #expect(FetchPlan.make(for: payload(url: .absent), policy: .init()).requests.isEmpty)
  }

  @Test("U5: each request is judged by its own facts")
  func ownFacts() {
    let verdict = judge(payload(url: .text("https://x.com/a[1].png"))) { url in
      facts(url, status: url.contains("[") ? 404 : 200)
    }
    #expect(verdict.current == Prediction(.media, .ok, via: .handler))
    #expect(verdict.old == Prediction(.altText, .httpStatus, via: .handler))
    #expect(verdict.shows == "Tap here")
  }

  @Test("U5: the second prediction is empty when it is the same", arguments: columns)
  func same(id: String) {
    #expect(judge(payload(id)).old == nil)
    #expect(judge(payload(id, url: .text("https://x.com/a[1].png"))).old == nil)
  }

  @Test("A plan out of the cache is the plan itself, also when the cache is full")
  func cache() {
    var cache = PlanCache(policy: TransportPolicy(), capacity: 2)
    for number in [1, 2, 3, 1, 2, 3, 3] {
      let sent = payload(url: .text("https://x.com/\(number).png"))
      #expect(cache.plan(for: sent) == FetchPlan.make(for: sent, policy: TransportPolicy()))
    }
    #expect(cache.plan(for: payload(url: .absent)).current == .settled(.noMediaURL))
    #expect(cache.plan(for: payload(url: .text(""))).old == .settled(.mediaURLEmpty))
    #expect(cache.plan(for: payload(url: .notText)).current == .settled(.mediaURLNotText))
  }

  @Test("A plan made by hand is judged by its request")
  func madeByHand() {
    let plan = FetchPlan(current: .fetch(pictureURL), old: .fetch(pictureURL))
    let evidence = Evidence(
      payload: payload(), plan: plan, factsForCurrent: facts(), auditTime: auditTime)
    #expect(Verdict.of(evidence).current.outcome == .media)
  }
}
