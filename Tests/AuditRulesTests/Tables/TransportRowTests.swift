import Testing

@testable import AuditRules

/// The row "transport error, ATS, redirects, relative URL, bad scheme" of table O, and its neighbours.
@Suite("The transport row (O, T)")
struct TransportRowTests {
  struct Ending: Sendable {
    var profile: String
    var outcome: String
  }

  static let endings = [
    Ending(profile: "sfmc-objc", outcome: "alt_text"),
    Ending(profile: "sfmc-swift-2017", outcome: "alt_text"),
    Ending(profile: "sfmc-swift", outcome: "alt_text"),
    Ending(profile: "sfmc-sdk-swift", outcome: "original"),
    Ending(profile: "sfmc-sdk-objc", outcome: "original"),
    Ending(profile: "mapp", outcome: "original"),
  ]

  static let faults = [
    "dns_not_found", "dns_failure", "connect_failed", "tls_untrusted", "tls_incomplete_chain",
    "tls_expired", "tls_wrong_host", "tls_too_old", "tls_weak", "tls_failed", "connection_lost",
    "bad_response", "content_decoding_failed", "too_many_redirects", "redirect_not_secure",
    "redirect_scheme_unsupported",
  ]

  @Test("Every fault of the network ends alike", arguments: faults, endings)
  func fault(_ word: String, _ ending: Ending) throws {
    let reason = try #require(Reason(rawValue: word))
    let rig = Rig(url: "https://c.com/a.jpg", profile: ending.profile)
    let verdict = try rig.verdict(Rig.failing(reason))
    #expect(verdict.current.line == "\(ending.outcome) via handler: \(word)")
    #expect(verdict.old == nil)
    // T2: Apple's platforms may find the missing intermediate.
    #expect(verdict.words == (word == "tls_incomplete_chain" ? "uncertain" : ""))
  }

  @Test(
    "What is never requested ends alike",
    arguments: [
      ("movie.mp4", "url_relative", ""), ("{{url}}", "template_not_filled", ""),
      ("blob:https://c.com/a", "url_scheme_unsupported", ""),
      ("ftp://c.com/a.jpg", "url_scheme_unsupported", "uncertain"),
      ("https:///a.jpg", "url_no_host", ""), ("http://c.com/a.jpg", "http_not_secure", ""),
      ("https://10.0.0.1/a.jpg", "address_not_public", ""),
    ], endings)
  func settled(_ url: (text: String, reason: String, warnings: String), _ ending: Ending) throws {
    let verdict = try Rig(url: url.text, profile: ending.profile).verdict(nil)
    #expect(verdict.current.line == "\(ending.outcome) via handler: \(url.reason)")
    // U1: what old Objective-C does with a string that it cannot parse is inferred.
    let isInferred = url.text == "{{url}}" && ending.profile == "sfmc-objc"
    #expect(verdict.words == (isInferred ? "uncertain" : url.warnings))
    #expect(verdict.localName == "")
    #expect(verdict.fileExtension == "")
  }

  @Test(
    "A redirect is judged hop by hop (T3)",
    arguments: [
      ("http://c.com/a.jpg", "redirect_not_secure"),
      ("ftp://c.com/a.jpg", "redirect_scheme_unsupported"),
      ("file:///a.jpg", "redirect_scheme_unsupported"),
      ("https:///a.jpg", "redirect_scheme_unsupported"),
      ("https://192.168.1.1/a.jpg", "address_not_public"),
    ], endings)
  func redirect(_ target: (url: String, reason: String), _ ending: Ending) throws {
    let verdict = try Rig(url: "https://c.com/a.jpg", profile: ending.profile).verdict {
      $0.hops = [.init(url: $0.url, status: 302), .init(url: target.url, status: nil)]
    }
    #expect(verdict.current.line == "\(ending.outcome) via handler: \(target.reason)")
    #expect(verdict.words == "redirected")
  }

  @Test("A redirect to an address over http is allowed on old phones alone (T1, T3, U5)")
  func redirectToAddress() throws {
    let verdict = try Rig(url: "https://c.com/a.jpg").verdict {
      $0.hops = [
        .init(url: $0.url, status: 301), .init(url: "http://93.184.216.34/a.jpg", status: 200),
      ]
    }
    #expect(verdict.current.line == "alt_text via handler: redirect_not_secure")
    #expect(verdict.old?.line == "media via handler: ok")
  }

  @Test("A redirect to a safe URL is followed, and the name is that of the first URL (T3)")
  func followed() throws {
    let verdict = try Rig(url: "https://c.com/a.jpg").verdict {
      $0.hops = [.init(url: $0.url, status: 301), .init(url: "https://d.com/x", status: 200)]
      $0.finalURL = "https://d.com/x"
    }
    #expect(verdict.current.line == "media via handler: ok")
    #expect(verdict.localName == "CFNetworkDownload_XXXXXX.tmpa.jpg")
    #expect(verdict.words == "redirected")
  }
}
