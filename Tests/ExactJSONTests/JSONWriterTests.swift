import ExactJSON
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
  @Test("Commas and colons come by themselves, and a line of NDJSON ends where the caller says")
  func structure() throws {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("list")
    writer.beginArray()
    writer.number(1)
    writer.beginArray()
    writer.endArray()
    writer.beginObject()
    writer.endObject()
    writer.null()
    writer.endArray()
    writer.key("ok")
    writer.bool(true)
    writer.key("digits")
    writer.number(text: "12345678901234567890")
    writer.key("copy")
    writer.raw(try JSONDocument(#" { "a" : [ "\u00e9" ] } "#).root)
    writer.endObject()
    writer.newline()
    writer.string("next")
    let expected =
      #"{"list":[1,[],{},null],"ok":true,"digits":12345678901234567890,"copy":{"a":["é"]}}"#
      + "\n\"next\""
    #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    writer.removeAll(keepingCapacity: true)
    writer.bool(false)
    #expect(writer.bytes == Array("false".utf8))
  }

  @Test(
    "Only the quotation mark, the backslash and control characters are escaped",
    arguments: [
      ("", #""""#), ("a\"b\\c/", #""a\"b\\c/""#), ("\u{8}\u{9}\u{A}\u{C}\u{D}", #""\b\t\n\f\r""#),
      ("\u{0}\u{1}\u{1F}\u{B}", #""\u0000\u0001\u001f\u000b""#),
      ("\u{7F}é\u{2028}😀", "\"\u{7F}é\u{2028}😀\""),
    ])
  func escapes(text: String, json: String) {
    var writer = JSONWriter()
    writer.string(text)
    Array(text.utf8).withUnsafeBufferPointer { writer.string($0) }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == json + "," + json)
    var keys = JSONWriter()
    keys.key(text)
    #expect(String(decoding: keys.bytes, as: UTF8.self) == json + ":")
  }

  @Test(
    "Doubles are written in the shortest form that reads back, and never as something that is no JSON",
    arguments: [
      (0.1, "0.1"), (1, "1.0"), (-0.0, "-0.0"), (1e-7, "1e-07"), (1.5e300, "1.5e+300"),
      (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
      (Double.leastNonzeroMagnitude, "5e-324"),
    ] as [(Double, String)])
  func doubles(value: Double, json: String) throws {
    var writer = JSONWriter()
    writer.number(value)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == json)
    let read = try JSONDocument(writer.bytes).root
    #expect(value.isFinite ? read.double == value : read.kind == .null)
  }

  @Test("Integers of every width keep their value")
  func integers() {
    var writer = JSONWriter()
    writer.beginArray()
    writer.number(Int64.min)
    writer.number(UInt64.max)
    writer.number(Int8(-1))
    writer.number(0)
    writer.endArray()
    let json = "[-9223372036854775808,18446744073709551615,-1,0]"
    #expect(writer.bytes == Array(json.utf8))
  }
}
