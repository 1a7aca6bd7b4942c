import ExactJSON
import Testing

@Suite("Reading values of a JSON text")
struct JSONValueTests {
  let value: JSONValue

  init() throws {
    value = try JSONDocument(
      #"""
      {"null": null, "yes": true, "no": false, "text": "a\u0000b", "plain": "café",
       "big": 12345678901234567890, "exact": 9007199254740993, "huge": 1e400, "half": -0.50,
       "list": [1, [2], {"x": 3}], "map": {"k": "v"}, "": "empty",
       "caf\u00e9": "composed", "cafe\u0301": "decomposed", "a/b": 1, "m~n": 2, "0": "zero"}
      """#
    ).root
  }

  @Test("Each kind answers its own question and no other")
  func kinds() {
    let expected: [(String, JSONKind)] = [
      ("null", .null), ("yes", .bool), ("no", .bool), ("text", .string), ("big", .number),
      ("list", .array), ("map", .object),
    ]
    for (key, kind) in expected {
      let member = value[key]
      #expect(member?.kind == kind)
      #expect((member?.bool != nil) == (kind == .bool))
      #expect((member?.string != nil) == (kind == .string))
      #expect((member?.numberText != nil) == (kind == .number))
      #expect((member?.double != nil) == (kind == .number))
      #expect((member?.withStringBytes { _ in () } != nil) == (kind == .string))
      #expect((member?["k"] != nil) == (kind == .object))
      #expect((member?[0] != nil) == (kind == .array))
    }
    #expect(value["yes"]?.bool == true)
    #expect(value["no"]?.bool == false)
  }

  @Test(
    "Numbers keep their digits, and read as double or integer where they can",
    arguments: [
      ("big", "12345678901234567890", 12345678901234567890.0, nil),
      ("exact", "9007199254740993", 9007199254740992.0, 9_007_199_254_740_993),
      ("huge", "1e400", Double.infinity, nil), ("half", "-0.50", -0.5, nil),
    ] as [(String, String, Double, Int?)])
  func numbers(key: String, text: String, double: Double, integer: Int?) {
    #expect(value[key]?.numberText == text)
    #expect(value[key]?.double == double)
    #expect(value[key]?.integer == integer)
  }

  @Test("Strings may hold NUL, and keys are compared bytewise, without normalisation")
  func strings() {
    #expect(value["text"]?.string == "a\u{0}b")
    #expect(value["text"]?.withStringBytes { Array($0) } == [0x61, 0, 0x62])
    #expect(value["plain"]?.withStringBytes { Array($0) } == Array("café".utf8))
    #expect(value["caf\u{E9}"]?.string == "composed")
    #expect(value["cafe\u{301}"]?.string == "decomposed")
    #expect(value[""]?.string == "empty")
    #expect(value["Plain"] == nil)
    #expect(value["plai"] == nil)
  }

  @Test("Elements and members come in order, out of range there is nothing")
  func contents() {
    #expect(value["list"]?.elements.map(\.kind) == [.number, .array, .object])
    #expect(value["list"]?.count == 3)
    #expect(value["list"]?[2]?["x"]?.integer == 3)
    #expect(value["list"]?[3] == nil)
    #expect(value["list"]?[-1] == nil)
    #expect(value.members.map(\.key).prefix(3) == ["null", "yes", "no"])
    #expect(value.count == 17)
    #expect(value["list"]?.members.map(\.key) == [])
    #expect(value["map"]?.elements.map(\.kind) == [])
    #expect(value["text"]?.count == 0)
  }

  @Test(
    "Of members with one key the last counts, wherever they stand",
    arguments: [
      (#"{"a":1,"a":2}"#, #"{"a":2}"#), (#"{"a":1,"\u0061":2,"b":0}"#, #"{"a":2,"b":0}"#),
      (#"{"a":{"x":1},"b":1,"a":{"y":1}}"#, #"{"b":1,"a":{"y":1}}"#),
      (#"[{"q":{"a":[1,{}],"a":[]}}]"#, #"[{"q":{"a":[]}}]"#),
      (#"{"a":1,"a":1,"a":{"a":1,"a":"z"}}"#, #"{"a":{"a":"z"}}"#),
      (#"{"\/":1,"/":2,"":3,"":4}"#, #"{"/":2,"":4}"#),
      (#"{"a":{"b":1,"b":2},"a":3}"#, #"{"a":3}"#),
    ])
  func duplicates(text: String, compact: String) throws {
    let value = try JSONDocument(text).root
    #expect(value.containsDuplicateKey)
    #expect(value.exactText == compact)
    #expect(value.compactByteCount == compact.utf8.count)
  }

  @Test("Only an object with a repeated key at or below the value counts as duplicate")
  func duplicateScope() throws {
    let value = try JSONDocument(
      #"{"one":{"a":1,"b":[{"a":1}]},"two":[{"k":1,"k":2}],"A":{"a":0}}"#
    )
    .root
    #expect(value.containsDuplicateKey)
    #expect(value["one"]?.containsDuplicateKey == false)
    #expect(value["two"]?.containsDuplicateKey == true)
    #expect(value["two"]?[0]?["k"]?.integer == 2)
    #expect(value["two"]?[0]?.members.map(\.value.integer) == [1, 2])
    #expect(value["A"]?.containsDuplicateKey == false)
  }

  @Test("An object of a hundred thousand keys is searched for duplicates without a square")
  func manyKeys() throws {
    let keys = (0..<100_000).map { #""\#($0 % 99_999)":\#($0)"# }
    let document = try JSONDocument("{" + keys.joined(separator: ",") + "}")
    #expect(document.root.containsDuplicateKey)
    #expect(document.root["0"]?.integer == 99_999)
    #expect(document.root.count == 100_000)
    #expect(document.root.exactText.hasPrefix(#"{"1":1,"2":2,"#))
    let equal = "{" + Array(repeating: #""same":0"#, count: 100_000).joined(separator: ",") + "}"
    #expect(try JSONDocument(equal).root.exactText == #"{"same":0}"#)
  }

  @Test(
    "A pointer leads to its value",
    arguments: [
      ("", "object"), ("/list/0", "1"), ("/list/2/x", "3"), ("/map/k", "v"), ("/", "empty"),
      ("/a~1b", "1"), ("/m~0n", "2"), ("/0", "zero"), ("/list/3", nil), ("/list/00", nil),
      ("/list/-", nil), ("/list/01", nil), ("/list/+1", nil), ("/list/", nil), ("/nothing", nil),
      ("/map/k/x", nil), ("/list/99999999999999999999", nil), ("/a/b", nil), ("/list/1/0", "2"),
    ] as [(String, String?)])
  func pointer(text: String, found: String?) throws {
    let target = value.pointer(try JSONPointer(text))
    let shown = target.map { $0.kind == .object ? "object" : $0.string ?? $0.exactText }
    #expect(shown == found)
  }

  @Test("A pointer undoes ~01 to ~1, as RFC 6901 wants, not to a slash")
  func pointerEscapes() throws {
    #expect(try JSONPointer("/~01/~10").steps == ["~1", "/0"])
    #expect(try JSONPointer("/a//b/").steps == ["a", "", "b", ""])
    #expect(try JSONPointer("").steps == [])
  }

  @Test(
    "A text that is no pointer is refused with what would be right",
    arguments: [
      ("id", "'id' is no JSON Pointer: it must begin with a slash, as in '/id'"),
      (
        "/a~2",
        "'/a~2' is no JSON Pointer: write '~0' for a tilde and '~1' for a slash in a name"
      ),
      ("/~", "'/~' is no JSON Pointer: write '~0' for a tilde and '~1' for a slash in a name"),
    ])
  func badPointer(text: String, message: String) {
    let fault = #expect(throws: JSONPointerFault.self) { try JSONPointer(text) }
    #expect(fault?.message == message)
  }
}
