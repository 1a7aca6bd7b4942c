// JSON members straight into the row: `results.ndjson` is the largest file of a report.

extension Pen {
  /// The most bytes a text takes as a JSON string: every byte as `\u00xx`.
  @inline(__always)
  static func longestString(_ text: String) -> Int { text.utf8.count * 6 + 4 }

  /// Puts a text as a JSON string: what must be escaped is, everything else stays as it is.
  mutating func put(jsonString text: UnsafeBufferPointer<UInt8>) {
    put(UInt8(ascii: "\""))
    var special: UInt8 = 0
    for byte in text {
      special |= byte < 0x20 ? 1 : 0
      special |= byte == UInt8(ascii: "\"") ? 1 : 0
      special |= byte == UInt8(ascii: "\\") ? 1 : 0
    }
    if special == 0 { put(bytes: text) } else { put(escaping: text) }
    put(UInt8(ascii: "\""))
  }

  private mutating func put(escaping text: UnsafeBufferPointer<UInt8>) {
    let digits: StaticString = "0123456789abcdef"
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""): put(literal: #"\""#)
      case UInt8(ascii: "\\"): put(literal: #"\\"#)
      case UInt8(ascii: "\n"): put(literal: #"\n"#)
      case UInt8(ascii: "\r"): put(literal: #"\r"#)
      case UInt8(ascii: "\t"): put(literal: #"\t"#)
      case ..<0x20:
        put(literal: #"\u00"#)
        put(digits.utf8Start[Int(byte >> 4)])
        put(digits.utf8Start[Int(byte & 15)])
      default: put(byte)
      }
    }
  }

  /// Puts a text behind a member's key, null for an empty one.
  @inline(__always)
  mutating func put(_ key: StaticString, text: String) {
    put(literal: key)
    if text.isEmpty { return put(literal: "null") }
    text.withBytes { put(jsonString: $0) }
  }

  /// Puts a word of ours, which needs no escape, behind a member's key; null for none.
  @inline(__always)
  mutating func put(_ key: StaticString, word: String?) {
    put(literal: key)
    guard let word else { return put(literal: "null") }
    put(UInt8(ascii: "\""))
    put(word: word)
    put(UInt8(ascii: "\""))
  }

  /// Puts a number behind a member's key, null for none.
  @inline(__always)
  mutating func put(_ key: StaticString, number: Int?) {
    put(literal: key)
    if let number { put(number: number) } else { put(literal: "null") }
  }
}
