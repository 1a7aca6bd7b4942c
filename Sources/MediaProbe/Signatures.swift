/// The types that the first bytes decide beyond doubt, so that libmagic is not asked.
///
/// Two kinds of rows. Most give libmagic's own answer sooner: its walk through thousands of
/// entries takes 20 to 600 microseconds, this table well under one. Those marked "own" correct it
/// (libmagic 5.44); a test holds all others against its full database.
enum Signatures {
  static let table: [Signature] = pictures + sounds + movies + others

  static let pictures: [Signature] = [
    Signature([0x89, "PNG", 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
    Signature([0xFF, 0xD8, 0xFF], "image/jpeg"),
    // Own: libmagic takes a JPEG of two bytes for text.
    Signature([0xFF, 0xD8]) { $0.byteCount == 2 ? "image/jpeg" : nil },
    Signature(["GIF87a"], "image/gif"),
    Signature(["GIF89a"], "image/gif"),
    Signature(["RIFF", .any(4), "WEBP"], "image/webp"),
    Signature(["BM"], rule: Pictures.bitmap),
    Signature(["II", 0x2A, 0x00], rule: Pictures.tiff),
    Signature(["MM", 0x00, 0x2A], rule: Pictures.tiff),
    Signature([0x00, 0x00, 0x01, 0x00], rule: Pictures.icon),
    Signature(["8BPS", 0x00, 0x01], "image/vnd.adobe.photoshop"),
    Signature(
      [0x00, 0x00, 0x00, 0x0C, "jP  ", 0x0D, 0x0A, 0x87, 0x0A, .any(4), "ftypjp2 "], "image/jp2"),
    Signature([0x00, 0x00, 0x00, 0x0C, "JXL ", 0x0D, 0x0A, 0x87, 0x0A], "image/jxl"),
    Signature([0xFF, 0x0A], "image/jxl"),
  ]

  static let sounds: [Signature] = [
    Signature(["RIFF", .any(4), "WAVE"], "audio/x-wav"),
    Signature(["RF64", .any(4), "WAVE"], "audio/x-wav"),
    Signature(["FORM", .any(4), "AIFF"], "audio/x-aiff"),
    Signature(["FORM", .any(4), "AIFC"], "audio/x-aiff"),
    Signature(["fLaC"], "audio/flac"),
    // Own: with a large tag (cover art) or junk behind the tag libmagic says octet-stream.
    Signature(["ID3"], rule: MPEGAudio.tagged),
    Signature([0xFF], rule: MPEGAudio.frames),
    // Own: libmagic does not look behind padding.
    Signature([0x00, 0x00, 0x00, 0x00], rule: MPEGAudio.padded),
    // Own: libmagic calls both generations of Dolby's format by the first one's name.
    Signature([0x0B, 0x77], rule: MPEGAudio.enhancedAC3),
    // Own: unknown to libmagic.
    Signature(["caff", 0x00, 0x01], "audio/x-caf"),
    Signature(["wvpk", .any(5), 0x04], "audio/x-wavpack"),
    Signature(["OggS", 0x00, 0x02, .any(22), 0x01, "vorbis"], "audio/ogg"),
    Signature(["OggS", 0x00, 0x02, .any(22), "OpusHead"], "audio/ogg"),
  ]

  static let movies: [Signature] = [
    // Own: brands, tracks and QuickTime without a file type box.
    Signature([.any(4), "ftyp"], rule: ISOMedia.branded),
    Signature([.any(4), "styp"], rule: ISOMedia.branded),
    Signature([.any(4)], rule: ISOMedia.unbranded),
    // Own: libmagic 5.44 does not know either kind of transport stream.
    Signature([0x47], rule: TransportStream.plain),
    Signature([.any(4), 0x47], rule: TransportStream.timed),
    Signature(["RIFF", .any(4), "AVI "], "video/x-msvideo"),
    Signature([0x1A, 0x45, 0xDF, 0xA3], rule: Movies.matroska),
    Signature(["FLV", 0x01], "video/x-flv"),
    Signature(
      [
        0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11,
        0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
      ], "video/x-ms-asf"),
    Signature([0x00, 0x00, 0x01, 0xBA], rule: Movies.programStream),
    // Own: a bare H.264 stream and Flash are unknown to libmagic.
    Signature([0x00, 0x00, 0x00, 0x01], rule: Movies.h264),
    Signature(["FWS"], rule: Movies.flash),
    Signature(["CWS"], rule: Movies.flash),
    Signature(["ZWS"], rule: Movies.flash),
  ]

  static let others: [Signature] = [
    Signature(["%PDF-"], "application/pdf"),
    Signature([0x1F, 0x8B, 0x08], "application/gzip"),
  ]

  /// The type by the first signature that knows the body.
  static func decide(_ body: BodyView) -> String? {
    guard let first = body.head[0] else { return nil }
    for signature in byFirstByte[Int(first)] where signature.pattern.matches(body.head) {
      if let mimeType = signature.rule(body) { return mimeType }
    }
    return nil
  }

  /// The table's rows that can match a body, by its first byte, in the table's order.
  private static let byFirstByte: [[Signature]] = (UInt8.min...UInt8.max).map { byte in
    table.filter { $0.pattern.firstByte == nil || $0.pattern.firstByte == byte }
  }
}
