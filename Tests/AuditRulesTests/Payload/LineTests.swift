import Testing

@testable import AuditRules

/// Lines that are no payload, or nearly none.
@Suite("Lines")
struct LineTests {
  @Test(
    "A broken line says why and in which column",
    arguments: [
      (#"{"a":tru}"#, "invalid_json", 9), (#"{"a":1"#, "invalid_json", 7), ("", "invalid_json", 1),
      ("   ", "invalid_json", 4), (#"{"a":1}x"#, "invalid_json", 8), ("hello", "invalid_json", 1),
      (#"{"a":01}"#, "invalid_json", 7), (#"{'a':1}"#, "invalid_json", 2),
      (#"{"a":1,}"#, "invalid_json", 8), ("[1]", "not_an_object", 1), ("5", "not_an_object", 1),
      (#""x""#, "not_an_object", 1), ("null", "not_an_object", 1),
    ])
  func broken(_ line: String, _ reason: String, _ column: Int) throws {
    let defect = try #require(try Decoding.defect(line))
    #expect(defect.reason.rawValue == reason)
    #expect(defect.detail.contains("column \(column)"), "\(defect.detail)")
    #expect(Verdict.of(defect).current.line == "invalid via nothing: \(reason)")
  }

  @Test(
    "Bytes that are not UTF-8",
    arguments: [
      [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
    ] as [[UInt8]])
  func notUTF8(_ bytes: [UInt8]) throws {
    let line = Array(#"{"aps":{},"a":""#.utf8) + bytes + Array(#""}"#.utf8)
    let defect = try #require(try Decoding.defect(line))
    #expect(defect.reason == .invalidUTF8)
    #expect(defect.detail.contains("column 16"), "\(defect.detail)")
  }

  @Test("NUL as an escape is text, as a byte it breaks the line")
  func nul() throws {
    let payload = try Decoding.payload(#"{"id":"a\u0000b","_mediaUrl":"https://c.com/\u0000.png"}"#)
    #expect(payload.id == "a\0b")
    #expect(payload.mediaURL == .text("https://c.com/\0.png"))
    #expect(try Decoding.defect("{\"id\":\"a\0b\"}")?.reason == .invalidJSON)
  }

  @Test(
    "A lone surrogate breaks the line, a pair is one character",
    arguments: [#"\ud800"#, #"\udc00"#, #"\ud83c x"#, #"\ud83c\ud83c"#, #"\udf89\ud83c"#])
  func surrogates(_ escape: String) throws {
    #expect(try Decoding.defect(#"{"id":"\#(escape)"}"#)?.reason == .invalidJSON)
    #expect(try Decoding.defect(#"{"aps":{},"x":{"\#(escape)":1}}"#)?.reason == .invalidJSON)
    #expect(try Decoding.payload(#"{"id":"\ud83c\udf89"}"#).id == "🎉")
  }

  @Test("512 levels are read, 513 are not, in the line and in a held string")
  func depth() throws {
    func line(levels: Int) -> String {
      let inner = levels - 1
      return #"{"a":"# + String(repeating: "[", count: inner) + String(repeating: "]", count: inner)
        + "}"
    }
    #expect(try Decoding.defect(line(levels: 512)) == nil)
    #expect(try Decoding.defect(line(levels: 513))?.reason == .invalidJSON)
    func held(levels: Int) -> String {
      #"{"payload":""# + line(levels: levels).replacing(#"""#, with: #"\""#) + #""}"#
    }
    #expect(try Decoding.defect(held(levels: 512)) == nil)
    #expect(try Decoding.defect(held(levels: 513))?.reason == .invalidJSON)
  }

  @Test(
    "The last of duplicate keys counts, and the row says so",
    arguments: [
      #"{"aps":{"alert":"x","mutable-content":1},"_mediaUrl":"no","_mediaUrl":"u"}"#,
      #"{"aps":{"mutable-content":0,"alert":"x","mutable-content":1},"_mediaUrl":"u"}"#,
      #"{"aps":5,"aps":{"alert":"x","mutable-content":1},"_mediaUrl":"u"}"#,
      #"{"payload":5,"payload":{"aps":{"alert":"x","mutable-content":1},"_mediaUrl":"u"}}"#,
      #"{"payload":{"aps":{"alert":"x","mutable-content":1},"_mediaUrl":"no","_media\u0055rl":"u"}}"#,
      #"{"payload":"{\"aps\":{\"alert\":\"x\",\"mutable-content\":1},\"a\":1,\"a\":2,\"_mediaUrl\":\"u\"}"}"#,
      #"{"aps":{"alert":"x","mutable-content":1},"_mediaUrl":"u","deep":[[{"a":1,"a":1}]]}"#,
    ])
  func duplicates(_ line: String) throws {
    let payload = try Decoding.payload(line)
    #expect(payload.mediaURL == .text("u"))
    #expect(payload.mutableContent == .on)
    let verdict = try Rig(line).verdict(nil)
    #expect(verdict.words == "alt_missing duplicate_key")
  }

  @Test("Keys that differ by composition, letter case or place are no duplicates")
  func noDuplicates() throws {
    let line = #"{"é":1,"e\#u{301}":2,"É":3,"aps":{"é":1},"x":[{"a":1},{"a":2}]}"#
    #expect(try Decoding.payload(line).warnings.isEmpty)
  }

  @Test("Composed and decomposed letters stay as they are written")
  func composition() throws {
    for letter in ["\u{E9}", "e\u{301}"] {
      let payload = try Decoding.payload(
        #"{"id":"\#(letter)","_mediaUrl":"https://c.com/\#(letter).png"}"#)
      #expect(Array(payload.id.utf8) == Array(letter.utf8))
      #expect(
        Array((payload.mediaURL.text ?? "").utf8) == Array("https://c.com/\(letter).png".utf8))
    }
  }
}
