/// The strict UTF-8 check of RFC 3629: no overlong forms, no surrogates, nothing beyond U+10FFFF.
enum UTF8Check {
  /// Finds the offset of the first ill-formed sequence, nil when there is none.
  ///
  /// `padding` zero bytes must be readable behind the text (``JSONTape/padding``).
  static func firstFault(_ base: UnsafePointer<UInt8>, count: Int) -> Int? {
    var position = 0
    while position < count {
      // Eight ASCII bytes at once; reading past the end meets the padding.
      let word = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
      if word & 0x8080_8080_8080_8080 == 0 {
        position += 8
        continue
      }
      position += UInt64(littleEndian: word & 0x8080_8080_8080_8080).trailingZeroBitCount / 8
      repeat {
        let length = sequenceLength(base + position)
        if length == 0 { return position }
        position += length
      } while position < count && base[position] >= 0x80
    }
    return nil
  }

  /// Gives the length of the well-formed sequence at `bytes`, 0 when there is none.
  ///
  /// The zero padding is no continuation byte, so a sequence cut off by the end is ill-formed by itself.
  private static func sequenceLength(_ bytes: UnsafePointer<UInt8>) -> Int {
    let lead = bytes[0]
    let length: Int
    let second: ClosedRange<UInt8>
    switch lead {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard second.contains(bytes[1]) else { return 0 }
    guard length == 2 || bytes[2] & 0xC0 == 0x80 else { return 0 }
    guard length < 4 || bytes[3] & 0xC0 == 0x80 else { return 0 }
    return length
  }
}
