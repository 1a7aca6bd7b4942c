extension JSONValue {
  /// An object or array as the text writes it, blanks and line breaks included; nil of any other value.
  public var sourceText: String? {
    guard kind == .object || kind == .array else { return nil }
    let text = tape.withText { Array($0) }
    let start = tape.beginning(of: index)
    var depth = 0
    var isInString = false
    var isEscaped = false
    for end in text[start...].indices {
      let byte = text[end]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return String(decoding: text[start...end], as: UTF8.self) }
      default: break
      }
    }
    return nil
  }
}
