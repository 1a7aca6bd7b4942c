import Testing

@testable import MediaProbe

@Suite("Structure (A5c)")
struct StructureTests {
  let probe = MediaProbe.shared

  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xFF)] + body
  }

  static let start: [UInt8] = [0xFF, 0xD8]
  static let frame = segment(0xC0, [8, 0, 16, 0, 16, 1, 1, 0x11, 0])
  static let scan = segment(0xDA, [1, 1, 0, 0, 63, 0])
  static let end: [UInt8] = [0xFF, 0xD9]
  static let large = segment(0xE1, zeros(65_000))

  static let pictures: [(name: String, bytes: [UInt8], structure: Structure)] = [
    ("all parts", start + frame + scan + zeros(90) + end, .whole),
    ("progressive", start + segment(0xC2, [8, 0, 16, 0, 16, 1, 1, 0x11, 0]) + scan + end, .whole),
    ("no end", start + frame + scan + zeros(90), .truncated),
    ("cut in the scan's header", start + frame + scan.dropLast(3), .undecodable),
    ("no scan", start + frame + end, .undecodable),
    ("no frame", start + scan + zeros(90) + end, .undecodable),
    ("frame behind the scan", start + scan + frame + end, .undecodable),
    ("start alone", start + [0xFF], .undecodable),
    ("cut in a segment", start + segment(0xE0, zeros(30)).dropLast(9), .undecodable),
    ("length of one", start + [0xFF, 0xE0, 0, 1] + frame + scan + end, .undecodable),
    (
      "width of zero", start + segment(0xC0, [8, 0, 16, 0, 0, 1, 1, 0x11, 0]) + scan + end,
      .undecodable
    ),
    ("no components", start + segment(0xC0, [8, 0, 16, 0, 16, 0]) + scan + end, .undecodable),
    ("tables are no frame", start + segment(0xC4, zeros(20)) + scan + end, .undecodable),
    ("fill bytes", start + [0xFF, 0xFF, 0xFF] + frame.dropFirst() + scan + end, .whole),
    (
      "junk between segments", start + segment(0xE0, zeros(4)) + [1, 2, 3] + frame + scan + end,
      .whole
    ),
    ("zero bytes behind the end", start + frame + scan + end + zeros(60), .whole),
    ("much behind the end, all in the head", start + frame + scan + end + zeros(900), .whole),
    (
      "much behind an end beyond the head",
      start + frame + scan + [UInt8](repeating: 7, count: 70_000) + end + zeros(900), .truncated
    ),
    ("end of a large picture", start + frame + scan + zeros(70_000) + end, .whole),
    ("large picture without end", start + frame + scan + zeros(70_000), .truncated),
    (
      "header beyond the head, with its end", start + large + large + frame + scan + end,
      .notJudged
    ),
    ("header beyond the head, without end", start + large + large + frame + scan, .truncated),
    ("frame in the head, scan beyond", start + frame + large + large + scan + end, .notJudged),
    (
      "large segment that the body's end cuts off", start + large + large.dropLast(90), .undecodable
    ),
  ]

  @Test("A JPEG needs SOI, SOF and SOS, and EOI at its end", arguments: pictures.indices)
  func jpeg(_ index: Int) {
    let (name, bytes, structure) = Self.pictures[index]
    // The third byte makes it a JPEG for the signature in every row.
    #expect(probe.examine(bytes) == Examination(type: jpegType, structure: structure), "\(name)")
  }

  private let jpegType = DetectedType(mimeType: "image/jpeg")

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let header = chunk("IHDR", big32(4) + big32(4) + [8, 2, 0, 0, 0])
  static let data = chunk("IDAT", zeros(40))
  static let trailer = chunk("IEND", [])

  static let drawings: [(name: String, bytes: [UInt8], structure: Structure)] = [
    ("all parts", signature + header + data + trailer, .whole),
    ("two pieces of data", signature + header + data + data + trailer, .whole),
    ("other chunks", signature + header + chunk("tEXt", zeros(9)) + data + trailer, .whole),
    (
      "Apple's own chunk first", signature + chunk("CgBI", zeros(4)) + header + data + trailer,
      .whole
    ),
    ("bytes behind the end", signature + header + data + trailer + zeros(300), .whole),
    ("no end", signature + header + data, .truncated),
    ("cut in the data", signature + header + data.dropLast(20), .truncated),
    ("cut in the end", signature + header + data + trailer.dropLast(2), .truncated),
    ("no data", signature + header + trailer, .undecodable),
    ("no header", signature + data + trailer, .undecodable),
    ("signature alone", signature, .undecodable),
    ("cut in the header", signature + header.dropLast(12), .undecodable),
    (
      "short header", signature + chunk("IHDR", big32(4) + big32(4) + [8]) + data + trailer,
      .undecodable
    ),
    ("width of zero", signature + chunk("IHDR", zeros(13)) + data + trailer, .undecodable),
    ("large data", signature + header + chunk("IDAT", zeros(90_000)) + trailer, .whole),
    (
      "large data, cut", signature + header + chunk("IDAT", zeros(90_000)).dropLast(100),
      .truncated
    ),
    (
      "padded before the end", signature + header + data + chunk("paDd", zeros(90_000)) + trailer,
      .whole
    ),
    (
      "data beyond the head", signature + header + chunk("iCCP", zeros(90_000)) + data + trailer,
      .notJudged
    ),
    (
      "data beyond the head, no end", signature + header + chunk("iCCP", zeros(90_000)) + data,
      .truncated
    ),
    (
      "cut before the data", signature + header + chunk("iCCP", zeros(90_000)).dropLast(90),
      .undecodable
    ),
  ]

  @Test("A PNG needs IHDR and IDAT, and IEND at its end", arguments: drawings.indices)
  func png(_ index: Int) {
    let (name, bytes, structure) = Self.drawings[index]
    #expect(probe.examine(bytes).structure == structure, "\(name)")
    #expect(probe.type(bytes) == "image/png", "\(name)")
  }

  static let screen = Array("GIF89a".utf8) + [4, 0, 4, 0, 0x80, 0, 0] + zeros(6)
  static let image: [UInt8] = [0x2C, 0, 0, 0, 0, 4, 0, 4, 0, 0, 2, 2, 0x8C, 0x0A, 0]
  static let note: [UInt8] = [0x21, 0xFE, 3, 1, 2, 3, 2, 9, 9, 0]

  static let animations: [(name: String, bytes: [UInt8], structure: Structure)] = [
    ("all parts", screen + image + [0x3B], .whole), ("no trailer", screen + image, .whole),
    ("cut in the image", screen + image.prefix(11), .whole),
    ("extension first", screen + note + image + [0x3B], .whole),
    ("no colour table", Array("GIF87a".utf8) + [4, 0, 4, 0, 0, 0, 0] + image, .whole),
    ("no image", screen + [0x3B], .undecodable), ("screen alone", screen, .undecodable),
    ("cut in the screen", Array("GIF89a".utf8) + [4, 0], .undecodable),
    ("cut in the image's place", screen + image.prefix(6), .undecodable),
    ("unknown block", screen + [0x77] + image, .undecodable),
    ("cut in an extension", screen + note.dropLast(3), .undecodable),
  ]

  @Test("A GIF needs a screen and an image", arguments: animations.indices)
  func gif(_ index: Int) {
    let (name, bytes, structure) = Self.animations[index]
    #expect(probe.examine(bytes).structure == structure, "\(name)")
    #expect(probe.type(bytes) == "image/gif", "\(name)")
  }

  @Test("A GIF whose image lies beyond the head is not judged")
  func largeGIF() {
    let comment = [UInt8](repeating: 9, count: 255)
    let extensions = Array(repeatElement([255] + comment, count: 300).joined())
    let bytes = Self.screen + [0x21, 0xFE] + extensions + [0] + Self.image + [0x3B]
    #expect(probe.examine(bytes).structure == .notJudged)
  }

  @Test("Without the last bytes the end is not judged")
  func noTail() {
    let bytes = Self.start + Self.frame + Self.scan + Self.zeros(9000) + Self.end
    #expect(probe.examine(bytes, head: 4096, tail: 0).structure == .notJudged)
    #expect(probe.examine(bytes, head: 4096, tail: 64).structure == .whole)
  }

  @Test(
    "Other types are not judged", arguments: ["webp_lossy.webp", "clip.mp4", "html_404.html"])
  func others(_ file: String) {
    #expect(probe.examine(Array(Sample.bytes(file).prefix(100))).structure == .notJudged)
  }

  @Test("A JPEG and a PNG cut anywhere are never whole", arguments: ["photo.jpeg", "banner.png"])
  func everyCut(_ file: String) {
    let bytes = Sample.bytes(file)
    var seen: [Structure] = []
    for length in 8..<bytes.count {
      let structure = probe.examine(Array(bytes.prefix(length))).structure
      if seen.last != structure { seen.append(structure) }
    }
    #expect(seen == [.undecodable, .truncated])
    #expect(probe.examine(bytes).structure == .whole)
  }
}
