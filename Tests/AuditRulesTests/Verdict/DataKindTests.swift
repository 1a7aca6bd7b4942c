import Testing

@testable import AuditRules

/// U3: kinds of bytes that a data URL may hold, told by their beginning.
@Suite("Kinds of bytes in a data URL (U3, A5b)")
struct DataKindTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var line: String
    var words = ""

    init(_ description: String, _ bytes: [UInt8], _ line: String, _ words: String = "") {
      testDescription = description
      self.bytes = bytes
      (self.line, self.words) = (line, words)
    }
  }

  private static let zeros: [UInt8] = [0, 0, 0, 0]

  private static func box(_ brand: String) -> [UInt8] {
    [0, 0, 0, 0x18] + Array("ftyp\(brand)".utf8) + zeros
  }

  private static func riff(_ form: String) -> [UInt8] {
    Array("RIFF".utf8) + [4, 0, 0, 0] + Array(form.utf8) + zeros
  }

  static let samples = [
    Sample("WebP", riff("WEBP"), "media via handler: ok", "type_mismatch"),
    Sample("HEIC", box("heic"), "media via handler: ok", "type_mismatch"),
    Sample("AVIF", box("avif"), "media via handler: ok", "type_mismatch uncertain"),
    Sample(
      "TIFF, little end first", Array("II*\0".utf8) + zeros, "media via handler: ok",
      "type_mismatch"),
    Sample(
      "TIFF, big end first", Array("MM\0*".utf8) + zeros, "media via handler: ok", "type_mismatch"),
    Sample("icon", [0, 0, 1, 0, 1, 0], "media via handler: ok", "type_mismatch"),
    Sample("BMP", Array("BM".utf8) + zeros, "media via handler: ok", "type_mismatch"),
    Sample("WAVE", riff("WAVE"), "blank via handler: wrong_family"),
    Sample("M4A", box("M4A "), "blank via handler: wrong_family"),
    Sample("MP4", box("isom"), "blank via handler: wrong_family"),
    Sample("MP3", Array("ID3".utf8) + zeros, "blank via handler: wrong_family"),
    Sample("PDF", Array("%PDF-1.4\n%".utf8) + [0xE2, 0xE3, 0xCF], "blank via handler: not_media"),
    Sample("archive", [0x50, 0x4B, 3, 4, 0xFF], "blank via handler: not_media"),
    Sample("gzip", [0x1F, 0x8B, 8, 0], "blank via handler: not_media"),
    Sample("SVG", Array("<svg/>".utf8), "blank via handler: not_media"),
    Sample("JSON", Array("{\"é\":1}\r\n\t".utf8), "blank via handler: not_media"),
    Sample("broken text", [0x61, 0xFF, 0x62], "blank via handler: undecodable"),
    Sample("control characters", [0x61, 0x01, 0x62], "blank via handler: undecodable"),
  ]

  @Test("mapp draws them or does not", arguments: samples)
  func mapp(_ sample: Sample) throws {
    let escapes = sample.bytes.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let verdict = try Rig(url: "data:,\(escapes)", profile: "mapp").verdict(nil)
    #expect(verdict.current.line == sample.line)
    #expect(verdict.words == sample.words)
    #expect(verdict.localName == "")
  }
}
