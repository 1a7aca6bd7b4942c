/// A CSV file read strictly by RFC 4180: byte-order mark, CRLF, quotes only where they belong, and
/// as many cells in each row as in the header.
struct CSVTable: Sendable {
  var header: [String]
  var rows: [[String: String]]

  init(_ bytes: [UInt8]) throws {
    var reader = CSVReader(bytes: bytes)
    var records = try reader.records()
    guard !records.isEmpty else { throw CaseFault("the CSV file has no header row") }
    header = records.removeFirst()
    let header = header
    guard Set(header).count == header.count else { throw CaseFault("a column stands twice") }
    rows = try records.enumerated().map { index, cells in
      guard cells.count == header.count else {
        throw CaseFault("CSV row \(index + 1) has \(cells.count) cells, not \(header.count)")
      }
      return Dictionary(uniqueKeysWithValues: zip(header, cells))
    }
  }
}

private struct CSVReader {
  private let bytes: [UInt8]
  private var position: Int

  private static let quote: UInt8 = 0x22
  private static let comma: UInt8 = 0x2C
  private static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D

  init(bytes: [UInt8]) {
    self.bytes = bytes
    position = 0
  }

  mutating func records() throws -> [[String]] {
    guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw CaseFault("the CSV file has no byte-order mark")
    }
    position = 3
    var records: [[String]] = []
    while position < bytes.count { records.append(try record()) }
    return records
  }

  private mutating func record() throws -> [String] {
    var cells: [String] = []
    while true {
      cells.append(try cell())
      guard position < bytes.count else { throw fault("the last row does not end with CRLF") }
      let end = bytes[position]
      position += 1
      if end == Self.comma { continue }
      guard end == Self.carriageReturn, position < bytes.count, bytes[position] == Self.lineFeed
      else { throw fault("a cell is followed by neither a comma nor CRLF") }
      position += 1
      return cells
    }
  }

  private mutating func cell() throws -> String {
    guard position < bytes.count, bytes[position] == Self.quote else { return try bareCell() }
    position += 1
    var content: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == Self.quote {
        guard position < bytes.count, bytes[position] == Self.quote else {
          return try text(content)
        }
        position += 1
      }
      content.append(byte)
    }
    throw fault("a quoted cell does not end")
  }

  private mutating func bareCell() throws -> String {
    let special = [Self.comma, Self.carriageReturn, Self.lineFeed]
    let end = bytes[position...].firstIndex { special.contains($0) } ?? bytes.count
    let content = bytes[position..<end]
    guard !content.contains(Self.quote) else { throw fault("a quote stands in a bare cell") }
    position = end
    return try text(Array(content))
  }

  private func text(_ content: [UInt8]) throws -> String {
    guard let text = String(validating: content, as: UTF8.self) else {
      throw fault("a cell is not UTF-8")
    }
    return text
  }

  private func fault(_ what: String) -> CaseFault { CaseFault("byte \(position): \(what)") }
}
