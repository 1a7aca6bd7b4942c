import Testing

@testable import AuditRules

@Suite("Plain URLs need no parser")
struct PlainURLTests {
  /// The same answers in every run.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64 = 1
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  private static let pieces = [
    "http", "https", "HTTP", "ftp", ":", "//", "/", "cdn.example.com", "xn--bcher-kva.example",
    "127.0.0.1", "0x7f.1", "1.2.3", "a..b", "-", ".", ":8080", ":0", ":99999", ":", "a.png",
    "A_b~c", "?", "&", "=", "exp=1700000000", "@2x", "%20", "%", "#", " ", "{{a}}", "[[a]]", "é",
    "a b", "..", "./", "\\", "|", "\u{0}", "user@", "[::1]",
  ]

  private static func texts() -> [String] {
    var generator = Generator()
    return (0..<20_000).map { _ in
      let start = ["http://", "https://", ""].randomElement(using: &generator) ?? ""
      let count = Int.random(in: 1...6, using: &generator)
      return (0..<count).reduce(start) { text, _ in
        text + (pieces.randomElement(using: &generator) ?? "")
      }
    }
  }

  @Test("What counts as plain comes back unchanged from both parsers and holds no token")
  func parsers() {
    var plain = 0
    for text in Self.texts() where MediaURL.isPlain(URLParts(text)) {
      plain += 1
      for generation in PhoneGeneration.allCases {
        #expect(URLParsers.parse(text, on: generation) == text)
      }
      #expect(!TemplateToken.isSeen(in: text))
      #expect(PercentCoding.repeatedEscapes(Array(text.utf8)[...]) == 0)
      let media = MediaURL(text)
      #expect(media.current == media.old && media.current.form == .web)
      #expect(media.current.request == text)
    }
    #expect(plain > 1000)
  }

  @Test(
    "A plain component names the file as one does whose escapes are undone",
    arguments: [
      "a.png", "A.JPG", "a", "a.", ".", "..", "a.b.C", ".png", "a-b_c~1.tar.gz", "tmp",
      String(repeating: "a", count: 227) + ".png", String(repeating: "a", count: 226) + "b",
      String(repeating: "a", count: 228), String(repeating: "a", count: 300),
    ])
  func component(_ text: String) {
    let escaped = text.utf8.map { "%" + String($0, radix: 16) }.joined()
    let plain = LocalName(ofRequest: "https://a.example/b/\(text)")
    #expect(plain == LocalName(ofRequest: "https://a.example/b/\(escaped)"))
    #expect(plain.name == LocalName.download + text)
  }

  @Test(
    "Everything else goes to the parsers",
    arguments: [
      "http://", "http:///a", "https://a.example:123456/", "https://a.example:/", "https://a:8x/",
      "https://u@a.example/", "https://a.example/%20", "https://a.example/a#b", "//a.example/a",
      "HTTPS://a.example/", "https://a_b.example/", "https://é.example/", "https://[::1]/", "",
    ])
  func notPlain(text: String) {
    #expect(!MediaURL.isPlain(URLParts(text)))
  }

  @Test(
    "Ordinary URLs are plain",
    arguments: [
      "https://cdn.example.com/a/b.png", "http://127.0.0.1:8080/a.jpg?w=1&h=2", "https://a.example",
    ])
  func ordinary(text: String) {
    #expect(MediaURL.isPlain(URLParts(text)))
  }
}
