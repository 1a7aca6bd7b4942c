/// A reader of CSV that lets nothing pass which RFC 4180 does not allow.
enum CSVReader {
  enum Fault: Error, Equatable {
    case noByteOrderMark, bareQuote, textBehindQuote, bareLineBreak, openQuote, noFinalLineBreak
    case raggedRow(Int)
  }

  /// The rows by column name.
  static func records(_ bytes: [UInt8]) throws -> [[String: String]] {
    let rows = try rows(bytes)
    let header = rows[0]
    return rows.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }

  /// All rows, the header first.
  static func rows(_ bytes: [UInt8]) throws -> [[String]] {
    guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { throw Fault.noByteOrderMark }
    var rest = bytes.dropFirst(3)
    var rows: [[String]] = []
    while !rest.isEmpty {
      let row = try row(&rest)
      if let first = rows.first, first.count != row.count { throw Fault.raggedRow(rows.count) }
      rows.append(row)
    }
    return rows
  }

  private static func row(_ rest: inout ArraySlice<UInt8>) throws -> [String] {
    var row: [String] = []
    while true {
      row.append(try cell(&rest))
      switch rest.popFirst() {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "\r"):
        guard rest.popFirst() == UInt8(ascii: "\n") else { throw Fault.bareLineBreak }
        return row
      case nil: throw Fault.noFinalLineBreak
      default: throw Fault.textBehindQuote
      }
    }
  }

  private static func cell(_ rest: inout ArraySlice<UInt8>) throws -> String {
    var text: [UInt8] = []
    guard rest.first == UInt8(ascii: "\"") else {
      while let byte = rest.first, byte != UInt8(ascii: ","), byte != UInt8(ascii: "\r") {
        if byte == UInt8(ascii: "\"") { throw Fault.bareQuote }
        if byte == UInt8(ascii: "\n") { throw Fault.bareLineBreak }
        text.append(byte)
        rest.removeFirst()
      }
      return String(decoding: text, as: UTF8.self)
    }
    rest.removeFirst()
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") {
        guard rest.first == byte else { return String(decoding: text, as: UTF8.self) }
        rest.removeFirst()
      }
      text.append(byte)
    }
    throw Fault.openQuote
  }
}
