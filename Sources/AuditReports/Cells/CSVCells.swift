// Cells by RFC 4180, written as bytes: comma, CRLF, quotation marks only where they are needed.

extension [UInt8] {
  /// The byte-order mark that makes spreadsheets read UTF-8, and the header row.
  mutating func append(csvHeader columns: [String]) {
    append(contentsOf: [0xEF, 0xBB, 0xBF])
    for (index, column) in columns.enumerated() {
      if index > 0 { appendComma() }
      append(word: column)
    }
    appendRowEnd()
  }

  @inline(__always)
  mutating func appendComma() { append(UInt8(ascii: ",")) }

  @inline(__always)
  mutating func appendRowEnd() {
    append(UInt8(ascii: "\r"))
    append(UInt8(ascii: "\n"))
  }

  /// Appends a cell of foreign text: guarded, quoted where needed, NUL as U+FFFD, all else unchanged.
  mutating func append(cell text: String) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { append(cell: $0) }
    if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { append(cell: $0) } }
  }

  mutating func append(cell text: UnsafeBufferPointer<UInt8>) {
    guard !text.isEmpty else { return }
    let isGuarded = FormulaGuard.mustGuard(text)
    var needsQuotes = false
    var isPlain = true
    for byte in text where byte < 0x2D {
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: "\r"), UInt8(ascii: "\n"): needsQuotes = true
      case UInt8(ascii: "\""), 0:
        needsQuotes = needsQuotes || byte != 0
        isPlain = false
      default: break
      }
    }
    if needsQuotes { append(UInt8(ascii: "\"")) }
    if isGuarded { append(UInt8(ascii: "'")) }
    if isPlain { append(contentsOf: text) } else { append(marking: text) }
    if needsQuotes { append(UInt8(ascii: "\"")) }
  }

  /// Appends text with quotation marks doubled and NUL replaced by U+FFFD.
  private mutating func append(marking text: UnsafeBufferPointer<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""): append(contentsOf: [byte, byte])
      case 0: append(contentsOf: [0xEF, 0xBF, 0xBD])
      default: append(byte)
      }
    }
  }

  /// Appends a cell of a whole number, empty when there is none.
  @inline(__always)
  mutating func append(cell number: Int?) {
    if let number { append(number: number) }
  }
}
