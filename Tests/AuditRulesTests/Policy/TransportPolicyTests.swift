import InternetAddress
import Testing

@testable import AuditRules

@Suite("T1, T7c: what is let by before a connection is opened")
struct TransportPolicyTests {
  typealias Answer = (url: String, current: Reason?, old: Reason?)

  /// Without any exception.
  static let strict: [Answer] = [
    ("https://cdn.example.com/a.png", nil, nil),
    ("HTTPS://8.8.8.8/a.png", nil, nil),
    ("https://[2606:4700::1111]/a.png", nil, nil),
    ("http://cdn.example.com/a.png", .httpNotSecure, .httpNotSecure),
    ("HTTP://CDN.EXAMPLE.COM/a.png", .httpNotSecure, .httpNotSecure),
    ("http://cdn.example.com:443/a.png", .httpNotSecure, .httpNotSecure),
    ("http://cdn.example.com./a.png", .httpNotSecure, .httpNotSecure),
    ("http://user:p@cdn.example.com/a.png", .httpNotSecure, .httpNotSecure),
    // Five numbers are a name, and so is what only begins like an address.
    ("http://1.2.3.4.5/a.png", .httpNotSecure, .httpNotSecure),
    ("http://8.8.8.8.example.com/a.png", .httpNotSecure, .httpNotSecure),
    // Unqualified names and .local are exempt.
    ("http://intranet/a.png", nil, nil), ("http://intranet:8080/a.png", nil, nil),
    ("http://localhost/a.png", nil, nil), ("http://localhost./a.png", nil, nil),
    ("http://printer.local/a.png", nil, nil), ("http://PRINTER.LOCAL/a.png", nil, nil),
    ("http://a.b.local/a.png", nil, nil), ("http://printer.local./a.png", nil, nil),
    ("http://mylocal.example/a.png", .httpNotSecure, .httpNotSecure),
    ("http://printer.local.example/a.png", .httpNotSecure, .httpNotSecure),
    ("http://notlocal.xlocal/a.png", .httpNotSecure, .httpNotSecure),
    // Addresses over http: since iOS 17.
    ("http://8.8.8.8/a.png", .ipAddressHost, nil),
    ("http://8.8.8.8:80/a.png", .ipAddressHost, nil),
    ("http://[2606:4700::1111]/a.png", .ipAddressHost, nil),
    ("http://134744072/a.png", .ipAddressHost, nil),
    ("http://10.0.0.1/a.png", .ipAddressHost, .addressNotPublic),
    ("http://[::1]/a.png", .ipAddressHost, .addressNotPublic),
    // T7c: literal addresses that are not public, however they are spelt.
    ("https://10.0.0.1/a.png", .addressNotPublic, .addressNotPublic),
    ("https://127.0.0.1:8443/a.png", .addressNotPublic, .addressNotPublic),
    ("https://127.1/a.png", .addressNotPublic, .addressNotPublic),
    ("https://2130706433/a.png", .addressNotPublic, .addressNotPublic),
    ("https://0x7f.0.0.1/a.png", .addressNotPublic, .addressNotPublic),
    ("https://0177.0.0.1/a.png", .addressNotPublic, .addressNotPublic),
    ("https://127.0.0.1./a.png", .addressNotPublic, .addressNotPublic),
    ("https://169.254.169.254/a.png", .addressNotPublic, .addressNotPublic),
    ("https://192.168.1.1/a.png", .addressNotPublic, .addressNotPublic),
    ("https://172.31.255.255/a.png", .addressNotPublic, .addressNotPublic),
    ("https://172.32.0.1/a.png", nil, nil),
    ("https://100.64.0.1/a.png", .addressNotPublic, .addressNotPublic),
    ("https://0.0.0.0/a.png", .addressNotPublic, .addressNotPublic),
    ("https://224.0.0.1/a.png", .addressNotPublic, .addressNotPublic),
    ("https://255.255.255.255/a.png", .addressNotPublic, .addressNotPublic),
    ("https://[::]/a.png", .addressNotPublic, .addressNotPublic),
    ("https://[::1]:8443/a.png", .addressNotPublic, .addressNotPublic),
    ("https://[fe80::1]/a.png", .addressNotPublic, .addressNotPublic),
    ("https://[fd00::1]/a.png", .addressNotPublic, .addressNotPublic),
    ("https://[::ffff:10.0.0.1]/a.png", .addressNotPublic, .addressNotPublic),
    ("https://[64:ff9b::a00:1]/a.png", .addressNotPublic, .addressNotPublic),
    ("https://[::ffff:8.8.8.8]/a.png", nil, nil),
  ]

