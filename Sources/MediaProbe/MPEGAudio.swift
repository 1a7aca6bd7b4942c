/// MP3, AAC and their tags: sound that is told by its chain of frames.
enum MPEGAudio {
  /// The header of one frame of MPEG audio or ADTS: what it holds and how long it is.
  struct Frame: Equatable {
    var mimeType: String
    /// Version, layer and sampling rate; the same for all frames of a stream.
    var kind: UInt16
    var length: Int
  }

  /// Kilobits per second by version and layer, for the indices 1 to 14.
  private static let rates: [[Int]] = [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]
  private static let samplesPerSecond = [44100, 48000, 32000]

  /// Reads the frame header at `index`; nil when there is none.
  static func frame(in view: ByteView, at index: Int) -> Frame? {
    guard view[index] == 0xFF, let second = view[index + 1], second & 0xE0 == 0xE0,
      let third = view[index + 2], let fourth = view[index + 3]
    else { return nil }
    if second & 0xF6 == 0xF0 { return adts(in: view, at: index) }
    let version = Int(second >> 3 & 3)  // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5
    let layer = 4 - Int(second >> 1 & 3)  // 1, 2, 3; 4 is reserved
    let rate = Int(third >> 4)
    let sampling = Int(third >> 2 & 3)
    guard version != 1, layer != 4, (1...14).contains(rate), sampling != 3, fourth & 3 != 2
    else { return nil }
    let bits = rates[(version == 3 ? 0 : 3) + layer - 1][rate - 1] * 1000
    let frequency = samplesPerSecond[sampling] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
    let padding = Int(third >> 1 & 1)
    let length =
      switch layer {
      case 1: (12 * bits / frequency + padding) * 4
      case 3 where version != 3: 72 * bits / frequency + padding
      default: 144 * bits / frequency + padding
      }
    // The protection bit may change within a stream.
    let kind = UInt16(second & 0xFE) << 8 | UInt16(third & 0x0C)
    return Frame(mimeType: "audio/mpeg", kind: kind, length: length)
  }

  private static func adts(in view: ByteView, at index: Int) -> Frame? {
    guard let second = view[index + 1], let third = view[index + 2], let fourth = view[index + 3],
      let fifth = view[index + 4], let sixth = view[index + 5], third >> 2 & 0x0F < 13
    else { return nil }
    let length = Int(fourth & 3) << 11 | Int(fifth) << 3 | Int(sixth >> 5)
    guard length > 7 else { return nil }
    let kind = UInt16(second & 0xFE) << 8 | UInt16(third & 0x3C)
    return Frame(mimeType: "audio/x-hx-aac-adts", kind: kind, length: length)
  }

  /// The type of `count` frames of one kind that follow each other from `index` on.
  static func chain(in view: ByteView, at index: Int, count: Int) -> String? {
    guard let first = frame(in: view, at: index) else { return nil }
    var next = index + first.length
    for _ in 1..<count {
      guard let frame = frame(in: view, at: next), frame.kind == first.kind else { return nil }
      next += frame.length
    }
    return first.mimeType
  }

  /// Frames from the first byte on; a single one is left to libmagic.
  static func frames(_ body: BodyView) -> String? { chain(in: body.head, at: 0, count: 2) }

  /// Frames behind zero bytes, three of them, since so much has passed already.
  static func padded(_ body: BodyView) -> String? {
    let start = body.head.skip(from: 0) { $0 == 0 }
    return chain(in: body.head, at: start, count: 3)
  }

  /// A frame of E-AC-3 has a stream version (`bsid`) of 11 to 16; older ones are AC-3.
  static func enhancedAC3(_ body: BodyView) -> String? {
    body.head[5].map { 11...16 ~= $0 >> 3 } == true ? "audio/eac3" : nil
  }

  /// An ID3 tag is sound, whatever its stated length leads to: mostly MP3, sometimes FLAC or AAC.
  static func tagged(_ body: BodyView) -> String? {
    let head = body.head
    guard let version = head[3], (2...4).contains(version) else { return nil }
    var length = 0
    for index in 6..<10 {
      guard let byte = head[index], byte < 0x80 else { return nil }
      length = length << 7 | Int(byte)
    }
    let start = 10 + length
    if head.has("fLaC", at: start) { return "audio/flac" }
    return chain(in: head, at: start, count: 2) ?? "audio/mpeg"
  }
}
