/// A GIF needs a screen descriptor and an image; a missing trailer alone means nothing (A5c).
enum GIFStructure {
  static func judge(_ body: BodyView) -> Structure {
    switch walk(body.head) {
    case .found: .whole
    case .broken: .undecodable
    case .headEnds: body.isCut ? .notJudged : .undecodable
    }
  }

  private static func walk(_ head: ByteView) -> StructureCheck.Walk {
    guard let screen = head[10], head[12] != nil else { return .headEnds }
    // The colour table has 2 to 256 entries of three bytes.
    var index = 13 + (screen & 0x80 == 0 ? 0 : 3 << (Int(screen & 7) + 1))
    while let block = head[index] {
      switch block {
      case 0x2C:  // an image: place, size and flags
        return head[index + 9] == nil ? .headEnds : .found(end: false)
      case 0x21:  // an extension: a label and blocks up to an empty one
        index += 2
        while let length = head[index], length > 0 { index += 1 + Int(length) }
        index += 1
      case 0x3B: return .broken  // the trailer, and no image before it
      default: return .broken
      }
    }
    return .headEnds
  }
}
