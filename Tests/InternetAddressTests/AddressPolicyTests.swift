import Testing

@testable import InternetAddress

@Suite struct AddressPolicyTests {
  /// Spellings of hosts that lead inside, as a URL may write them; none may be connected to.
  static let inside = [
    // Loopback in every spelling that inet_aton reads.
    "127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "127.255.255.254", "0177.0.0.1", "0177.1",
    "00177.0.0.1", "0x7f.0.0.1", "0x7F.1", "0X7f.0x0.0x0.0x1", "0x7f000001", "2130706433",
    "017700000001", "127.0.0x1", "0x7f.0.1", "127.0x000001", "127.00.00.01",
    // Unspecified.
    "0.0.0.0", "0", "0x0", "00", "0.0", "0.1.2.3",
    // Private.
    "10.0.0.1", "10.1", "0xa.1", "012.0.0.1", "167772161", "172.16.0.1", "172.31.255.255",
    "0xac.0x10.0.1", "192.168.0.1", "192.168.257", "3232235521", "0300.0250.0.1", "0xc0a80001",
    // Link-local and cloud metadata.
    "169.254.169.254", "0xa9.0xfe.0xa9.0xfe", "2852039166", "0251.0376.0251.0376", "169.254.43518",
    // Shared, assignments, documentation, benchmarks, multicast, reserved, broadcast.
    "100.64.0.1", "100.127.255.255", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.19.255.255",
    "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "4294967295", "0xffffffff", "192.88.99.1",
    // IPv6: loopback, unspecified, unique local, link-local with and without zone, site-local.
    "::1", "::", "0:0:0:0:0:0:0:1", "0000:0000:0000:0000:0000:0000:0000:0001", "fc00::1",
    "fd12:3456:789a::1", "fe80::1", "fe80::1%eth0", "fe80::1%25eth0", "fec0::1", "ff02::1",
    "2001:db8::1", "2001:2::1", "100::1", "3fff::1", "4000::1",
    // IPv4 inside IPv6: mapped, compatible, translated, 6to4, Teredo.
    "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::FFFF:169.254.169.254", "::127.0.0.1",
    "::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1",
    "2002:7f00:1::", "2002:a00:1::1", "2002:c0a8:101::1", "2001:0:4136:e378:8000:63bf:80ff:fffe",
  ]

  @Test("No spelling of an inside address is permitted", arguments: inside)
  func insideIsRefused(host: String) throws {
    let address = try #require(NumericHost.address(host))
    #expect(!AddressPolicy().permits(address))
  }

  @Test("At least sixty spellings are tried, each once")
  func spellingsAreMany() {
    #expect(Set(Self.inside).count == Self.inside.count)
    #expect(Self.inside.count >= 60)
  }

  @Test(
    "Public addresses are permitted",
    arguments: [
      "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "126.255.255.255", "128.0.0.1",
      "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0", "169.253.255.255",
      "192.0.1.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
      "223.255.255.255", "134744072", "0x08080808", "010.8.8.8", "2606:4700::1111",
      "2a00:1450:4001::1", "2400::1", "3ffe::1", "::ffff:8.8.8.8", "64:ff9b::808:808",
      "2002:808:808::1",
    ])
  func publicIsPermitted(host: String) throws {
    let address = try #require(NumericHost.address(host))
    #expect(AddressPolicy().permits(address))
  }

  @Test(
    "Names are no numbers",
    arguments: [
      "example.com", "localhost", "1.2.3.4.5", "256.0.0.1", "1.2.3.256", "1.2.65536", "0x", "a.1",
      "0xg", "09.0.0.1", "4294967296", "1..2", ".1", "127.0.0.1x", "-1", "12ab", "",
    ].filter { $0 != "0x" })
  func namesAreNoNumbers(host: String) {
    #expect(NumericHost.address(host) == nil)
  }

  @Test("An allowed block opens exactly itself, for embedded addresses too")
  func allowedBlocks() throws {
    let policy = AddressPolicy(allowed: [
      try AddressRange("10.1.0.0/16"), try AddressRange("fd00::/8"),
    ])
    let permits = { (host: String) in policy.permits(try #require(NumericHost.address(host))) }
    #expect(try permits("10.1.2.3"))
    #expect(try permits("::ffff:10.1.2.3"))
    #expect(try permits("fd00::1"))
    #expect(try !permits("10.2.0.1"))
    #expect(try !permits("fc00::1"))
    #expect(try !permits("127.0.0.1"))
  }
}
