import InternetAddress
import Testing

@testable import AuditRules

@Suite("T: transport")
struct TransportTests {
  private func refusal(
    _ url: String, _ generation: PhoneGeneration = .current, policy: TransportPolicy = .init()
  ) -> Reason? {
    policy.refusal(of: url, on: generation)
  }

  @Test(
    "T1: http needs an exception, unqualified names and .local do not",
    arguments: [
      ("http://cdn.example.com/a.png", .httpNotSecure, .httpNotSecure),
      ("HTTP://CDN.EXAMPLE.COM./a.png", .httpNotSecure, .httpNotSecure),
      ("https://cdn.example.com/a.png", nil, nil),
      ("http://intranet/a.png", nil, nil), ("http://printer.local/a.png", nil, nil),
      ("http://printer.LOCAL./a.png", nil, nil),
      ("http://notlocal.example/a.png", .httpNotSecure, .httpNotSecure),
      ("http://8.8.8.8/a.png", .ipAddressHost, nil),
      ("http://134744072/a.png", .ipAddressHost, nil),
      ("http://[2606:4700::1111]/a.png", .ipAddressHost, nil),
      ("http://10.0.0.1/a.png", .ipAddressHost, .addressNotPublic),
      ("https://8.8.8.8/a.png", nil, nil),
    ] as [(String, Reason?, Reason?)])
  func appTransportSecurity(url: String, current: Reason?, old: Reason?) {
    #expect(refusal(url) == current)
    #expect(refusal(url, .old) == old)
  }

  @Test("T1: the app's exceptions let http by")
  func exceptions() {
    let all = TransportPolicy(allowsHTTP: true)
    #expect(refusal("http://cdn.example.com/a.png", policy: all) == nil)
    #expect(refusal("http://8.8.8.8/a.png", policy: all) == nil)
    #expect(refusal("http://10.0.0.1/a.png", policy: all) == .addressNotPublic)
    let one = TransportPolicy(httpHosts: ["CDN.example.com"])
    #expect(refusal("http://cdn.example.com:8080/a.png", policy: one) == nil)
    #expect(refusal("http://www.cdn.example.com/a.png", policy: one) == .httpNotSecure)
  }

  @Test("T1: what policy stops is not fetched, and old phones may differ")
  func stopped() {
    let verdict = judge(payload(url: .text("http://cdn.example.com/a.png")))
    #expect(verdict.current == Prediction(.altText, .httpNotSecure, via: .handler))
    #expect(verdict.old == nil)
    #expect(verdict.localName.isEmpty)
    let address = judge(payload(url: .text("http://8.8.8.8/a.png")))
    #expect(address.current == Prediction(.altText, .ipAddressHost, via: .handler))
    #expect(address.old == Prediction(.media, .ok, via: .handler))
  }

  @Test(
    "T7c: an address that is written out and not public is a transport error",
    arguments: [
      "https://127.0.0.1/a.png", "https://0x7f.1/a.png", "https://2130706433/a.png",
      "https://192.168.1.1/a.png", "https://100.64.0.1/a.png", "https://169.254.169.254/a.png",
      "https://[::1]/a.png", "https://[::ffff:10.0.0.1]/a.png", "https://[fd00::1]/a.png",
      "https://[64:ff9b::7f00:1]/a.png",
    ])
  func literalAddress(url: String) {
    let verdict = judge(payload(url: .text(url)))
    #expect(verdict.current == Prediction(.altText, .addressNotPublic, via: .handler))
  }

  @Test("T7c: an allowed address is fetched")
  func allowedAddress() throws {
    let range = try AddressRange("127.0.0.0/8")
    let policy = TransportPolicy(addresses: AddressPolicy(allowed: [range]))
    #expect(refusal("https://127.0.0.1/a.png", policy: policy) == nil)
    #expect(refusal("https://10.0.0.1/a.png", policy: policy) == .addressNotPublic)
  }

  @Test("T7c: a name that leads to such an address is not known, a redirect to one is an error")
  func nameToAddress() {
    let name = judge(payload()) { failed(.addressNotPublic, $0) }
    #expect(name.current == Prediction(.unknown, .addressNotPublic, via: nil))
    #expect(name.shows.isEmpty)
    let redirected = judge(payload()) { url in
      facts(url, status: nil) {
        $0.failure = .addressNotPublic
        $0.hops = [.init(url: url, status: 302), .init(url: "https://10.0.0.1/a.png", status: nil)]
      }
    }
    #expect(redirected.current == Prediction(.altText, .addressNotPublic, via: .handler))
  }

