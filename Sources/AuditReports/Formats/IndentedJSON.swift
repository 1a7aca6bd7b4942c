/// Lays compact JSON out for readers: two blanks a level, one member a line.
enum IndentedJSON {
  /// Example: `{"a":[1,2],"b":{}}` gets `"a"`, `1`, `2` and `"b"` on lines of their own.
  static func indent(_ compact: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var level = 0
    var isInString = false
    var isEscaped = false
    func breakLine() {
      text.append(UInt8(ascii: "\n"))
      text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
    }
    for (index, byte) in compact.enumerated() {
      if isInString {
        text.append(byte)
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        text.append(byte)
        let isEmpty = index + 1 < compact.count && "}]".utf8.contains(compact[index + 1])
        level += 1
        if !isEmpty { breakLine() }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        level -= 1
        if let last = text.last, !"{[".utf8.contains(last) { breakLine() }
        text.append(byte)
      case UInt8(ascii: ","):
        text.append(byte)
        breakLine()
      case UInt8(ascii: ":"):
        text.append(contentsOf: ": ".utf8)
      default:
        isInString = byte == UInt8(ascii: "\"")
        text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\n"))
    return text
  }
}
