import Testing

@testable import AuditRules

/// Cells in the order of `columns`: sfmc-objc, 2017, sfmc-swift, SDK Swift, SDK Objective-C, mapp.
private let error: [Outcome] = [.altText, .altText, .altText, .original, .original, .original]

@Suite("T1, T3, T7c: what becomes of a payload that the policy stops")
struct PolicyOutcomeTests {
  @Test(
    "A URL that is stopped before the request is a transport error, and nothing is downloaded",
    arguments: [
      ("http://cdn.example.com/a.png", Reason.httpNotSecure),
      ("https://10.0.0.1/a.png", .addressNotPublic), ("https://[::1]/a.png", .addressNotPublic),
    ])
  func stopped(url: String, reason: Reason) {
    for (id, outcome) in zip(columns, error) {
      let sent = payload(id, url: .text(url))
      #expect(FetchPlan.make(for: sent, policy: TransportPolicy()).requests.isEmpty)
      let verdict = judge(sent)
      #expect(verdict.current == Prediction(outcome, reason, via: .handler), "\(id)")
      #expect(verdict.old == nil, "\(id)")
      #expect(verdict.localName.isEmpty, "\(id)")
      #expect(verdict.warnings.isEmpty, "\(id)")
    }
  }

  @Test("An address over http is blocked on current phones and shown on old ones")
  func address() {
    for (id, outcome) in zip(columns, error) {
      let sent = payload(id, url: .text("http://8.8.8.8/a.png"))
      let plan = FetchPlan.make(for: sent, policy: TransportPolicy())
      #expect(plan.requests == ["http://8.8.8.8/a.png"])
      let verdict = judge(sent)
      #expect(verdict.current == Prediction(outcome, .ipAddressHost, via: .handler), "\(id)")
      #expect(verdict.old == Prediction(.media, .ok, via: .handler), "\(id)")
      let private10 = judge(payload(id, url: .text("http://10.0.0.1/a.png")))
      #expect(private10.current == Prediction(outcome, .ipAddressHost, via: .handler), "\(id)")
      #expect(private10.old == Prediction(outcome, .addressNotPublic, via: .handler), "\(id)")
    }
  }

  @Test("With the app's exception the picture is shown on both", arguments: columns)
  func excepted(id: String) {
    for policy in [
      TransportPolicy(allowsHTTP: true), TransportPolicy(httpHosts: ["cdn.example.com"]),
    ] {
      let verdict = judge(payload(id, url: .text("http://cdn.example.com/a.png")), policy: policy)
      #expect(verdict.current == Prediction(.media, .ok, via: .handler))
      #expect(verdict.old == nil)
    }
    let address = judge(
      payload(id, url: .text("http://8.8.8.8/a.png")), policy: TransportPolicy(allowsHTTP: true))
    #expect(address.current == Prediction(.media, .ok, via: .handler))
    #expect(address.old == nil)
  }

  @Test(
    "A name that leads to a non-public address may be public elsewhere: unknown", arguments: columns
  )
  func name(id: String) {
    let verdict = judge(payload(id)) { failed(.addressNotPublic, $0) }
    #expect(verdict.current == Prediction(.unknown, .addressNotPublic, via: nil))
    #expect(verdict.old == nil)
    #expect(verdict.shows.isEmpty)
  }

  typealias Target = (url: String, current: Reason?, old: Reason?)

  static let targets: [Target] = [
    ("https://y.com/a.png", nil, nil), ("HTTPS://8.8.8.8/a.png", nil, nil),
    ("http://y.com/a.png", .redirectNotSecure, .redirectNotSecure),
    ("http://intranet/a.png", nil, nil), ("http://printer.local/a.png", nil, nil),
    ("http://8.8.8.8/a.png", .redirectNotSecure, nil),
    ("http://10.0.0.1/a.png", .redirectNotSecure, .addressNotPublic),
    ("https://10.0.0.1/a.png", .addressNotPublic, .addressNotPublic),
    ("https://[fd00::1]/a.png", .addressNotPublic, .addressNotPublic),
    ("ftp://y.com/a.png", .redirectSchemeUnsupported, .redirectSchemeUnsupported),
    ("file:///a.png", .redirectSchemeUnsupported, .redirectSchemeUnsupported),
    ("data:,x", .redirectSchemeUnsupported, .redirectSchemeUnsupported),
    ("itms-apps://y.com/a.png", .redirectSchemeUnsupported, .redirectSchemeUnsupported),
    ("about:blank", .redirectSchemeUnsupported, .redirectSchemeUnsupported),
  ]

