/// A PNG needs IHDR and IDAT, and IEND at its end (A5c).
///
/// Bytes after IEND do not matter, as decoders stop there.
enum PNGStructure {
  static func judge(_ body: BodyView) -> Structure {
    let isEnded = (0..<body.tail.count).contains {
      // The name, and the checksum that is always the same.
      body.tail.has("IEND", at: $0) && body.tail.big32($0 + 4) == 0xAE42_6082
    }
    return StructureCheck.verdict(walk(body), of: body, isEnded: isEnded)
  }

  private static func walk(_ body: BodyView) -> StructureCheck.Walk {
    let head = body.head
    var index = 8
    var hasHeader = false
    var hasData = false
    while let length = head.big32(index), head[index + 7] != nil {
      let end = index + 12 + length
      if !hasHeader {
        // Apple's own variant has one chunk before the header.
        if head.has("IHDR", at: index + 4) {
          guard length == 13 else { return .broken }
          guard let width = head.big32(index + 8), let height = head.big32(index + 12) else {
            return .headEnds
          }
          guard width > 0, height > 0, end <= body.byteCount else { return .broken }
          hasHeader = true
        } else if !head.has("CgBI", at: index + 4) {
          return .broken
        }
      } else if head.has("IDAT", at: index + 4) {
        hasData = true
      } else if head.has("IEND", at: index + 4) {
        return hasData ? .found(end: end <= body.byteCount) : .broken
      }
      if end > body.byteCount { break }
      index = end
    }
    if hasData { return .found(end: false) }
    // A chunk that the body's end cuts off was the last one.
    return hasHeader && index < head.count && isCutOff(at: index, body) ? .broken : .headEnds
  }

  private static func isCutOff(at index: Int, _ body: BodyView) -> Bool {
    body.head.big32(index).map { index + 12 + $0 > body.byteCount } ?? false
  }
}
