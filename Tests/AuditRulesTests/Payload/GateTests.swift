import Testing

@testable import AuditRules

/// Section P: what happens before the extension runs.
@Suite("The gate (P1, P2, P3)")
struct GateTests {
  private static let media =
    #""_mediaUrl":"https://c.com/a.jpg","_mediaAlt":"Alt""#

  private static func rig(aps: String, further: String = "") -> Rig {
    Rig(#"{"aps":\#(aps),\#(media)\#(further)}"#, profile: "sfmc-swift")
  }

  static let withoutText: [String] = [
    "{}", #"{"alert":""}"#, #"{"alert":{}}"#, #"{"alert":5}"#, #"{"alert":true}"#,
    #"{"alert":null}"#, #"{"alert":["x"]}"#, #"{"alert":{"title":"","subtitle":"","body":""}}"#,
    #"{"alert":{"title":5,"subtitle":true,"body":{"a":"b"}}}"#, #"{"alert":{"body":null}}"#,
    #"{"alert":{"loc-key":""}}"#, #"{"alert":{"loc-key":5}}"#, #"{"alert":{"loc-args":["x"]}}"#,
    #"{"alert":{"Title":"x"}}"#, #"{"title":"x","body":"y"}"#, #"{"sound":"default","badge":1}"#,
    "5", "null", "[]", #""text""#, "true",
  ]

  @Test("Without visible text nothing is shown (P1)", arguments: withoutText)
  func textless(_ aps: String) throws {
    let on = aps.hasPrefix("{}") ? #"{"mutable-content":1}"# : aps
    let verdict = try Self.rig(aps: on).verdict()
    #expect(verdict.current.line == "not_shown via nothing: no_visible_text")
    #expect(verdict.shows == "")
    #expect(verdict.old == nil)
  }

  @Test(
    "Each kind of text is enough by itself, and so are spaces (P1)",
    arguments: [
      (#""x""#, "x"), (#"" ""#, " "), (#"{"title":"x"}"#, ""), (#"{"subtitle":"x"}"#, ""),
      (#"{"body":"x"}"#, "x"), (#"{"loc-key":"K"}"#, "K"), (#"{"title-loc-key":"K"}"#, ""),
      (#"{"subtitle-loc-key":"K"}"#, ""), (#"{"title":5,"body":"x"}"#, "x"),
      (#"{"body":"","loc-key":"K"}"#, "K"), (#"{"body":"b","loc-key":"K"}"#, "b"),
    ])
  func text(_ alert: String, _ shows: String) throws {
    let verdict = try Self.rig(aps: #"{"alert":\#(alert),"mutable-content":1}"#).verdict()
    #expect(verdict.current.line == "media via handler: ok")
    #expect(verdict.shows == shows)
  }

  @Test(
    "mutable-content is off by absence, null, false and numbers below 1 (P2)",
    arguments: [
      "null", "false", "0", "-1", "0.5", "0.999", "-0", "0e5", "1e-1", "-1e400",
      "-9223372036854775809",
    ])
  func mutableContentOff(_ value: String) throws {
    let verdict = try Self.rig(aps: #"{"alert":"x","mutable-content":\#(value)}"#).verdict()
    #expect(verdict.current.line == "original via no_extension: mutable_content_off")
    #expect(verdict.old == nil)
    #expect(verdict.shows == "x")
    #expect(verdict.words == "")
  }

  @Test("An absent mutable-content is off (P2)")
  func mutableContentAbsent() throws {
    let verdict = try Self.rig(aps: #"{"alert":"x"}"#).verdict()
    #expect(verdict.current.line == "original via no_extension: mutable_content_off")
    #expect(verdict.words == "")
  }

  @Test(
    "mutable-content is on by true and numbers from 1 (P2)",
    arguments: ["true", "1", "2", "1.0", "1.5", "10e-1", "1e400", "18446744073709551616"])
  func mutableContentOn(_ value: String) throws {
    let verdict = try Self.rig(aps: #"{"alert":"x","mutable-content":\#(value)}"#).verdict()
    #expect(verdict.current.line == "media via handler: ok")
    #expect(verdict.words == "")
  }

  @Test(
    "Any other type is on, with a warning (P2)",
    arguments: [#""1""#, #""0""#, #""""#, #""true""#, "[]", "[0]", "{}", #"{"a":0}"#])
  func mutableContentOfOtherType(_ value: String) throws {
    let verdict = try Self.rig(aps: #"{"alert":"x","mutable-content":\#(value)}"#).verdict()
    #expect(verdict.current.line == "media via handler: ok")
    #expect(verdict.words == "mutable_content_not_number")
  }

  @Test("Without aps the gate cannot be judged and is passed")
  func withoutAps() throws {
    let verdict = try Rig("{\(Self.media)}", profile: "sfmc-swift").verdict()
    #expect(verdict.current.line == "media via handler: ok")
    #expect(verdict.shows == "")
    let large =
      #"{"_mediaUrl":"https://c.com/a.jpg","_mediaAlt":"\#(String(repeating: "x", count: 6000))"}"#
    let largeVerdict = try Rig(large, profile: "sfmc-swift").verdict()
    #expect(largeVerdict.current.line == "media via handler: ok")
    #expect(largeVerdict.words == "")
    let voip = try Rig(#"{"push_type":"voip",\#(Self.media)}"#, profile: "sfmc-swift").verdict()
    #expect(voip.current.line == "media via handler: ok")
  }

  @Test(
    "Push types: voip shows nothing, background starts no extension, all else is as alert (P1)",
    arguments: [
      ("voip", "not_shown via nothing: no_visible_text", "", ""),
      ("background", "original via no_extension: push_type_not_alert", "x", "uncertain"),
      ("alert", "media via handler: ok", "x", ""),
      ("location", "media via handler: ok", "x", ""),
      ("promo", "media via handler: ok", "x", ""),
    ])
  func pushType(_ word: String, _ expected: String, _ shows: String, _ warnings: String) throws {
    for key in ["apns-push-type", "push_type"] {
      let rig = Self.rig(
        aps: #"{"alert":"x","mutable-content":1}"#, further: #","\#(key)":"\#(word)""#)
      let verdict = try rig.verdict()
      #expect(verdict.current.line == expected)
      #expect(verdict.shows == shows)
      #expect(verdict.words == warnings)
    }
  }

  @Test("Where several hold, the order is P3, P1, P2")
  func order() throws {
    let filler = #","x":"\#(String(repeating: "x", count: 4100))""#
    let background = #","push_type":"background""#
    let rows = [
      ("{}", filler, "not_shown via nothing: payload_too_large"),
      (#"{"alert":"x"}"#, filler, "not_shown via nothing: payload_too_large"),
      ("5", filler, "not_shown via nothing: payload_too_large"),
      ("{}", "", "not_shown via nothing: no_visible_text"),
      ("{}", background, "not_shown via nothing: no_visible_text"),
      (#"{"alert":"x"}"#, background, "original via no_extension: push_type_not_alert"),
      (#"{"alert":"x"}"#, "", "original via no_extension: mutable_content_off"),
    ]
    for (aps, further, expected) in rows {
      let verdict = try Self.rig(aps: aps, further: further).verdict()
      #expect(verdict.current.line == expected)
    }
  }

  @Test("A gate comes before the keys, the URL, the network and the bytes")
  func before() throws {
    let members = ["", #","_mediaUrl":"""#, #","_mediaUrl":5"#, #","_mediaUrl":"N/A""#]
    for member in members {
      let rig = Rig(#"{"aps":{"alert":"x"},"a":1\#(member)}"#, profile: "sfmc-objc")
      #expect(try rig.verdict(nil).current.line == "original via no_extension: mutable_content_off")
    }
    let rig = Self.rig(aps: #"{"alert":"x"}"#)
    for answer in [Rig.status(404), Rig.failing(.rateLimited), Rig.body("text/html")] {
      let verdict = try rig.verdict(answer)
      #expect(verdict.current.line == "original via no_extension: mutable_content_off")
    }
    #expect(try rig.verdict(nil).current.line == "original via no_extension: mutable_content_off")
  }

  @Test("A row stopped at the gate still reports on its media, but is no less certain for it")
  func mediaOfAStoppedRow() throws {
    let rig = Rig(
      #"{"aps":{"alert":"x"},"_mediaUrl":"https://c.com/a.jfif"}"#, profile: "sfmc-swift")
    let verdict = try rig.verdict(Rig.body("image/png"))
    #expect(verdict.current.line == "original via no_extension: mutable_content_off")
    #expect(verdict.localName == "CFNetworkDownload_XXXXXX.tmpa.jfif")
    #expect(verdict.fileExtension == "jfif")
    #expect(verdict.words == "alt_missing type_mismatch")
  }
}
