import Testing

@testable import AuditRules

@Suite("U2: relative strings and unfilled tokens")
struct TokenTests {
  private func plan(_ url: String) -> FetchPlan {
    FetchPlan.make(for: payload(url: .text(url)), policy: TransportPolicy())
  }

  @Test(
    "A string that holds a token of any kind names it as its fault, on both generations",
    arguments: [
      "{{url}}", "{{}}}", "%%url%%", "${url}", "[[url]]", "<%url%>", "{%url%}", "@url@",
      "a{{b}}c", "a%%b%%c", "a${b}c", "a<%b%>c", "a{%b%}c", "img/[[b]]/c", "img/@b@",
      "[[img/hero]]", "@img/hero@",
      "//cdn.example.com/{{hero}}.png", "{{host}}/a.png", "/{{path}}",
    ])
  func tokens(text: String) {
    #expect(plan(text).current == .settled(.templateNotFilled))
    #expect(plan(text).old == .settled(.templateNotFilled))
  }

  @Test(
    "What only looks like a token is a relative string",
    arguments: [
      "a{{b", "a}}b{{", "%%", "%%%%", "${", "$}{", "<%", "%>a<%", "{%", "a[[b]]", "[[b]]c", "[b]",
      "[[]]", "@b", "b@", "@@", "@", "a@b@c", "/@a/b@2x.png", "@a/b@2x.png", "{url}", "$url",
      "<url>", "[url]", "a%20b%20c",
    ])
  func innocent(text: String) {
    #expect(plan(text).current == .settled(.urlRelative))
    // The old parser may give nil instead, but never names a token.
    #expect(plan(text).old != .settled(.templateNotFilled))
  }

  @Test("A token on its own falls back as a relative string does, in every profile")
  func profiles() {
    let outcomes: [Outcome] = [.altText, .altText, .altText, .original, .original, .original]
    for (id, outcome) in zip(columns, outcomes) {
      for text in ["{{url}}", "movie.mp4"] {
        let verdict = judge(payload(id, url: .text(text)))
        let reason: Reason = text == "movie.mp4" ? .urlRelative : .templateNotFilled
        #expect(verdict.current == Prediction(outcome, reason, via: .handler), "\(id) \(text)")
        #expect(verdict.old == nil, "\(id) \(text)")
        #expect(!verdict.warnings.contains(.templateNotFilled), "\(id) \(text)")
      }
    }
  }

  @Test("U1: a token with a path extension, nil to old phones, kills Objective-C there alone")
  func tokenWithExtension() {
    for id in columns {
      let verdict = judge(payload(id, url: .text("{{base}}/hero.png")))
      #expect(verdict.current.via == .handler, "\(id)")
      let crash = Prediction(.original, .templateNotFilled, via: .crash)
      #expect(verdict.old == (id == "sfmc-objc" ? crash : nil), "\(id)")
    }
  }

  /// `request` is what current phones ask for; nil: nothing, the parser gives nil.
  static let inside: [(text: String, request: String?)] = [
    ("https://c.com/{{hero}}.png", "https://c.com/%7B%7Bhero%7D%7D.png"),
    ("https://c.com/%%hero%%.png", "https://c.com/%25%25hero%25%25.png"),
    ("https://c.com/${hero}.png", "https://c.com/$%7Bhero%7D.png"),
    ("https://c.com/<%hero%>.png", "https://c.com/%3C%25hero%25%3E.png"),
    ("https://c.com/{%hero%}.png", "https://c.com/%7B%25hero%25%7D.png"),
    ("https://c.com/[[hero]]", "https://c.com/%5B%5Bhero%5D%5D"),
    ("https://c.com/@hero@/a.png", "https://c.com/@hero@/a.png"),
    ("https://c.com/a.png?id={{id}}", "https://c.com/a.png?id=%7B%7Bid%7D%7D"),
    ("https://{{host}}/a.png", nil),
    ("https://%%host%%/a.png", nil),
    ("https://<%host%>/a.png", nil),
  ]

  @Test("A token inside an absolute URL is a warning and no reason", arguments: inside)
  func absolute(text: String, request: String?) {
    let made = plan(text)
    #expect(made.current == request.map(FetchPlan.Route.fetch) ?? .settled(.urlUnparsable))
    #expect(made.old != .settled(.templateNotFilled))
    let verdict = judge(payload("sfmc-swift", url: .text(text))) { facts($0, status: 404) }
    #expect(verdict.warnings.contains(.templateNotFilled))
    #expect(verdict.current.reason == (request == nil ? .urlUnparsable : .httpStatus))
  }

  @Test(
    "Absolute URLs of honest characters carry no such warning",
    arguments: [
      "https://c.com/@a/b@2x.png", "https://c.com/@a@b/c.png", "https://me@c.com/a@2x.png",
      "https://c.com/a[[b]].png", "https://c.com/a.png?q=@b@", "https://c.com/{a}.png",
      "https://c.com/a%20%20b.png", "https://c.com/$a.png", "https://c.com/@@/a.png",
    ])
  func honest(text: String) {
    #expect(!judge(payload(url: .text(text))).warnings.contains(.templateNotFilled))
  }
}