  @Test(
    "T2, T7, T7c: faults are transport errors, and only a missing intermediate is unsure",
    arguments: [
      Reason.dnsNotFound, .dnsFailure, .connectFailed, .tlsUntrusted, .tlsIncompleteChain,
      .tlsExpired, .tlsWrongHost, .tlsTooOld, .tlsWeak, .tlsFailed, .connectionLost, .badResponse,
      .contentDecodingFailed, .tooManyRedirects, .redirectNotSecure, .redirectSchemeUnsupported,
    ])
  func faults(reason: Reason) {
    let verdict = judge(payload()) { failed(reason, $0) }
    #expect(verdict.current == Prediction(.altText, reason, via: .handler))
    #expect(words(verdict.warnings) == (reason == .tlsIncompleteChain ? ["uncertain"] : []))
    #expect(judge(payload("mapp")) { failed(reason, $0) }.current.outcome == .original)
  }

  @Test(
    "W: what the audit could not find out is unknown",
    arguments: [Reason.rateLimited, .proxyFailed, .auditOffline, .notChecked])
  func unknown(reason: Reason) {
    let verdict = judge(payload()) { failed(reason, $0) }
    #expect(verdict.current == Prediction(.unknown, reason, via: nil))
    #expect(verdict.old == nil)
  }

  @Test("W: without facts nothing is known")
  func notFetched() {
    #expect(judge(payload()) { _ in nil }.current == Prediction(.unknown, .notChecked, via: nil))
    let empty = judge(payload()) { facts($0, status: nil) }
    #expect(empty.current == Prediction(.unknown, .notChecked, via: nil))
  }

  @Test("T3: redirects are warned of, and each hop is held to the policy of its phones")
  func redirects() {
    func verdict(_ target: String) -> Verdict {
      judge(payload()) { url in
        facts(url) {
          $0.hops = [.init(url: url, status: 302), .init(url: target, status: 200)]
          $0.finalURL = target
        }
      }
    }
    let good = verdict("https://raw.example.com/x")
    #expect(good.current == Prediction(.media, .ok, via: .handler))
    #expect(words(good.warnings) == ["redirected"])
    // The local name comes from the original URL.
    #expect(good.fileExtension == "png")
    #expect(verdict("http://raw.example.com/x").current.reason == .redirectNotSecure)
    #expect(verdict("ftp://raw.example.com/x").current.reason == .redirectSchemeUnsupported)
    #expect(verdict("https:///x").current.reason == .redirectSchemeUnsupported)
    let address = verdict("http://8.8.8.8/x")
    #expect(address.current == Prediction(.altText, .redirectNotSecure, via: .handler))
    #expect(address.old == Prediction(.media, .ok, via: .handler))
  }

