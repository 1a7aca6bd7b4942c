/// The bytes that a JSON string means, from the bytes between its quotation marks.
///
/// The string has been checked: each escape is complete and surrogates come in pairs.
/// Example: the six bytes `\u00e9` give the two bytes of `é` in UTF-8.
struct UnescapedBytes: Sequence, IteratorProtocol {
  private let raw: UnsafeBufferPointer<UInt8>
  private var position = 0
  /// Bytes of one character that are still to come, the next one lowest.
  private var pending: UInt32 = 0
  private var pendingCount = 0

  init(_ raw: UnsafeBufferPointer<UInt8>) { self.raw = raw }

  var underestimatedCount: Int { raw.count / 6 }

  mutating func next() -> UInt8? {
    if pendingCount > 0 {
      defer {
        pending >>= 8
        pendingCount -= 1
      }
      return UInt8(truncatingIfNeeded: pending)
    }
    guard position < raw.count else { return nil }
    let byte = raw[position]
    position += 1
    guard byte == .backslash else { return byte }
    let letter = raw[position]
    position += 1
    return letter == UInt8(ascii: "u") ? beginCharacter() : JSONEscapes.meaning(of: letter)
  }

  private mutating func beginCharacter() -> UInt8 {
    var code = takeUnit()
    if code & 0xFC00 == 0xD800 {
      position += 2  // the backslash and the `u` of the second half
      code = 0x10000 + (code & 0x3FF) << 10 + takeUnit() & 0x3FF
    }
    if code < 0x80 { return UInt8(code) }
    let length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    pendingCount = length - 1
    pending = 0
    var rest = code
    for _ in 1..<length {
      pending = pending << 8 | 0x80 | rest & 0x3F
      rest >>= 6
    }
    return UInt8(truncatingIfNeeded: 0xF00 >> UInt32(length)) | UInt8(rest)
  }

  private mutating func takeUnit() -> UInt32 {
    defer { position += 4 }
    return (0..<4).reduce(0) { $0 << 4 | JSONEscapes.hexDigit(raw[position + $1]) }
  }
}

/// The escapes of RFC 8259, section 7.
enum JSONEscapes {
  /// Gives the byte that a one-letter escape means, or nil when JSON knows no such escape.
  static func meaning(of letter: UInt8) -> UInt8? {
    switch letter {
    case .quote, .backslash, UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// Gives the letter of the short escape for a byte that may not stand bare, or nil when there is none.
  static func letter(for byte: UInt8) -> UInt8? {
    switch byte {
    case .quote, .backslash: byte
    case 0x08: UInt8(ascii: "b")
    case 0x09: UInt8(ascii: "t")
    case 0x0A: UInt8(ascii: "n")
    case 0x0C: UInt8(ascii: "f")
    case 0x0D: UInt8(ascii: "r")
    default: nil
    }
  }

  /// Gives how many bytes a string's byte takes in the shortest JSON text.
  static func writtenLength(of byte: UInt8) -> Int {
    letter(for: byte) != nil ? 2 : byte < 0x20 ? 6 : 1
  }

  /// Gives the value of a hexadecimal digit, or a number above 15 for any other byte.
  static func hexDigit(_ byte: UInt8) -> UInt32 {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: 0xFF
    }
  }
}

extension UInt8 {
  static var quote: UInt8 { 0x22 }
  static var backslash: UInt8 { 0x5C }
}
