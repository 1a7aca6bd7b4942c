/// Which tracks a movie has, as far as its index (`moov`) lies in the head.
struct ISOTracks {
  private(set) var hasPictures = false
  /// Sound, no pictures, and no further track can be hidden beyond the head.
  private(set) var isSoundOnly = false

  init(_ body: BodyView) {
    let head = body.head
    let top = ISOMedia.boxes(in: head, from: 0, to: body.byteCount)
    guard let index = top.first(where: { $0.name == ISOMedia.code("moov") }) else { return }
    let parts = ISOMedia.boxes(in: head, from: index.payload, to: index.end)
    let tracks = parts.filter { $0.name == ISOMedia.code("trak") }
    let handlers = tracks.map { Self.handler(of: $0, in: head) }
    hasPictures = handlers.contains(ISOMedia.code("vide"))
    guard !hasPictures, handlers.contains(ISOMedia.code("soun")), !handlers.contains(nil) else {
      return
    }
    let lastEnd = parts.last?.end ?? index.payload
    isSoundOnly =
      lastEnd >= index.end || Self.promisedTracks(parts, in: head) == tracks.count
  }

  /// The tracks a movie header counts: one less than the next track's number.
  private static func promisedTracks(_ parts: [ISOMedia.Box], in head: ByteView) -> Int? {
    guard let header = parts.first(where: { $0.name == ISOMedia.code("mvhd") }) else { return nil }
    // Version 1 has times of eight bytes.
    let length = head[header.payload] == 1 ? 112 : 100
    return head.big32(header.payload + length - 4).map { $0 - 1 }
  }

  /// The handler of a track: `vide`, `soun`, `text` …
  private static func handler(of track: ISOMedia.Box, in head: ByteView) -> UInt32? {
    let media = ISOMedia.boxes(in: head, from: track.payload, to: track.end)
      .first { $0.name == ISOMedia.code("mdia") }
    guard let media else { return nil }
    let handler = ISOMedia.boxes(in: head, from: media.payload, to: media.end)
      .first { $0.name == ISOMedia.code("hdlr") }
    return handler.flatMap { head.big32($0.payload + 8) }.map(UInt32.init(truncatingIfNeeded:))
  }
}
