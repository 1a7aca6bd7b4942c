/// Movie formats that need a closer look, but for the ISO family and transport streams.
enum Movies {
  /// The document type stands near the start of the header; sound alone is not told apart.
  static func matroska(_ body: BodyView) -> String? {
    let header = body.head.prefix(64)
    if header.find("webm") != nil { return "video/webm" }
    return header.find("matroska") != nil ? "video/x-matroska" : nil
  }

  /// A pack header of MPEG-1 (0010) or MPEG-2 (01) follows the start code.
  static func programStream(_ body: BodyView) -> String? {
    guard let mark = body.head[4] else { return nil }
    return mark & 0xF0 == 0x20 || mark & 0xC0 == 0x40 ? "video/mpeg" : nil
  }

  /// The `profile_idc` values that players know.
  private static let h264Profiles: Set<UInt8> = [66, 77, 88, 100, 110, 122, 244]

  /// A sequence parameter set of a known profile, perhaps behind an access unit delimiter.
  static func h264(_ body: BodyView) -> String? {
    var unit = 4
    if body.head[unit] == 0x09 {
      guard body.head[6] == 0, body.head[7] == 0 else { return nil }
      unit = body.head[8] == 1 ? 9 : 10
      guard body.head[unit - 1] == 1 else { return nil }
    }
    guard let kind = body.head[unit], kind & 0x9F == 0x07, kind & 0x60 != 0,
      let profile = body.head[unit + 1], h264Profiles.contains(profile)
    else { return nil }
    return "video/h264"
  }

  /// Version and length follow the three letters; `FWS` is not packed, so its length is the body's.
  static func flash(_ body: BodyView) -> String? {
    guard let version = body.head[3], (1...60).contains(version),
      let length = body.head.little32(4), length > 8
    else { return nil }
    if body.head.has("F"), length != body.byteCount { return nil }
    return "application/x-shockwave-flash"
  }
}
