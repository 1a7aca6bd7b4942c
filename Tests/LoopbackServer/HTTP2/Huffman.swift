/// The Huffman code of HPACK (RFC 7541, appendix B), decoding only.
///
/// The code is canonical: the lengths alone give every code word.
enum Huffman {
  /// The text of coded bytes, or nil where they are no such code.
  static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
    var out: [UInt8] = []
    var code = 0
    var length = 0
    for byte in bytes {
      for bit in stride(from: 7, through: 0, by: -1) {
        code = code << 1 | Int(byte >> bit & 1)
        length += 1
        guard length <= 30 else { return nil }
        let row = rows[length]
        let place = code - row.first
        guard place >= 0, place < row.symbols.count else { continue }
        guard row.symbols[place] < 256 else { return nil }
        out.append(UInt8(row.symbols[place]))
        code = 0
        length = 0
      }
    }
    // The rest of the last byte is filled with ones.
    guard length < 8, code == (1 << length) - 1 else { return nil }
    return String(decoding: out, as: UTF8.self)
  }

  private struct Row {
    var first = 0
    var symbols: [Int] = []
  }

  /// The first code of each length, and the symbols in the order of their codes.
  private static let rows: [Row] = {
    var rows = [Row](repeating: Row(), count: 31)
    for (symbol, length) in lengths.enumerated() { rows[length].symbols.append(symbol) }
    var code = 0
    for length in 1...30 {
      code <<= 1
      rows[length].first = code
      code += rows[length].symbols.count
    }
    return rows
  }()

  /// The length of each symbol's code word; the last is the end mark's.
  private static let lengths = [
    13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6,
    5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10, 13, 6, 7, 7, 7, 7, 7, 7,
    7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
    15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7,
    7, 7, 7, 15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23,
    24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20, 22, 22, 23, 23, 21,
    23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
    26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24,
    21, 21, 26, 26, 28, 27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23,
    26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26, 30,
  ]
}
