/// The structure of a whole picture in memory, as far as drawing depends on it (A5c).
enum PictureStructure {
  static func of(_ kind: ByteKind, _ data: [UInt8]) -> MediaFacts.Structure {
    switch kind {
    case .png: png(data)
    case .jpeg: jpeg(data)
    case .gif: gif(data)
    default: .notJudged
    }
  }

  /// IHDR and IDAT, IEND at the end.
  private static func png(_ data: [UInt8]) -> MediaFacts.Structure {
    var position = 8
    var types: [String] = []
    while position + 8 <= data.count {
      let length = data[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
      types.append(String(decoding: data[(position + 4)..<(position + 8)], as: UTF8.self))
      position += 12 + length
    }
    guard types.first == "IHDR", types.contains("IDAT") else { return .undecodable }
    return types.last == "IEND" && position <= data.count ? .whole : .truncated
  }

  /// SOI, SOF and SOS, EOI at the end.
  private static func jpeg(_ data: [UInt8]) -> MediaFacts.Structure {
    var position = 2
    var hasFrame = false
    while position + 4 <= data.count, data[position] == 0xFF {
      let marker = data[position + 1]
      if marker == 0xFF {
        position += 1
        continue
      }
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) { hasFrame = true }
      if marker == 0xDA, hasFrame { return data.suffix(2) == [0xFF, 0xD9] ? .whole : .truncated }
      position += 2 + Int(data[position + 2]) << 8 + Int(data[position + 3])
    }
    return .undecodable
  }

  /// A screen descriptor and an image; a missing trailer is nothing.
  private static func gif(_ data: [UInt8]) -> MediaFacts.Structure {
    guard data.count > 13 else { return .undecodable }
    let colours = data[10] & 0x80 == 0 ? 0 : 3 << (Int(data[10] & 7) + 1)
    return data.dropFirst(13 + colours).contains(0x2C) ? .whole : .undecodable
  }
}
