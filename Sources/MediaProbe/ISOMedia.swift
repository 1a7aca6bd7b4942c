/// The ISO base media family (MP4, M4A, 3GP, HEIC, AVIF) and QuickTime, told by boxes.
enum ISOMedia {
  /// A length, a name of four letters and a payload.
  struct Box {
    var start: Int
    var name: UInt32
    /// Where the payload begins.
    var payload: Int
    /// One past the last byte, by the box's own word; may lie beyond the head.
    var end: Int
  }

  /// A name or brand as one number.
  static func code(_ name: StaticString) -> UInt32 {
    name.withUTF8Buffer { $0.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// Reads the box at `start`; `limit` is the end of what holds it.
  static func box(in head: ByteView, at start: Int, limit: Int) -> Box? {
    guard let size = head.big32(start), let name = head.big32(start + 4) else { return nil }
    var box = Box(start: start, name: UInt32(name), payload: start + 8, end: limit)
    switch size {
    case 0: break  // to the end of the body
    case 1:
      guard let large = head.big64(start + 8), large >= 16, large <= Int.max - start
      else { return nil }
      box.payload = start + 16
      box.end = start + large
    default:
      guard size >= 8 else { return nil }
      box.end = start + size
    }
    return box
  }

  /// The boxes side by side from `start` to `limit`, as far as the head shows them.
  static func boxes(in head: ByteView, from start: Int, to limit: Int) -> [Box] {
    var found: [Box] = []
    var next = start
    // A head of 64 KiB holds at most 8,192 boxes; real files have some dozens at a level.
    while next < limit, found.count < 256, let box = box(in: head, at: next, limit: limit) {
      found.append(box)
      next = box.end
    }
    return found
  }

  /// A body that begins with a file type box or a segment type box.
  static func branded(_ body: BodyView) -> String? {
    guard let first = box(in: body.head, at: 0, limit: body.byteCount), first.end >= 16,
      let major = body.head.big32(first.payload).map(UInt32.init(truncatingIfNeeded:))
    else { return nil }
    let compatible = stride(from: first.payload + 8, to: min(first.end, 1024), by: 4)
      .compactMap { body.head.big32($0).map(UInt32.init(truncatingIfNeeded:)) }
    let isSegment = first.name == code("styp")
    let kind =
      ISOBrands.kind(major: major, compatible: compatible)
      ?? (isSegment ? .movie("video/mp4") : nil)
    switch kind {
    case .fixed(let mimeType): return mimeType
    case .movie(let mimeType): return ISOTracks(body).isSoundOnly ? "audio/mp4" : mimeType
    case nil:
      // A brand nobody knows, with tracks all the same.
      let tracks = ISOTracks(body)
      return tracks.isSoundOnly ? "audio/mp4" : tracks.hasPictures ? "video/mp4" : nil
    }
  }

  /// Boxes that open a QuickTime file of the time before file type boxes.
  private static let fillers: Set<UInt32> = [code("wide"), code("free"), code("skip")]
  private static let openers: Set<UInt32> = [code("moov"), code("mdat"), code("pnot")]
  /// Boxes that open a piece of a stream.
  private static let fragments: Set<UInt32> = [code("moof"), code("sidx"), code("emsg")]

  /// A body that begins with another box of the family.
  static func unbranded(_ body: BodyView) -> String? {
    var next = 0
    var fillersSeen = 0
    while let box = box(in: body.head, at: next, limit: body.byteCount), box.end <= body.byteCount {
      if openers.contains(box.name) { return "video/quicktime" }
      if fragments.contains(box.name) { return "video/mp4" }
      if box.name == code("ftyp"), fillersSeen > 0 {
        return branded(body.dropping(box.start))
      }
      guard fillers.contains(box.name), fillersSeen < 16 else { return nil }
      fillersSeen += 1
      next = box.end
      if next >= body.head.count { return "video/quicktime" }
    }
    return nil
  }
}
