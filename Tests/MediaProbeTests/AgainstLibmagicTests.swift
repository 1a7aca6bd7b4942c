import Testing

@testable import MediaProbe

/// Holds our answers against libmagic's full database: they differ where the table of corrections
/// says so, and nowhere else.
@Suite("Against libmagic")
struct AgainstLibmagicTests {
  let probe = MediaProbe.shared

  /// Our answer and the answers of libmagic 5.44 that it corrects, with the reason.
  static let corrections: [(ours: String, libmagic: Set<String>, reason: String)] = [
    ("audio/mp4", ["audio/x-m4a", "video/mp4"], "M4A, and tracks of sound alone"),
    ("video/mp4", ["audio/mp4", "application/octet-stream"], "brand MSNV, brands unknown to it"),
    ("image/heic", ["image/heif"], "compatible brands of mif1"),
    ("image/x-canon-cr3", ["application/octet-stream"], "brand crx"),
    ("video/quicktime", ["application/octet-stream"], "wide, free or skip first"),
    ("video/mp2t", ["application/octet-stream"], "transport streams"),
    ("audio/mpeg", ["application/octet-stream"], "large ID3 tag, junk behind it, padding"),
    ("audio/eac3", ["audio/vnd.dolby.dd-raw"], "E-AC-3 is not AC-3"),
    ("audio/x-caf", ["application/octet-stream"], "CAF"),
    ("audio/x-wavpack", ["application/octet-stream"], "WavPack"),
    ("video/h264", ["application/octet-stream"], "bare H.264"),
    ("image/svg+xml", ["text/plain", "text/xml"], "mark, blanks or comment before the root"),
    ("text/html", ["text/plain"], "fragments of pages"),
    ("application/json", ["text/plain"], "JSON cut off by the head"),
    ("application/vnd.apple.mpegurl", ["text/plain"], "playlists"),
    ("text/plain", ["text/csv"], "no text is a table"),
    ("image/jpeg", ["text/plain"], "a JPEG of two bytes"),
    ("application/x-empty", ["inode/x-empty"], "the command's word for an empty file"),
  ]

  static func isDocumented(_ ours: String, _ libmagic: String) -> Bool {
    ours == libmagic
      || corrections.contains { $0.ours == ours && $0.libmagic.contains(libmagic) }
  }

  @Test("Whole samples are as libmagic has them, but for the corrections", arguments: Sample.all)
  func whole(_ sample: Sample) throws {
    let bytes = sample.bytes
    let (ours, libmagic) = (probe.type(bytes), try plainLibmagic(bytes))
    #expect(Self.isDocumented(ours, libmagic), "ours \(ours), libmagic \(libmagic)")
  }

  /// Where a head is too short for libmagic but not for the signature, ours may know more.
  static let short: Set<String> = [
    "application/octet-stream", "text/plain", "text/xml", "text/html", "application/json",
  ]

  @Test(
    "Heads of 64, 512 and 4,096 bytes are as libmagic has them, or better", arguments: Sample.all)
  func heads(_ sample: Sample) throws {
    let bytes = sample.bytes
    for length in [64, 512, 4096] where bytes.count > length {
      let head = bytes.prefix(length)
      let ours = probe.examine(
        head: Array(head), tail: Array(bytes.suffix(64)), byteCount: bytes.count
      ).type.mimeType
      let libmagic = try plainLibmagic(head)
      #expect(
        Self.isDocumented(ours, libmagic) || (Self.short.contains(libmagic) && ours == sample.type),
        "at \(length): ours \(ours), libmagic \(libmagic)")
    }
  }

  @Test("What a signature decides does not hang on the bytes behind it", arguments: Sample.all)
  func changedBehind(_ sample: Sample) throws {
    var bytes = sample.bytes
    guard bytes.count > 256, let decided = decidedBySignature(bytes) else { return }
    for index in 256..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
    let libmagic = try plainLibmagic(bytes)
    let ours = probe.type(bytes)
    #expect(
      Self.isDocumented(ours, libmagic) || ours == decided,
      "ours \(ours), libmagic \(libmagic), before \(decided)")
  }

  private func decidedBySignature(_ bytes: [UInt8]) -> String? {
    bytes.withUnsafeBytes {
      Signatures.decide(
        BodyView(head: $0, tail: .init(start: nil, count: 0), byteCount: bytes.count))
    }
  }

  /// Beginnings that share their first bytes with a signature and are something else.
  static let strangers: [(name: String, bytes: [UInt8])] = [
    ("text that starts with BM", Array("BMW sells cars, and this is a text about it.\n".utf8)),
    (
      "BM, one plane and a strange header",
      Array("BM".utf8) + [9, 9, 9, 9, 0, 0, 0, 0, 9, 9, 9, 9, 17, 3, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0]
        + [1, 0, 24, 0] + [UInt8](repeating: 0, count: 40)
    ),
    ("no version of ID3", Array("ID3".utf8) + [3, 0xFF, 0, 0, 0, 0, 9, 9, 9, 9, 9]),
    ("no version of Flash", Array("CWS".utf8) + [99, 9, 9, 0, 0, 9, 9, 9, 9]),
    ("text that starts with ID3", Array("ID3 tags are explained on this page of text.\n".utf8)),
    ("text that starts with FWS", Array("FWS is short for something or other, it seems.\n".utf8)),
    ("text that says free", Array("Get free stuff here, as long as the stock lasts.\n".utf8)),
    ("text that says ftyp", Array("The ftyp box is the first one in the file, mostly.\n".utf8)),
    ("text of many Gs", [UInt8](repeating: UInt8(ascii: "G"), count: 900)),
    ("text that starts with RIFF", Array("RIFF raff, this is only a text that goes on.\n".utf8)),
    ("Windows program", [0x4D, 0x5A, 0x90, 0x00] + [UInt8](repeating: 0, count: 300)),
    ("zeros", [UInt8](repeating: 0, count: 4096)),
    ("one bit", [0x01]),
    ("TrueType", [0, 1, 0, 0, 0, 12, 0, 0x80, 0, 3, 0, 0x40] + Array("DSIG".utf8)),
    ("cursor", [0, 0, 2, 0, 1, 0, 16, 16, 0, 0, 1, 0, 1, 0, 40, 1, 0, 0, 22, 0, 0, 0]),
    ("zip", [0x50, 0x4B, 3, 4, 20, 0, 0, 0, 8, 0] + [UInt8](repeating: 7, count: 60)),
    ("ELF", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + [UInt8](repeating: 0, count: 60)),
    ("Canon raw", Array("II*\0\u{10}\0\0\0CR\u{2}\0".utf8) + [UInt8](repeating: 0, count: 60)),
    ("XML of its own kind", Array("<?xml version=\"1.0\"?><rss version=\"2.0\"></rss>".utf8)),
    ("shell script", Array("#!/bin/sh\necho hello\n".utf8)),
    ("two JSON values", Array("{\"a\":1}\n{\"a\":2}\n".utf8)),
    ("JSON scalar", Array("42".utf8)),
    ("bracketed text", Array("[2024-05-01] the server started\n".utf8)),
  ]

  @Test("Bodies that only look alike are left to libmagic", arguments: strangers.indices)
  func stranger(_ index: Int) throws {
    let (name, bytes) = Self.strangers[index]
    let (ours, libmagic) = (probe.type(bytes), try plainLibmagic(bytes))
    #expect(Self.isDocumented(ours, libmagic), "\(name): ours \(ours), libmagic \(libmagic)")
  }
}
