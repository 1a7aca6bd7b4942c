// Cells by RFC 4180: comma, CRLF, quotation marks only where they are needed.

extension Pen {
  /// The most bytes a text takes as a cell: all NUL, quoted and guarded.
  @inline(__always)
  static func longestCell(_ text: String) -> Int { text.utf8.count * 3 + 3 }

  @inline(__always)
  mutating func putComma() { put(UInt8(ascii: ",")) }

  @inline(__always)
  mutating func putRowEnd() { put(literal: "\r\n") }

  /// Puts a cell of foreign text: guarded, quoted where needed, NUL as U+FFFD, all else unchanged.
  @inline(__always)
  mutating func put(cell text: String) {
    if !text.isEmpty { text.withBytes { put(cell: $0) } }
  }

  mutating func put(cell text: UnsafeBufferPointer<UInt8>) {
    let isGuarded = FormulaGuard.mustGuard(text)
    // Without a branch, so that the compiler looks at many bytes in one step.
    var breaking: UInt8 = 0
    var changing: UInt8 = 0
    for byte in text {
      breaking |= byte == UInt8(ascii: ",") ? 1 : 0
      breaking |= byte == UInt8(ascii: "\n") ? 1 : 0
      breaking |= byte == UInt8(ascii: "\r") ? 1 : 0
      changing |= byte == UInt8(ascii: "\"") ? 1 : 0
      changing |= byte == 0 ? 2 : 0
    }
    let needsQuotes = breaking != 0 || changing & 1 != 0
    if needsQuotes { put(UInt8(ascii: "\"")) }
    if isGuarded { put(UInt8(ascii: "'")) }
    if changing == 0 { put(bytes: text) } else { put(marking: text) }
    if needsQuotes { put(UInt8(ascii: "\"")) }
  }

  /// Puts text with quotation marks doubled and NUL replaced by U+FFFD.
  private mutating func put(marking text: UnsafeBufferPointer<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""): put(literal: "\"\"")
      case 0: put(literal: "\u{FFFD}")
      default: put(byte)
      }
    }
  }

  /// Puts a cell of a whole number, empty when there is none.
  @inline(__always)
  mutating func put(cell number: Int?) {
    if let number { put(number: number) }
  }
}

extension [UInt8] {
  /// Appends the byte-order mark that makes spreadsheets read UTF-8, and the header row.
  mutating func append(csvHeader columns: [String]) {
    append(contentsOf: "\u{FEFF}".utf8)
    append(contentsOf: columns.joined(separator: ",").utf8)
    append(contentsOf: "\r\n".utf8)
  }
}
