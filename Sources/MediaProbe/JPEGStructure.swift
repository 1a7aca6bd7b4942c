/// A JPEG needs SOI, SOF and SOS, and EOI at its end (A5c).
///
/// Read as decoders do: junk between segments is skipped, and bytes after EOI do not matter, as
/// long as EOI lies in the head or in the last bytes kept.
enum JPEGStructure {
  static func judge(_ body: BodyView) -> Structure {
    let isEnded = (0..<body.tail.count).contains {
      body.tail[$0] == 0xFF && body.tail[$0 + 1] == 0xD9
    }
    return StructureCheck.verdict(walk(body, isEnded: isEnded), of: body, isEnded: isEnded)
  }

  private static func walk(_ body: BodyView, isEnded: Bool) -> StructureCheck.Walk {
    let head = body.head
    guard head[0] == 0xFF, head[1] == 0xD8 else { return .broken }
    var index = 2
    var hasFrame = false
    while let marker = nextMarker(in: head, from: &index) {
      switch marker {
      case 0x00, 0x01, 0xD0...0xD7: continue  // no segment behind these
      case 0xD8, 0xD9: return .broken  // a second start, or the end before any picture
      default: break
      }
      guard let length = head.big16(index) else { return .headEnds }
      guard length >= 2, index + length <= body.byteCount else { return .broken }
      if isFrame(marker) {
        switch isUsableFrame(head.slice(index, length), length: length) {
        case true: hasFrame = true
        case false: return .broken
        case nil: return .headEnds
        }
      }
      if marker == 0xDA {
        guard hasFrame else { return .broken }
        return .found(end: isEnded || hasEnd(in: head, from: index + length))
      }
      index += length
    }
    return .headEnds
  }

  /// Moves behind the next marker; nil at the end of the head.
  private static func nextMarker(in head: ByteView, from index: inout Int) -> UInt8? {
    index = head.skip(from: index) { $0 != 0xFF }
    index = head.skip(from: index) { $0 == 0xFF }
    defer { index += 1 }
    return head[index]
  }

  /// SOF0 to SOF15, among which DHT, JPG and DAC have their places.
  private static func isFrame(_ marker: UInt8) -> Bool {
    0xC0...0xCF ~= marker && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
  }

  /// Height, width and components as any decoder wants them; nil when the head ends before.
  private static func isUsableFrame(_ segment: ByteView, length: Int) -> Bool? {
    guard let height = segment.big16(3), let width = segment.big16(5), let components = segment[7]
    else { return length >= 8 ? nil : false }
    return height > 0 && width > 0 && 1...4 ~= components && length >= 8 + 3 * Int(components)
  }

  /// In coded data 0xFF is followed by zero or a restart, so that this pair is EOI and nothing else.
  private static func hasEnd(in head: ByteView, from start: Int) -> Bool {
    var index = start
    while true {
      index = head.skip(from: index) { $0 != 0xFF }
      guard let next = head[index + 1] else { return false }
      if next == 0xD9 { return true }
      index += 1
    }
  }
}
