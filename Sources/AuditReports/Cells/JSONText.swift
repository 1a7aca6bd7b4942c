// JSON members as bytes, straight into the file's buffer: `results.ndjson` is the largest file of a
// report, and its rows go through here without a copy.

extension [UInt8] {
  /// Appends a text as a JSON string: what must be escaped is, everything else stays as it is.
  mutating func append(jsonString text: String) {
    append(UInt8(ascii: "\""))
    text.withBytes { text in
      let isPlain = !text.contains {
        $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
      }
      if isPlain { append(contentsOf: text) } else { append(escaping: text) }
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(escaping text: UnsafeBufferPointer<UInt8>) {
    let digits = Array("0123456789abcdef".utf8)
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""): append(word: #"\""#)
      case UInt8(ascii: "\\"): append(word: #"\\"#)
      case UInt8(ascii: "\n"): append(word: #"\n"#)
      case UInt8(ascii: "\r"): append(word: #"\r"#)
      case UInt8(ascii: "\t"): append(word: #"\t"#)
      case ..<0x20:
        append(word: #"\u00"#)
        append(digits[Int(byte >> 4)])
        append(digits[Int(byte & 15)])
      default: append(byte)
      }
    }
  }

  /// Appends a text behind a member's key, null for an empty one.
  mutating func append(key: String, text: String) {
    append(word: key)
    if text.isEmpty { append(word: "null") } else { append(jsonString: text) }
  }

  /// Appends a word of ours, which needs no escape, behind a member's key; null for none.
  mutating func append(key: String, word: String?) {
    append(word: key)
    guard let word else { return append(word: "null") }
    append(UInt8(ascii: "\""))
    append(word: word)
    append(UInt8(ascii: "\""))
  }

  /// Appends a number behind a member's key, null for none.
  mutating func append(key: String, number: Int?) {
    append(word: key)
    if let number { append(number: number) } else { append(word: "null") }
  }
}
