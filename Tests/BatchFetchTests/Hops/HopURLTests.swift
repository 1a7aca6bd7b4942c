import Testing

@testable import BatchFetch

@Suite struct HopURLTests {
  struct Row: Sendable {
    var url: String
    var text: String
    var wire: String
    var key: String
  }

  static let rows = [
    Row(
      url: "https://x.com/a.png", text: "https://x.com/a.png", wire: "https://x.com/a.png",
      key: "x.com:443"),
    Row(url: "HTTP://X.com", text: "HTTP://X.com", wire: "HTTP://X.com", key: "x.com:80"),
    Row(
      url: "https://x.com:8443/a?b#c", text: "https://x.com:8443/a?b",
      wire: "https://x.com:8443/a?b", key: "x.com:8443"),
    Row(
      url: "https://u:p@x.com/", text: "https://u:p@x.com/", wire: "https://x.com/",
      key: "x.com:443"),
    Row(
      url: "https://a@b@x.com/", text: "https://a@b@x.com/", wire: "https://x.com/",
      key: "x.com:443"),
    Row(
      url: "https://[2001:DB8::1]:8/x", text: "https://[2001:DB8::1]:8/x",
      wire: "https://[2001:DB8::1]:8/x", key: "[2001:db8::1]:8"),
    Row(
      url: "https://x.com?q@y.com", text: "https://x.com?q@y.com", wire: "https://x.com?q@y.com",
      key: "x.com:443"),
    Row(
      url: "https://x.com/a/../b", text: "https://x.com/a/../b", wire: "https://x.com/a/../b",
      key: "x.com:443"),
    Row(url: "http://x.com:/a", text: "http://x.com:/a", wire: "http://x.com:/a", key: "x.com:80"),
  ]

  @Test("A URL is taken apart as a connection needs it", arguments: rows)
  func parts(row: Row) throws {
    let hop = try HopURL(row.url)
    #expect(hop.text == row.text)
    #expect(hop.wire == row.wire)
    #expect(hop.hostKey == row.key)
  }

  @Test(
    "What cannot be requested says why",
    arguments: [
      ("movie.mp4", HopURL.Defect.notAbsolute), ("//x.com/a", .notAbsolute), ("", .notAbsolute),
      ("ftp://x.com/a", .schemeUnsupported("ftp")), ("DATA:,x", .schemeUnsupported("data")),
      ("https:a", .noHost), ("http:///a", .noHost), ("https://:80/", .noHost),
      ("https://u@/a", .noHost), ("https://x.com:0/", .portOutOfRange),
      ("https://x.com:65536/", .portOutOfRange), ("https://x.com:8a/", .portOutOfRange),
      ("https://[::1]x/", .noHost),
    ])
  func defects(url: String, defect: HopURL.Defect) {
    #expect(throws: defect) { try HopURL(url) }
  }

  @Test(
    "curl and we read the same host",
    arguments: [
      "https://example.com/a", "http://EXAMPLE.com", "https://[::1]:8/", "http://127.1/",
      "http://0x7f.0.0.1/", "http://2130706433/", "http://017700000001/",
      "http://xn--bcher-kva.example/", "https://x.com/a/../b",
    ])
  func agreement(url: String) throws {
    #expect(CurlURL().agrees(with: try HopURL(url)))
  }

  @Test(
    "Hosts that curl reads otherwise are no hosts",
    arguments: ["http://%31%32%37.0.0.1/", "http://a b.com/", "http://x\u{7f}.com/"])
  func disagreement(url: String) throws {
    #expect(!CurlURL().agrees(with: try HopURL(url)))
  }
}

@Suite struct RedirectTests {
  @Test(
    "A Location is resolved as a device does",
    arguments: [
      ("b.png", "https://x.com/a/c.png", "https://x.com/a/b.png"),
      ("/b.png", "https://x.com/a/c.png", "https://x.com/b.png"),
      ("../b.png", "https://x.com/a/c/d.png", "https://x.com/a/b.png"),
      ("//y.com/b.png", "https://x.com/a", "https://y.com/b.png"),
      ("http://y.com", "https://x.com/a", "http://y.com"),
      ("?q=1", "https://x.com/a?p", "https://x.com/a?q=1"),
      ("b.png#part", "https://x.com/a", "https://x.com/b.png"),
      ("b c.png", "https://x.com/a", "https://x.com/b%20c.png"),
      ("bücher.png", "https://x.com/a", "https://x.com/b%C3%BCcher.png"),
      ("ftp://y.com/a", "https://x.com/a", "ftp://y.com/a"),
    ])
  func targets(location: String, base: String, expected: String) {
    #expect(Redirect.target(location: location, base: base) == expected)
  }

  @Test("A Location that says nothing is not usable", arguments: [nil, ""])
  func unusable(location: String?) {
    #expect(Redirect.target(location: location, base: "https://x.com/") == nil)
  }

  @Test("Exactly five statuses are followed")
  func followed() {
    #expect((300...399).filter(Redirect.followed.contains) == [301, 302, 303, 307, 308])
  }
}
