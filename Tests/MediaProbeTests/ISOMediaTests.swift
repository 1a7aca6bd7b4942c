import Testing

@testable import MediaProbe

@Suite("ISO base media")
struct ISOMediaTests {
  let probe = MediaProbe.shared

  /// A major brand, compatible brands, and the type of a file that says nothing more.
  static let brands: [(major: String, compatible: [String], type: String)] = [
    ("isom", [], "video/mp4"), ("iso2", [], "video/mp4"), ("iso9", [], "video/mp4"),
    ("avc1", [], "video/mp4"), ("mp41", [], "video/mp4"), ("mp42", [], "video/mp4"),
    ("dash", [], "video/mp4"), ("MSNV", [], "video/mp4"), ("cmfc", [], "video/mp4"),
    ("piff", [], "video/mp4"), ("XAVC", [], "video/mp4"), ("f4v ", [], "video/mp4"),
    ("mp71", [], "video/mp4"), ("msdh", [], "video/mp4"), ("M4A ", [], "audio/mp4"),
    ("M4B ", [], "audio/mp4"), ("M4P ", [], "audio/mp4"), ("F4A ", [], "audio/mp4"),
    ("M4V ", [], "video/x-m4v"), ("qt  ", [], "video/quicktime"), ("3gp4", [], "video/3gpp"),
    ("3gp6", [], "video/3gpp"), ("3gr6", [], "video/3gpp"), ("3g2a", [], "video/3gpp2"),
    ("heic", [], "image/heic"), ("heix", [], "image/heic"), ("avif", [], "image/avif"),
    ("avis", [], "image/avif"), ("avci", [], "image/avci"), ("crx ", [], "image/x-canon-cr3"),
    ("hevc", [], "image/heic-sequence"), ("mif1", [], "image/heif"),
    ("mif1", ["mif1", "heic"], "image/heic"), ("mif1", ["mif1", "miaf", "avif"], "image/avif"),
    ("msf1", [], "image/heif-sequence"), ("msf1", ["hevc"], "image/heic-sequence"),
    ("wxyz", ["isom"], "video/mp4"), ("wxyz", ["M4A ", "isom"], "audio/mp4"),
    ("wxyz", ["abcd", "mif1"], "image/heif"), ("wxyz", [], "application/octet-stream"),
  ]

  @Test("The brands decide, the major one first", arguments: brands)
  func brand(_ major: String, _ compatible: [String], _ type: String) {
    let fileType = box(
      "ftyp", Array(major.utf8), [0, 0, 0, 0], compatible.flatMap { Array($0.utf8) })
    #expect(probe.type(fileType + box("mdat", [])) == type)
  }

  @Test("A segment is a movie, whatever its brand", arguments: ["msdh", "cmfs", "wxyz"])
  func segment(_ brand: String) {
    #expect(probe.type(fileType(brand, name: "styp") + box("moof", [])) == "video/mp4")
  }

  @Test("Boxes that open a segment without a type box are a movie", arguments: ["moof", "sidx"])
  func fragment(_ name: String) {
    #expect(probe.type(box(name, [UInt8](repeating: 0, count: 24))) == "video/mp4")
  }

  /// Handlers of a movie's tracks, and the type it has under a brand.
  static let tracks: [(brand: String, handlers: [String], type: String)] = [
    ("isom", ["soun"], "audio/mp4"), ("isom", ["vide"], "video/mp4"),
    ("isom", ["soun", "vide"], "video/mp4"), ("isom", ["soun", "text"], "audio/mp4"),
    ("isom", ["text"], "video/mp4"), ("isom", [], "video/mp4"),
    ("dash", ["soun"], "audio/mp4"), ("mp42", ["soun"], "audio/mp4"),
    ("3gp4", ["soun"], "video/3gpp"), ("3gp4", ["vide", "soun"], "video/3gpp"),
    ("MSNV", ["soun"], "audio/mp4"), ("qt  ", ["soun"], "video/quicktime"),
    ("M4A ", ["soun", "vide"], "audio/mp4"), ("wxyz", ["soun"], "audio/mp4"),
    ("wxyz", ["vide"], "video/mp4"),
  ]

  @Test("A movie with sound alone is audio", arguments: tracks)
  func soundAlone(_ brand: String, _ handlers: [String], _ type: String) {
    let movie = box(
      "moov", movieHeader(nextTrack: handlers.count + 1), handlers.flatMap { track($0) })
    #expect(probe.type(fileType(brand) + movie + box("mdat", [])) == type)
  }

  @Test("Tracks behind a free box and an mdat are found")
  func laterIndex() {
    let movie = box("moov", movieHeader(nextTrack: 2), track("soun"))
    let body = fileType("isom") + box("free", [1, 2, 3]) + box("mdat", [9, 9]) + movie
    #expect(probe.type(body) == "audio/mp4")
  }

  @Test("An index that is all in the head needs no word of its header", arguments: [0, 9])
  func wholeIndex(_ nextTrack: Int) {
    let movie = box("moov", movieHeader(nextTrack: nextTrack), track("soun"))
    #expect(probe.type(fileType("isom") + movie + box("mdat", [])) == "audio/mp4")
  }

  @Test("Without its index in the head a movie is video/mp4")
  func indexBeyondHead() {
    let movie = box("moov", movieHeader(nextTrack: 2), track("soun"))
    let body = fileType("isom") + box("mdat", [UInt8](repeating: 0, count: 5000)) + movie
    #expect(probe.type(body, head: 4096) == "video/mp4")
    #expect(probe.type(body) == "audio/mp4")
  }

  @Test(
    "A track that reaches beyond the head counts when the movie header says it is the only one",
    arguments: [(2, "audio/mp4"), (3, "video/mp4"), (0xFFFF_FFFF, "video/mp4")])
  func cutIndex(_ nextTrack: Int, _ type: String) {
    let movie = box(
      "moov", movieHeader(nextTrack: nextTrack), track("soun", filler: 9000), track("vide"))
    #expect(probe.type(fileType("isom") + movie, head: 4096) == type)
  }

  @Test(
    "A file that opens with a box of the old time is QuickTime",
    arguments: [
      box("wide", []) + box("mdat", [0, 0]), box("free", [0]) + box("moov", [0]),
      box("skip", [0, 0]) + box("free", []) + box("mdat", [1]), box("moov", [0, 0]),
      box("mdat", [0, 0]), box("free", [UInt8](repeating: 0, count: 64)),
    ])
  func quickTime(_ body: [UInt8]) {
    #expect(probe.type(body) == "video/quicktime")
  }

  @Test("A file type box behind a free box decides all the same")
  func freeFirst() {
    #expect(probe.type(box("free", []) + fileType("M4A ") + box("mdat", [])) == "audio/mp4")
  }

  @Test(
    "Lengths that lead nowhere end the walk",
    arguments: [
      big32(0) + Array("ftypisom".utf8) + big32(0), big32(1) + Array("ftypisom".utf8),
      big32(1) + Array("mdat".utf8) + [UInt8](repeating: 0xFF, count: 8),
      big32(7) + Array("moov".utf8), big32(0xFFFF_FFFF) + Array("wide".utf8),
      fileType("isom") + big32(4) + Array("moov".utf8),
      fileType("isom") + box("moov", big32(0) + Array("trak".utf8)),
    ])
  func strangeLengths(_ body: [UInt8]) {
    // What comes out does not matter as much as that something does.
    #expect(probe.type(body).contains("/"))
  }
}
