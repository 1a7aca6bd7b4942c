import Testing

@testable import AuditRules

/// What the downloaded file is called before the rename.
private let download = "CFNetworkDownload_XXXXXX.tmp"

@Suite("N: the rename")
struct RenameTests {
  /// `tail` follows `https://x.com`; the name is what follows the download's own.
  static let moved: [(tail: String, appended: String, fileExtension: String)] = [
    // N5: the slash at the end does not count.
    ("/a/", "a", "tmpa"), ("/a//", "a", "tmpa"), ("/a.png/", "a.png", "png"),
    // N6: no dot of its own.
    ("/image", "image", "tmpimage"), ("/png", "png", "tmppng"), ("/img?f=a.png", "img", "tmpimg"),
    ("/img?f=b/a.png", "img", "tmpimg"), ("/img#a.png", "img", "tmpimg"),
    // N7.
    ("/.png", ".png", "png"),
    // N8.
    ("/a.jpg;v=1", "a.jpg;v=1", "jpg;v=1"), ("/a.jpg%3Fx", "a.jpg?x", "jpg?x"),
    ("/a.png.", "a.png.", ""), ("/a.jpg%20", "a.jpg ", ""), ("/a.jpg%09", "a.jpg\t", "jpg\t"),
    ("/a.jpg%23f", "a.jpg#f", "jpg#f"), ("/a.%20jpg", "a. jpg", ""),
    ("/a.jpg%E2%80%8F", "a.jpg\u{200F}", ""),
    // N9.
    ("/a:b.png", "a:b.png", "png"), ("/a.tar.png", "a.tar.png", "png"), ("/a.PNG", "a.PNG", "png"),
    ("/a.JpEg", "a.JpEg", "jpeg"), ("/a.png?x=1", "a.png", "png"), ("/a.png#f", "a.png", "png"),
    ("/a%2520b.png", "a%20b.png", "png"), ("/a%20b.png", "a b.png", "png"),
    ("/%C3%A9.png", "é.png", "png"), ("/b/c/a.png", "a.png", "png"), ("/a%2Epng", "a.png", "png"),
    ("/..", "..", ""), ("/.", ".", ""), ("/a/../b.gif", "b.gif", "gif"),
    ("//b.gif", "b.gif", "gif"), ("/a%.png", "a%.png", "png"), ("/a%zz.png", "a%zz.png", "png"),
  ]

  @Test("The component is appended, decoded once, and its extension read", arguments: moved)
  func moves(tail: String, appended: String, fileExtension: String) {
    let name = LocalName(ofRequest: "https://x.com" + tail)
    #expect(name.name == download + appended)
    #expect(name.fileExtension == fileExtension)
    #expect(name.failure == nil)
    #expect(!name.componentIsNil)
  }

  static let failing: [(tail: String, failure: Reason)] = [
    // N1.
    ("", .nameMissing), ("/", .nameMissing), ("//", .nameMissing), ("?f=a.png", .nameMissing),
    ("/?f=a.png", .nameMissing), ("#a.png", .nameMissing), ("/#a.png", .nameMissing),
    // N2.
    ("/a%2Fb.png", .nameHasSlash), ("/%2E%2E%2Fb.png", .nameHasSlash), ("/a%2f", .nameHasSlash),
    ("/%2Fb.png", .nameHasSlash),
    // A slash alone is swallowed by the path, escaped or not: N1.
    ("/%2F", .nameMissing), ("/a/%2F%2F/", .nameMissing),
    // N4.
    ("/%FF.png", .nameMissing), ("/a%E4.png", .nameMissing), ("/%C3.png", .nameMissing),
    ("/%ED%A0%80.png", .nameMissing), ("/%C0%AF.png", .nameMissing),
    // N4b.
    ("/a%00b.png", .nameInvalid), ("/%00", .nameInvalid), ("/a.png%00", .nameInvalid),
  ]

  @Test("Moves that fail are named", arguments: failing)
  func fails(tail: String, failure: Reason) {
    let name = LocalName(ofRequest: "https://x.com" + tail)
    #expect(name.failure == failure)
    let isNil = ["%FF", "%E4", "%C3.", "%ED", "%C0"].contains { tail.contains($0) }
    #expect(name.componentIsNil == isNil)
  }

  /// Components of so many bytes, each ending in `.png`, as the URL writes them.
  static func component(bytes: Int, letter: String, escaped: String) -> String {
    let room = bytes - ".png".utf8.count
    let wide = room / letter.utf8.count
    let rest = String(repeating: "a", count: room % letter.utf8.count)
    return String(repeating: escaped, count: wide) + rest + ".png"
  }

  @Test(
    "N3: 227 bytes after decoding pass, 228 do not",
    arguments: [
      ("a", "a"), ("b", "%62"), ("é", "%C3%A9"), ("日", "%E6%97%A5"), ("😀", "%F0%9F%98%80"),
    ])
  func length(letter: String, escaped: String) {
    let fits = LocalName(
      ofRequest: "https://x.com/" + Self.component(bytes: 227, letter: letter, escaped: escaped))
    #expect(fits.failure == nil)
    #expect(fits.name.utf8.count == 255)
    #expect(fits.fileExtension == "png")
    let tooLong = LocalName(
      ofRequest: "https://x.com/" + Self.component(bytes: 228, letter: letter, escaped: escaped))
    #expect(tooLong.failure == .nameTooLong)
  }

  @Test("N3: an invalid character counts by the bytes it stands for, not by its escapes")
  func lengthOfWritten() {
    for (bytes, reason) in [(227, Reason.ok), (228, .nameTooLong)] {
      let component = Self.component(bytes: bytes, letter: "é", escaped: "é")
      let verdict = judge(payload("sfmc-swift", url: .text("https://x.com/" + component)))
      #expect(verdict.current.reason == reason)
      #expect(verdict.current.outcome == (reason == .ok ? .media : .altText))
    }
  }

  @Test("N3: folders and queries do not count")
  func onlyTheComponent() {
    let long = String(repeating: "a", count: 300)
    #expect(LocalName(ofRequest: "https://x.com/\(long)/b.png?\(long)#\(long)").failure == nil)
  }

  @Test("mapp appends .jpg whatever the URL says")
  func alwaysJPEG() {
    #expect(LocalName.alwaysJPEG.name == download + ".jpg")
    #expect(LocalName.alwaysJPEG.fileExtension == "jpg")
    #expect(LocalName.alwaysJPEG.failure == nil)
  }
}
