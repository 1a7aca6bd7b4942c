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

  /// Counts escaped percent signs before two more digits, as in `%2520`.
  static func doubledEscapes(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.indices.count { position in
      let rest = bytes[position...]
      return rest.starts(with: [UInt8(ascii: "%"), UInt8(ascii: "2"), UInt8(ascii: "5")])
        && rest.dropFirst(3).prefix(2).count { ASCII.hexadecimal($0) != nil } == 2
    }
  }
}
