/// Pictures whose first bytes alone are too short to be sure.
enum Pictures {
  /// Sizes of the header that follows a bitmap's file header, one per version of the format.
  private static let bitmapHeaders: Set<Int> = [12, 40, 52, 56, 64, 108, 124]

  /// "BM" begins many a text: the header's size and its one plane decide.
  static func bitmap(_ body: BodyView) -> String? {
    guard let header = body.head.little32(14), bitmapHeaders.contains(header) else { return nil }
    let planes = body.head.little16(header == 12 ? 22 : 26)
    return planes == 1 ? "image/bmp" : nil
  }

  /// Several raw formats are TIFF with a mark of their own, which libmagic knows.
  static func tiff(_ body: BodyView) -> String? {
    let isLittle = body.head.has("II")
    guard let directory = isLittle ? body.head.little32(4) : body.head.big32(4),
      directory >= 8, directory < body.byteCount, !body.head.has("CR", at: 8)
    else { return nil }
    return "image/tiff"
  }

  /// An icon file lists its pictures, and each lies behind the list.
  static func icon(_ body: BodyView) -> String? {
    guard let count = body.head.little16(4), (1...64).contains(count), body.head[9] == 0,
      let planes = body.head.little16(10), planes <= 1,
      let size = body.head.little32(14), size > 0,
      let offset = body.head.little32(18), offset >= 6 + 16 * count
    else { return nil }
    return "image/vnd.microsoft.icon"
  }
}