  @Test("T3: T1 and U3 hold for the target of a redirect", arguments: targets)
  func redirect(target: Target) {
    let policy = TransportPolicy()
    #expect(policy.refusal(ofRedirectTo: target.url, on: .current) == target.current)
    #expect(policy.refusal(ofRedirectTo: target.url, on: .old) == target.old)
  }

  @Test("T3: exceptions of the app hold for targets too")
  func redirectExcepted() {
    let all = TransportPolicy(allowsHTTP: true)
    #expect(all.refusal(ofRedirectTo: "http://y.com/a.png") == nil)
    #expect(all.refusal(ofRedirectTo: "http://8.8.8.8/a.png") == nil)
    #expect(all.refusal(ofRedirectTo: "http://10.0.0.1/a.png") == .addressNotPublic)
    #expect(all.refusal(ofRedirectTo: "ftp://y.com/a.png") == .redirectSchemeUnsupported)
    let one = TransportPolicy(httpHosts: ["y.com"])
    #expect(one.refusal(ofRedirectTo: "http://Y.com/a.png") == nil)
    #expect(one.refusal(ofRedirectTo: "http://z.com/a.png") == .redirectNotSecure)
  }

  @Test("T3: a chain is judged hop by hop, each generation by its own policy", arguments: targets)
  func chain(target: Target) {
    for (id, outcome) in zip(columns, error) {
      for places in [
        [target.url], ["https://y.com/b", target.url], [target.url, "https://y.com/b"],
      ] {
        let verdict = judge(payload(id)) { url in
          facts(url) { facts in
            let rest = places.map { MediaFacts.Hop(url: $0, status: 302) }
            facts.hops = [.init(url: url, status: 302)] + rest
            facts.hops[facts.hops.count - 1].status = 200
          }
        }
        func expected(_ reason: Reason?) -> Prediction {
          Prediction(reason == nil ? .media : outcome, reason ?? .ok, via: .handler)
        }
        #expect(verdict.current == expected(target.current), "\(id)")
        #expect((verdict.old ?? verdict.current) == expected(target.old), "\(id)")
        #expect((verdict.old == nil) == (target.current == target.old), "\(id)")
        #expect(verdict.warnings.contains(.redirected), "\(id)")
        #expect(!verdict.warnings.contains(.uncertain), "\(id)")
      }
    }
  }

  @Test(
    "T3: redirects that cannot be followed are transport errors",
    arguments: [
      Reason.tooManyRedirects, .redirectNotSecure, .redirectSchemeUnsupported,
    ])
  func refused(reason: Reason) {
    for (id, outcome) in zip(columns, error) {
      let verdict = judge(payload(id)) { failed(reason, $0) }
      #expect(verdict.current == Prediction(outcome, reason, via: .handler), "\(id)")
    }
  }

  @Test(
    "T3: a redirect without target is the final answer, a status like any other",
    arguments: [
      (301, Reason.redirectWithoutTarget), (302, .redirectWithoutTarget),
      (303, .redirectWithoutTarget), (307, .redirectWithoutTarget), (308, .redirectWithoutTarget),
      (300, .httpStatus), (304, .httpStatus), (305, .httpStatus), (306, .httpStatus),
      (199, .httpStatus), (400, .httpStatus), (500, .httpStatus),
    ])
  func withoutTarget(status: Int, reason: Reason) {
    for (id, outcome) in zip(columns, error) {
      let page = judge(payload(id)) { facts($0, type: "text/html", status: status) }
      // mapp looks at the bytes alone.
      let expected: Outcome = id == "mapp" ? .blank : outcome
      #expect(page.current == Prediction(expected, reason, via: .handler), "\(id)")
    }
    let picture = judge(payload("mapp")) { facts($0, type: "image/jpeg", status: status) }
    #expect(picture.current == Prediction(.media, .ok, via: .handler))
    #expect(picture.warnings == [.errorStatus])
  }
}