  @Test("Without an exception", arguments: strict)
  func withoutException(answer: Answer) {
    let policy = TransportPolicy()
    #expect(policy.refusal(of: answer.url, on: .current) == answer.current)
    #expect(policy.refusal(of: answer.url, on: .old) == answer.old)
  }

  /// Arbitrary loads let http by to every host, but make no address public.
  static let arbitrary: [Answer] = [
    ("http://cdn.example.com/a.png", nil, nil), ("http://8.8.8.8/a.png", nil, nil),
    ("http://[2606:4700::1111]/a.png", nil, nil),
    ("http://10.0.0.1/a.png", .addressNotPublic, .addressNotPublic),
    ("http://[::1]/a.png", .addressNotPublic, .addressNotPublic),
    ("https://10.0.0.1/a.png", .addressNotPublic, .addressNotPublic),
  ]

  @Test("With arbitrary loads (--allow-http)", arguments: arbitrary)
  func withArbitraryLoads(answer: Answer) {
    let policy = TransportPolicy(allowsHTTP: true)
    #expect(policy.refusal(of: answer.url, on: .current) == answer.current)
    #expect(policy.refusal(of: answer.url, on: .old) == answer.old)
  }

  static let excepted: [Answer] = [
    ("http://cdn.example.com/a.png", nil, nil), ("http://CDN.example.COM:8080/a.png", nil, nil),
    ("http://cdn.example.com./a.png", nil, nil),
    ("http://example.com/a.png", .httpNotSecure, .httpNotSecure),
    ("http://a.cdn.example.com/a.png", .httpNotSecure, .httpNotSecure),
    ("http://xcdn.example.com/a.png", .httpNotSecure, .httpNotSecure),
    ("http://img.example.com/a.png", nil, nil),
    ("http://xn--strae-oqa.example/a.png", nil, nil),
    ("http://8.8.4.4/a.png", nil, nil), ("http://8.8.8.8/a.png", .ipAddressHost, nil),
    ("http://[2606:4700::1111]/a.png", nil, nil),
    ("http://10.0.0.1/a.png", .addressNotPublic, .addressNotPublic),
  ]

  @Test(
    "With exceptions for hosts (--allow-http-host), however they are spelt", arguments: excepted)
  func withExceptions(answer: Answer) {
    let policy = TransportPolicy(httpHosts: [
      "Cdn.Example.com", "img.example.com.", "STRAßE.example", "8.8.4.4", "[2606:4700::1111]",
      "10.0.0.1",
    ])
    #expect(policy.refusal(of: answer.url, on: .current) == answer.current)
    #expect(policy.refusal(of: answer.url, on: .old) == answer.old)
  }

  @Test("Allowed addresses are reached, but over http only by old phones")
  func allowedAddresses() throws {
    let allowed = AddressPolicy(allowed: [try AddressRange("10.0.0.0/8"), try AddressRange("::1")])
    let policy = TransportPolicy(addresses: allowed)
    #expect(policy.refusal(of: "https://10.9.8.7/a.png") == nil)
    #expect(policy.refusal(of: "https://[::1]/a.png") == nil)
    #expect(policy.refusal(of: "https://11.0.0.1/a.png") == nil)
    #expect(policy.refusal(of: "https://127.0.0.1/a.png") == .addressNotPublic)
    #expect(policy.refusal(of: "http://10.9.8.7/a.png", on: .current) == .ipAddressHost)
    #expect(policy.refusal(of: "http://10.9.8.7/a.png", on: .old) == nil)
  }

  @Test("Which hosts are written as addresses that the public network cannot reach")
  func notPublic() {
    let policy = TransportPolicy()
    for url in ["https://10.0.0.1/a.png", "https://[::1]/", "http://127.1", "https://0x7f.1/a"] {
      #expect(policy.isNotPublicAddress(url), "\(url)")
    }
    for url in ["https://8.8.8.8/a.png", "https://localhost/", "https://10.example/a", "a.png"] {
      #expect(!policy.isNotPublicAddress(url), "\(url)")
    }
  }
}