  @Test(
    "T3, T8: a 3xx without a usable target is the final answer",
    arguments: [
      (301, Reason.redirectWithoutTarget), (302, .redirectWithoutTarget),
      (303, .redirectWithoutTarget), (307, .redirectWithoutTarget), (308, .redirectWithoutTarget),
      (300, .httpStatus), (304, .httpStatus), (305, .httpStatus), (306, .httpStatus),
      (199, .httpStatus), (400, .httpStatus), (404, .httpStatus), (500, .httpStatus),
    ])
  func finalRedirect(status: Int, reason: Reason) {
    for failure in [nil, reason == .redirectWithoutTarget ? reason : nil] {
      func answer(_ url: String) -> MediaFacts {
        facts(url, type: "text/html", status: status) { $0.failure = failure }
      }
      let verdict = judge(payload(), facts: answer)
      #expect(verdict.current == Prediction(.altText, reason, via: .handler))
      #expect(
        judge(payload("mapp"), facts: answer).current == Prediction(.blank, reason, via: .handler))
    }
  }

  @Test("T8: 200 to 299 are success", arguments: [200, 203, 206, 299])
  func success(status: Int) {
    #expect(judge(payload()) { facts($0, status: status) }.current.outcome == .media)
  }

  @Test("T8: 204 and 205 are success with an empty file", arguments: [204, 205], columns)
  func emptySuccess(status: Int, id: String) {
    let verdict = judge(payload(id)) {
      facts($0, type: "application/x-empty", bytes: 0, status: status)
    }
    #expect(verdict.current == Prediction(.blank, .emptyBody, via: .handler))
  }

  @Test(
    "T6: from 20 s a download is slow, from 29 s the system does not wait",
    arguments: [
      (19.99, "media", []), (20.0, "media", ["slow"]), (28.99, "media", ["slow"]),
      (29.0, "alt_text expiry", []), (60.0, "alt_text expiry", []),
    ])
  func time(total: Double, expected: String, warnings: [String]) {
    let verdict = judge(payload()) { facts($0) { $0.timing.total = total } }
    #expect(word(verdict.current) == expected)
    #expect(words(verdict.warnings) == warnings)
    if verdict.current.via == .expiry { #expect(verdict.current.reason == .tooSlow) }
  }

  @Test("T6: the limit is the caller's, and a late fault is too slow too")
  func limit() {
    let short = judge(payload(), timeLimit: 5) { facts($0) { $0.timing.total = 5 } }
    #expect(short.current == Prediction(.altText, .tooSlow, via: .expiry))
    let late = judge(payload()) {
      facts($0) {
        $0.failure = .connectFailed
        $0.timing.total = 30
      }
    }
    #expect(late.current.reason == .tooSlow)
  }

  @Test(
    "T6: what 3 Mbit/s cannot bring in time needs a fast network",
    arguments: [(10_874_999, false), (10_875_000, true)])
  func fastNetwork(bytes: Int, warned: Bool) {
    let url = "https://x.com/a.mp4"
    let verdict = judge(payload(url: .text(url))) { facts($0, type: "video/mp4", bytes: bytes) }
    #expect(verdict.warnings.contains(.needsFastNetwork) == warned)
  }

  @Test("T5: the decoded size is compared with the limit, the size on the wire with the network")
  func contentCoding() {
    let verdict = judge(payload(url: .text("https://x.com/a.mp4"))) {
      facts($0, type: "video/mp4", bytes: 12_000_000) { $0.wireBytes = 1000 }
    }
    #expect(verdict.warnings.isEmpty)
    let large = judge(payload()) { facts($0, bytes: 11_000_000) { $0.wireBytes = 1000 } }
    #expect(large.current.reason == .tooLarge)
  }

  @Test("T7b: a body over the ceiling is too large, unsure when no length was declared")
  func ceiling() {
    func verdict(_ id: String, _ url: String, _ length: Int?, status: Int = 200) -> Verdict {
      judge(payload(id, url: .text(url))) {
        facts($0, type: "video/mp4", bytes: nil, status: status) {
          $0.failure = .tooLarge
          $0.declaredLength = length
        }
      }
    }
    let movie = "https://x.com/a.mp4"
    let declared = verdict("sfmc-objc", movie, 60_000_000)
    #expect(declared.current == Prediction(.altText, .tooLarge, via: .handler))
    #expect(words(declared.warnings) == [])
    #expect(words(verdict("sfmc-objc", movie, nil).warnings) == ["uncertain"])
    #expect(word(verdict("sfmc-swift-2017", movie, nil).current) == "original crash")
    // What stops the extension earlier is the reason.
    #expect(verdict("sfmc-objc", "https://x.com/a.zip", nil).current.reason == .typeNotRecognised)
    #expect(verdict("sfmc-objc", movie, nil, status: 404).current.reason == .httpStatus)
    #expect(verdict("mapp", movie, nil, status: 404).current.reason == .tooLarge)
  }

  @Test("T9: a success on a later try is flaky, a lasting fault is not")
  func flaky() {
    #expect(words(judge(payload()) { facts($0) { $0.attempts = 2 } }.warnings) == ["flaky"])
    #expect(judge(payload()) { facts($0) { $0.attempts = 1 } }.warnings.isEmpty)
    #expect(judge(payload()) { facts($0, status: 503) { $0.attempts = 3 } }.warnings.isEmpty)
    let lost = judge(payload()) { url in
      var lost = failed(.connectFailed, url)
      lost.attempts = 3
      return lost
    }
    #expect(lost.warnings.isEmpty)
  }
}
