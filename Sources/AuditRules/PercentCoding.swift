enum PercentCoding {
  /// Undoes escapes once; a `%` without two digits stays.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = bytes.startIndex
    while position < bytes.endIndex {
      if bytes[position] == UInt8(ascii: "%"), position + 2 < bytes.endIndex,
        let high = ASCII.hexadecimal(bytes[position + 1]),
        let low = ASCII.hexadecimal(bytes[position + 2])
      {
        result.append(high << 4 | low)
        position += 3
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return result
  }

  /// Counts how often escapes were escaped again: `%20` never, `%2520` once, `%252520` twice.
  static func repeatedEscapes(_ bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    for position in bytes.indices where bytes[position] == UInt8(ascii: "%") {
      var rest = bytes[(position + 1)...]
      while rest.starts(with: "25".utf8),
        rest.dropFirst(2).prefix(2).count(where: { ASCII.hexadecimal($0) != nil }) == 2
      {
        count += 1
        rest = rest.dropFirst(2)
      }
    }
    return count
  }
}
