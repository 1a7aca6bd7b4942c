import Testing

@testable import MediaProbe

@Suite("Sound and streams")
struct SoundTests {
  let probe = MediaProbe.shared

  static let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)

  static func tag(_ length: Int, version: UInt8 = 3) -> [UInt8] {
    Array("ID3".utf8) + [version, 0, 0]
      + [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: length >> $0) & 0x7F }
  }

  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  /// A stream of frames of one kind, and what it is.
  static let frames: [(name: String, header: [UInt8], length: Int, type: String)] = [
    ("MPEG-1 layer III", [0xFF, 0xFB, 0x90, 0x64], 417, "audio/mpeg"),
    ("MPEG-1 layer III with checksum", [0xFF, 0xFA, 0x90, 0x64], 417, "audio/mpeg"),
    ("MPEG-1 layer III with padding", [0xFF, 0xFB, 0x92, 0x64], 418, "audio/mpeg"),
    ("MPEG-2 layer III", [0xFF, 0xF3, 0x84, 0x64], 192, "audio/mpeg"),
    ("MPEG-2.5 layer III", [0xFF, 0xE3, 0x88, 0x64], 576, "audio/mpeg"),
    ("MPEG-1 layer II", [0xFF, 0xFD, 0x90, 0x04], 522, "audio/mpeg"),
    ("MPEG-1 layer I", [0xFF, 0xFF, 0x90, 0x04], 312, "audio/mpeg"),
    ("AAC", [0xFF, 0xF1, 0x50, 0x80, 0x0C, 0x9F, 0xFC], 100, "audio/x-hx-aac-adts"),
  ]

  @Test("A frame is as long as its header says", arguments: frames.indices)
  func frameLength(_ index: Int) {
    let (name, header, length, type) = Self.frames[index]
    let bytes = header + Self.zeros(length - header.count) + header + Self.zeros(20)
    bytes.withUnsafeBytes {
      #expect(MPEGAudio.frame(in: ByteView($0), at: 0)?.length == length, "\(name)")
      #expect(MPEGAudio.chain(in: ByteView($0), at: 0, count: 2) == type, "\(name)")
    }
  }

  @Test(
    "Reserved values are no frame",
    arguments: [
      [0xFF, 0xEB, 0x90, 0x64], [0xFF, 0xF9, 0xFC, 0x64], [0xFF, 0xFB, 0xF0, 0x64],
      [0xFF, 0xFB, 0x9C, 0x64], [0xFF, 0xFB, 0x90, 0x66], [0xFF, 0xFB, 0x00, 0x64], [0xFF, 0xFB],
    ] as [[UInt8]])
  func noFrame(_ header: [UInt8]) {
    header.withUnsafeBytes { #expect(MPEGAudio.frame(in: ByteView($0), at: 0) == nil) }
  }

  /// Tags and padding before the frames, and what the body is.
  static let tagged: [(name: String, bytes: [UInt8], type: String)] = [
    ("small tag", tag(20) + zeros(20) + frame + frame, "audio/mpeg"),
    ("tag larger than the head", tag(200_000) + zeros(70_000), "audio/mpeg"),
    ("tag that states too little", tag(4086) + zeros(5130) + frame + frame, "audio/mpeg"),
    ("junk behind the tag", tag(64) + zeros(64 + 48) + frame + frame, "audio/mpeg"),
    ("nothing behind the tag", tag(20) + zeros(20), "audio/mpeg"),
    ("oldest version", tag(20, version: 2) + zeros(20) + frame, "audio/mpeg"),
    ("FLAC behind a tag", tag(20) + zeros(20) + Array("fLaC".utf8) + zeros(40), "audio/flac"),
    ("zero padding", zeros(1000) + frame + frame + frame, "audio/mpeg"),
    ("padding and too few frames", zeros(1000) + frame, "application/octet-stream"),
    ("frames from the start", frame + frame + frame, "audio/mpeg"),
  ]

  @Test("Tags and padding do not hide the sound", arguments: tagged.indices)
  func tags(_ index: Int) {
    let (name, bytes, type) = Self.tagged[index]
    #expect(probe.type(bytes) == type, "\(name)")
  }

  static func packets(_ length: Int, lead: Int = 0, count: Int = 5) -> [UInt8] {
    let packet: [UInt8] = [0x47, 0x40, 0x11, 0x10] + [UInt8](repeating: 0xFF, count: 184)
    return (0..<count).flatMap { _ in zeros(lead) + packet + zeros(length - lead - 188) }
  }

  @Test(
    "Packets in step are a transport stream, and others are not",
    arguments: [
      (packets(188), "video/mp2t"), (packets(192, lead: 4), "video/mp2t"),
      (packets(204), "video/mp2t"), (packets(188, count: 4), "video/mp2t"),
      (packets(188, count: 3), "application/octet-stream"),
      (packets(190), "application/octet-stream"),
    ])
  func transportStream(_ bytes: [UInt8], _ type: String) {
    #expect(probe.type(bytes) == type)
  }

  @Test(
    "Formats that libmagic does not know have a signature",
    arguments: [
      (Array("caff\0\u{1}\0\0desc".utf8), "audio/x-caf"),
      (Array("wvpk".utf8) + [24, 0, 0, 0, 0x10, 0x04] + zeros(22), "audio/x-wavpack"),
      ([0, 0, 0, 1, 0x67, 0x42, 0xC0, 0x1E] + zeros(40), "video/h264"),
      ([0, 0, 0, 1, 0x09, 0x10, 0, 0, 0, 1, 0x67, 0x64, 0, 0x1E] + zeros(40), "video/h264"),
      ([0, 0, 0, 1, 0x09, 0x10, 0, 0, 1, 0x27, 0x4D, 0, 0x1E] + zeros(40), "video/h264"),
      (Array("CWS".utf8) + [9, 0, 2, 0, 0, 0x78, 0x9C], "application/x-shockwave-flash"),
      (Array("FWS".utf8) + [6, 16, 0, 0, 0] + zeros(8), "application/x-shockwave-flash"),
      (Array("#!AMR\n".utf8) + [4] + zeros(12), "audio/amr"),
    ] as [([UInt8], String)])
  func ownSignature(_ bytes: [UInt8], _ type: String) {
    #expect(probe.type(bytes) == type)
  }
}
