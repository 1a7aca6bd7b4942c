/// Tells whether a text that begins with a brace or bracket is JSON, even when it is cut off.
struct JSONBeginning {
  /// Bytes looked at; a text that is JSON so far is taken for it.
  private static let reach = 16 * 1024
  private static let deepest = 512

  private enum Expected {
    case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd
  }

  private let text: ByteView
  private var position = 0
  /// For each open bracket whether it is a brace.
  private var open: [Bool] = []
  private var expected = Expected.value

  private init(_ text: ByteView) { self.text = text }

  /// Reads `text`; when it ends early that is an error unless the text is cut off there.
  static func isJSON(_ text: ByteView, isCut: Bool) -> Bool {
    var reader = JSONBeginning(text.prefix(reach))
    let isCut = isCut || text.count > reach
    repeat {
      reader.skipBlanks()
      guard let byte = reader.text[reader.position] else { return isCut }
      guard let ok = reader.step(byte) else { return isCut }
      guard ok else { return false }
    } while !reader.open.isEmpty
    reader.skipBlanks()
    // More than one value is another format, which libmagic may know.
    return reader.position >= reader.text.count
  }

  private mutating func skipBlanks() {
    position = text.skip(from: position, while: ByteView.isBlank)
  }

  /// Reads one token; false: no JSON, nil: the text ends inside the token.
  private mutating func step(_ byte: UInt8) -> Bool? {
    switch (expected, byte) {
    case (.valueOrEnd, UInt8(ascii: "]")), (.keyOrEnd, UInt8(ascii: "}")):
      return close(brace: byte == UInt8(ascii: "}"))
    case (.commaOrEnd, UInt8(ascii: "]")), (.commaOrEnd, UInt8(ascii: "}")):
      return close(brace: byte == UInt8(ascii: "}"))
    case (.commaOrEnd, UInt8(ascii: ",")):
      expected = open.last == true ? .key : .value
    case (.colon, UInt8(ascii: ":")):
      expected = .value
    case (.key, UInt8(ascii: "\"")), (.keyOrEnd, UInt8(ascii: "\"")):
      expected = .colon
      return string()
    case (.value, _), (.valueOrEnd, _):
      return value(byte)
    default:
      return false
    }
    position += 1
    return true
  }

  private mutating func close(brace: Bool) -> Bool {
    position += 1
    expected = .commaOrEnd
    return open.popLast() == brace
  }

  private mutating func value(_ byte: UInt8) -> Bool? {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < Self.deepest else { return false }
      let brace = byte == UInt8(ascii: "{")
      open.append(brace)
      expected = brace ? .keyOrEnd : .valueOrEnd
      position += 1
      return true
    case UInt8(ascii: "\""):
      expected = .commaOrEnd
      return string()
    default:
      expected = .commaOrEnd
      return word()
    }
  }

  private mutating func string() -> Bool? {
    var index = position + 1
    while let byte = text[index] {
      switch byte {
      case UInt8(ascii: "\""):
        position = index + 1
        return true
      case UInt8(ascii: "\\"): index += 2
      case 0..<0x20: return false
      default: index += 1
      }
    }
    return nil
  }

  /// A number or one of the three words.
  private mutating func word() -> Bool? {
    let end = text.skip(from: position) {
      !ByteView.isBlank($0) && !#",]}[{":"#.utf8.contains($0)
    }
    // Nothing of this kind is long; a cut one cannot be judged.
    guard end > position, end - position <= 400 else { return false }
    guard end < text.count else { return nil }
    let word = text.slice(position, end - position)
    position = end
    for known: StaticString in ["true", "false", "null"] where word.has(known) {
      return word.count == known.utf8CodeUnitCount
    }
    return Self.isNumber(word)
  }

  private static func isNumber(_ word: ByteView) -> Bool {
    func digits(from start: Int) -> Int {
      word.skip(from: start) { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }
    let start = word[0] == UInt8(ascii: "-") ? 1 : 0
    var index = digits(from: start)
    guard index > start, word[start] != UInt8(ascii: "0") || index == start + 1 else {
      return false
    }
    if word[index] == UInt8(ascii: ".") {
      let fraction = index + 1
      index = digits(from: fraction)
      guard index > fraction else { return false }
    }
    if let mark = word[index], mark | 0x20 == UInt8(ascii: "e") {
      index += 1
      if let sign = word[index], sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        index += 1
      }
      let exponent = index
      index = digits(from: exponent)
      guard index > exponent else { return false }
    }
    return index == word.count
  }
}
