import Testing

@testable import InternetAddress

@Suite struct AddressRangeTests {
  @Test(
    "A block holds its addresses and no others",
    arguments: [
      ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
      ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
      ("0.0.0.0/0", "200.1.2.3", true), ("0.0.0.0/0", "::1", false),
      ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::", false),
      ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
      ("::/0", "ffff::", true), ("2001:db8::1:0/112", "2001:db8::1:ffff", true),
      ("2001:db8::1:0/112", "2001:db8::2:0", false),
    ])
  func membership(block: String, address: String, isInside: Bool) throws {
    let range = try AddressRange(block)
    #expect(range.contains(try #require(IPAddress(address))) == isInside)
  }

  @Test(
    "A text that is no block is refused with a sentence that quotes it",
    arguments: [
      "", "/", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.1/8", "10/8",
      "fd00::/129", "fd00::1/8", "localhost", "10.0.0.0/8/8", "10.0.0.0 /8", "0x7f.0.0.1",
    ])
  func nonsense(text: String) {
    let error = #expect(throws: AddressRange.Invalid.self) { try AddressRange(text) }
    #expect(error?.description.contains("'\(text)'") == true)
  }

  @Test("A block with bits beyond its prefix is refused with the block that was meant")
  func suggestion() {
    let error = #expect(throws: AddressRange.Invalid.self) { try AddressRange("10.1.2.3/8") }
    #expect(error?.description.contains("10.0.0.0/8") == true)
  }

  @Test(
    "Addresses are written in their canonical form",
    arguments: [
      ("127.0.0.1", "127.0.0.1"), ("::", "::"), ("::1", "::1"), ("0:0:0:0:0:0:0:1", "::1"),
      ("2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("fe80::", "fe80::"),
      ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("1:0:3:4:5:6:7:8", "1:0:3:4:5:6:7:8"),
      ("::ffff:1.2.3.4", "::ffff:102:304"), ("1::8", "1::8"),
    ])
  func canonical(text: String, expected: String) throws {
    #expect(try #require(IPAddress(text)).description == expected)
  }

  @Test(
    "What is no canonical address is none",
    arguments: [
      "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.256", "1.2.3.+4", "1::2::3", "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9", "12345::", ":1", "1:", "::1.2.3", "g::", "1:2:3:4:5:6:7::8:9", "::+1",
    ])
  func noAddress(text: String) {
    #expect(IPAddress(text) == nil)
  }
}
