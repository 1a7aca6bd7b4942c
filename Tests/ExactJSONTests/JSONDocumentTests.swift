import ExactJSON
import Testing

@Suite("Parsing a JSON text")
struct JSONDocumentTests {
  @Test(
    "Well-formed texts give their compact form",
    arguments: [
      ("{}", "{}"), ("[]", "[]"), (" [ 1 , 2 ] ", "[1,2]"), ("\"\"", "\"\""),
      ("null", "null"), ("true", "true"), ("\tfalse\r\n", "false"), ("0", "0"), ("-0", "-0"),
      ("1e400", "1e400"), ("12345678901234567890", "12345678901234567890"),
      ("9007199254740993", "9007199254740993"), ("1.50E+07", "1.50E+07"), ("-0.0e-1", "-0.0e-1"),
      (#"{"a":{"b":[{},[],"c"]}}"#, #"{"a":{"b":[{},[],"c"]}}"#),
      (#"["\u00e9\/\n\t\u0001\"\\"]"#, #"["é/\n\t\u0001\"\\"]"#),
      (#""\uD83D\ude00""#, "\"😀\""), (#""\u0000""#, #""\u0000""#),
      ("\"\u{7F}\u{2028}\"", "\"\u{7F}\u{2028}\""),
      (#""\u007f\u0080\u07ff\u0800\uffff""#, "\"\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\""),
      (#""\b\f\r""#, #""\b\f\r""#), ("\"\u{10FFFF}\"", "\"\u{10FFFF}\""),
      (#""\uDBFF\uDFFF""#, "\"\u{10FFFF}\""), (#"{"":""}"#, #"{"":""}"#),
      (#"{"a":1,"b":2,"a":3}"#, #"{"b":2,"a":3}"#),
    ])
  func wellFormed(text: String, compact: String) throws {
    let document = try JSONDocument(text)
    #expect(document.root.exactText == compact)
    #expect(document.root.compactByteCount == compact.utf8.count)
  }

  @Test(
    "Every fault has its kind and the byte column where it stands",
    arguments: [
      ("", .emptyText, 1), (" \n", .emptyText, 3), ("x", .unexpectedByte, 1),
      ("+1", .unexpectedByte, 1), (".5", .unexpectedByte, 1), ("NaN", .unexpectedByte, 1),
      ("nul", .unexpectedEnd, 4), ("nulL", .unexpectedByte, 4), ("True", .unexpectedByte, 1),
      ("01", .badNumber, 2), ("-", .badNumber, 2), ("-a", .badNumber, 2), ("1.", .badNumber, 3),
      ("1.e1", .badNumber, 3), ("1e", .badNumber, 3), ("1e+", .badNumber, 4),
      ("-01", .badNumber, 3),
      ("1 2", .trailingText, 3), ("{}x", .trailingText, 3), ("1x", .trailingText, 2),
      ("[1", .unexpectedEnd, 3), ("[", .unexpectedEnd, 2), ("{", .unexpectedEnd, 2),
      ("[1,]", .unexpectedByte, 4), ("[,1]", .unexpectedByte, 2), ("[1 2]", .unexpectedByte, 4),
      (#"{"a"}"#, .unexpectedByte, 5), (#"{"a":}"#, .unexpectedByte, 6),
      (#"{"a":1,}"#, .unexpectedByte, 8), ("{a:1}", .unexpectedByte, 2),
      ("{1:1}", .unexpectedByte, 2), ("[}", .unexpectedByte, 2), ("{]", .unexpectedByte, 2),
      ("[1}", .unexpectedByte, 3), ("]", .unexpectedByte, 1), (#"{"a":1]"#, .unexpectedByte, 7),
      ("\"", .unexpectedEnd, 2), ("\"a", .unexpectedEnd, 3), ("\"\\", .unexpectedEnd, 3),
      (#""\x""#, .badEscape, 2), (#""a\u12G4""#, .badEscape, 3), (#""\u12"#, .unexpectedEnd, 6),
      (#""\ud800""#, .loneSurrogate, 2), (#""\udc00""#, .loneSurrogate, 2),
      (#""é\ud800\u0041""#, .loneSurrogate, 4), (#""\ud800\ud800""#, .loneSurrogate, 2),
      (#""\ud83d😀""#, .loneSurrogate, 2), (#"{"\ud800":1}"#, .loneSurrogate, 3),
      ("\"a\tb\"", .controlCharacter, 3), ("\"\n\"", .controlCharacter, 2),
      ("\"\u{0}\"", .controlCharacter, 2), ("\"\u{1F}\"", .controlCharacter, 2),
      ("\u{0}", .unexpectedByte, 1), ("[\u{0}]", .unexpectedByte, 2), ("1\u{0}", .trailingText, 2),
      ("\u{FEFF}1", .unexpectedByte, 1), ("\u{A0}1", .unexpectedByte, 1),
      ("// c\n1", .unexpectedByte, 1), ("['a']", .unexpectedByte, 2),
      ("[1]\u{B}", .trailingText, 4),
    ] as [(String, JSONFault.Kind, Int)])
  func faults(text: String, kind: JSONFault.Kind, column: Int) {
    let fault = #expect(throws: JSONFault.self) { try JSONDocument(text) }
    #expect(fault?.kind == kind)
    #expect(fault?.column == column)
  }

  @Test(
    "Bytes that are not UTF-8 are named first, whatever else is wrong",
    arguments: [
      ([0xFF], 1), ([0x22, 0x80, 0x22], 2), ([0x7B, 0x22, 0xC3, 0x28, 0x22], 3),
      ([0x22, 0xC0, 0xAF, 0x22], 2), ([0x22, 0xE0, 0x80, 0x80, 0x22], 2),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], 2), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 2),
      ([0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], 2), ([0x22, 0xE2, 0x82], 2),
      ([0x5B, 0x5D, 0x5D, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0xC3], 11),
      ([0x22, 0xF0, 0x9F, 0x98, 0x22], 2), ([0x22, 0xF0, 0x8F, 0xBF, 0xBF, 0x22], 2),
      ([0x22, 0xC3, 0xA9, 0xC3, 0xA9, 0xE9, 0x22], 6), ([0x22, 0xC1, 0xBF, 0x22], 2),
    ] as [([UInt8], Int)])
  func notUTF8(bytes: [UInt8], column: Int) {
    let fault = #expect(throws: JSONFault.self) { try JSONDocument(bytes) }
    #expect(fault?.kind == .invalidUTF8)
    #expect(fault?.column == column)
  }

  @Test("Every Unicode scalar is taken as it is, written bare and as an escape")
  func everyScalar() throws {
    func escape(_ unit: UInt16) -> String {
      let digits = String(unit, radix: 16, uppercase: unit % 2 == 0)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    for block in stride(from: UInt32(0), to: 0x110000, by: 0x800) {
      let scalars = (block..<block + 0x800).compactMap(Unicode.Scalar.init)
      let plain = scalars.filter { $0.value >= 0x20 && $0 != "\"" && $0 != "\\" }
      var text = ""
      text.unicodeScalars.append(contentsOf: plain)
      #expect(try JSONDocument("\"" + text + "\"").root.string == text)
      guard block < 0x10000 || block % 0x10000 == 0 else { continue }
      text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      let escaped = "\"" + text.utf16.map(escape).joined() + "\""
      let value = try JSONDocument(escaped).root
      #expect(value.string?.utf8.elementsEqual(text.utf8) == true)
      #expect(value.compactByteCount == value.exactText.utf8.count)
    }
  }

  @Test("Nesting of 512 passes, 513 is too deep, and a mebibyte of brackets does no harm")
  func depth() throws {
    func nested(_ depth: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    #expect(try JSONDocument(nested(512, "[", "]")).root.compactByteCount == 1025)
    #expect(try JSONDocument(nested(512, #"{"a":"#, "}")).root.exactText.utf8.count == 6 * 512 + 1)
    for text in [nested(513, "[", "]"), String(repeating: "[", count: 1 << 20)] {
      let fault = #expect(throws: JSONFault.self) { try JSONDocument(text) }
      #expect(fault?.kind == .tooDeep)
      #expect(fault?.column == 513)
    }
    var document = JSONDocument()
    let deep = Array(nested(100_000, "[", "]").utf8)
    try deep.withUnsafeBytes { bytes throws in try document.parse(bytes, maximumDepth: 200_000) }
    #expect(document.root.exactText.utf8.elementsEqual(deep))
    let flat = Array("[]".utf8)
    #expect(throws: JSONFault.self) {
      try flat.withUnsafeBytes { bytes throws in try document.parse(bytes, maximumDepth: 0) }
    }
  }

  @Test("A document parses line after line, and a value still held keeps its own line")
  func reuse() throws {
    var document = JSONDocument()
    #expect(document.root.kind == .null)
    func parse(_ text: String) throws {
      try Array(text.utf8).withUnsafeBytes { bytes throws in try document.parse(bytes) }
    }
    try parse(#"{"id":"first"}"#)
    let first = document.root
    try parse(#"["second"]"#)
    #expect(first["id"]?.string == "first")
    #expect(document.root[0]?.string == "second")
    #expect(throws: JSONFault.self) { try parse("[") }
    #expect(document.root.kind == .null)
    try parse("3")
    #expect(document.root.integer == 3)
  }

  @Test("A fault's message is one sentence with its column")
  func message() {
    let fault = #expect(throws: JSONFault.self) { try JSONDocument(#"{"a":1 "b":2}"#) }
    #expect(fault?.message == "',' or '}' was expected (column 8)")
  }
}
