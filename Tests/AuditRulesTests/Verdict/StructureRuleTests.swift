import Testing

@testable import AuditRules

/// A5c and A6: how a picture is built.
@Suite("Structure of a picture (A5c, A6)")
struct StructureRuleTests {
  @Test(
    "The structure of the facts counts under an image name",
    arguments: [
      (MediaFacts.Structure.whole, "media via handler: ok", ""),
      (.notJudged, "media via handler: ok", ""),
      (.truncated, "media via handler: ok", "truncated uncertain"),
      (.undecodable, "blank via handler: undecodable", ""),
    ])
  func facts(_ structure: MediaFacts.Structure, _ line: String, _ words: String) throws {
    for name in ["jpg", "jpeg"] {
      let verdict = try Rig(url: "https://c.com/a.\(name)")
        .verdict(Rig.body("image/jpeg", structure))
      #expect(verdict.current.line == line)
      #expect(verdict.words == words)
    }
    let other = try Rig(url: "https://c.com/a.gif").verdict(Rig.body("image/jpeg", structure))
    #expect(other.current.line == line)
    #expect(other.warnings.contains(.typeMismatch) == line.hasPrefix("media"))
  }

  @Test("A name that no picture fits, or bytes that are none, come before the structure")
  func others() throws {
    for structure in MediaFacts.Structure.allCases {
      let movie = try Rig(url: "https://c.com/a.mp4").verdict(Rig.body("image/png", structure))
      #expect(movie.current.line == "blank via handler: wrong_family")
      let page = try Rig(url: "https://c.com/a.png").verdict(Rig.body("text/html", structure))
      #expect(page.current.line == "blank via handler: not_media")
      let sound = try Rig(url: "https://c.com/a.mp3").verdict(Rig.body("audio/mpeg", structure))
      #expect(sound.current.line == "media via handler: ok")
      #expect(sound.words == "")
    }
  }

  /// Bytes of a data URL, which mapp attaches as they are (U3); the rules judge them themselves.
  struct Picture: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var line: String
    var words = ""
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private static func chunk(_ type: String, _ length: Int) -> [UInt8] {
    [0, 0, 0, UInt8(length)] + Array(type.utf8) + [UInt8](repeating: 1, count: length + 4)
  }

  private static let png =
    signature + chunk("IHDR", 13) + chunk("IDAT", 9) + chunk("IEND", 0)

  private static let frame: [UInt8] = [0xFF, 0xC0, 0, 4, 1, 1]
  private static let scan: [UInt8] = [0xFF, 0xDA, 0, 4, 1, 1, 0x12, 0x34]
  private static let end: [UInt8] = [0xFF, 0xD9]
  private static let start: [UInt8] = [0xFF, 0xD8]
  private static let table: [UInt8] = [0xFF, 0xC4, 0, 3, 7]

  private static let screen = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]
  /// Four colours whose bytes are those of an image's beginning.
  private static let colours =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x81, 0, 0] + [UInt8](repeating: 0x2C, count: 12)
  private static let image: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]

  static let pictures = [
    Picture(
      testDescription: "a whole PNG", bytes: png, line: "media via handler: ok",
      words: "type_mismatch"),
    Picture(
      testDescription: "a PNG without its end", bytes: Array(png.dropLast(12)),
      line: "media via handler: ok", words: "truncated type_mismatch uncertain"),
    Picture(
      testDescription: "a PNG cut within its data", bytes: Array(png.dropLast(16)),
      line: "media via handler: ok", words: "truncated type_mismatch uncertain"),
    Picture(
      testDescription: "a PNG cut within its end", bytes: Array(png.dropLast(2)),
      line: "media via handler: ok", words: "truncated type_mismatch uncertain"),
    Picture(
      testDescription: "a PNG without data",
      bytes: signature + chunk("IHDR", 13) + chunk("IEND", 0),
      line: "blank via handler: undecodable"),
    Picture(
      testDescription: "a PNG without header",
      bytes: signature + chunk("IDAT", 9) + chunk("IEND", 0),
      line: "blank via handler: undecodable"),
    Picture(
      testDescription: "a PNG signature alone", bytes: signature,
      line: "blank via handler: undecodable"),
    Picture(
      testDescription: "a whole JPEG", bytes: start + table + frame + scan + end,
      line: "media via handler: ok"),
    Picture(
      testDescription: "a progressive JPEG", bytes: start + [0xFF, 0xC2, 0, 4, 1, 1] + scan + end,
      line: "media via handler: ok"),
    Picture(
      testDescription: "a JPEG without its end", bytes: start + frame + scan,
      line: "media via handler: ok", words: "truncated uncertain"),
    Picture(
      testDescription: "a JPEG without a frame", bytes: start + table + scan + end,
      line: "blank via handler: undecodable"),
    Picture(
      testDescription: "a JPEG with a reserved marker for a frame",
      bytes: start + [0xFF, 0xC8, 0, 4, 1, 1] + scan + end, line: "blank via handler: undecodable"),
    Picture(
      testDescription: "a JPEG with fill bytes before its markers",
      bytes: start + [0xFF, 0xFF] + frame + [0xFF] + scan + end, line: "media via handler: ok"),
    Picture(
      testDescription: "a JPEG without a scan", bytes: start + frame + end,
      line: "blank via handler: undecodable"),
    Picture(
      testDescription: "a whole GIF", bytes: screen + image + [0x3B], line: "media via handler: ok",
      words: "type_mismatch"),
    Picture(
      testDescription: "a GIF without its trailer", bytes: screen + image,
      line: "media via handler: ok", words: "type_mismatch"),
    Picture(
      testDescription: "a GIF without an image", bytes: screen + [0x3B],
      line: "blank via handler: undecodable"),
    Picture(
      testDescription: "a GIF with colours and an image", bytes: colours + image + [0x3B],
      line: "media via handler: ok", words: "type_mismatch"),
    Picture(
      testDescription: "a GIF without an image, but with colours that look like one",
      bytes: colours + [0x3B], line: "blank via handler: undecodable"),
    Picture(
      testDescription: "a page", bytes: Array("<html>".utf8), line: "blank via handler: not_media"),
    Picture(
      testDescription: "a sound", bytes: Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0],
      line: "blank via handler: wrong_family"),
    Picture(
      testDescription: "bytes without a name", bytes: [0, 1, 2, 3, 0xFE],
      line: "blank via handler: undecodable"),
    Picture(testDescription: "nothing", bytes: [], line: "blank via handler: empty_body"),
  ]

  @Test("Pictures inside a data URL are judged by their structure", arguments: pictures)
  func dataURL(_ picture: Picture) throws {
    let escapes = picture.bytes.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let rig = Rig(url: "data:image/jpeg,\(escapes)", profile: "mapp")
    let verdict = try rig.verdict(nil)
    #expect(verdict.current.line == picture.line)
    #expect(verdict.words == picture.words)
    // Only the last parameter makes it base64.
    let other = try Rig(url: "data:image/jpeg;of=base64;a=b,\(escapes)", profile: "mapp").verdict(
      nil)
    #expect(other.current.line == picture.line)
  }
}
