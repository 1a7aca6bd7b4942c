import ExactJSON
import Testing

@testable import AuditRules

/// Which extension a record is judged by.
@Suite("Profile of a record")
struct ProfileMemberTests {
  private static func id(_ line: String, profile: String = "auto") throws -> String {
    try Decoding.payload(line, profile: profile).profile.id
  }

  @Test(
    "auto goes by the keys that are there, whatever their values",
    arguments: [
      (#""ios_apx_media":"u""#, "mapp"), (#""ios_apx_media":null"#, "mapp"),
      (#""_mediaUrl":"u","ios_apx_media":"u""#, "mapp"), (#""_mediaUrl":"u""#, "sfmc-swift"),
      (#""_mediaUrl":5"#, "sfmc-swift"), (#""_mediaAlt":"a""#, "sfmc-swift"),
      (#""data":{"ios_apx_media":"u"}"#, "sfmc-swift"), (#""IOS_APX_MEDIA":"u""#, "sfmc-swift"),
      (#""x":1"#, "sfmc-swift"),
    ])
  func auto(_ members: String, _ expected: String) throws {
    #expect(try Self.id(#"{"aps":{},\#(members)}"#) == expected)
    #expect(try Self.id(#"{"payload":{\#(members)}}"#) == expected)
    // A key of the envelope is none of the payload.
    #expect(try Self.id(#"{\#(members),"payload":{"aps":{}}}"#) == "sfmc-swift")
  }

  @Test(
    "An envelope's profile wins over the option, for every id",
    arguments: ProfileTable.base.map(\.id))
  func envelope(_ id: String) throws {
    let line = #"{"profile":"\#(id)","payload":{"aps":{},"ios_apx_media":"u"}}"#
    #expect(try Self.id(line) == id)
    #expect(try Self.id(line, profile: "sfmc-objc") == id)
    let own = #"{"aps":{},"profile":"\#(id)","ios_apx_media":"u"}"#
    #expect(try Self.id(own, profile: "sfmc-objc") == id)
  }

  @Test("An envelope may say auto, and null says nothing")
  func envelopeAuto() throws {
    let auto = #"{"profile":"auto","payload":{"ios_apx_media":"u"}}"#
    #expect(try Self.id(auto, profile: "sfmc-objc") == "mapp")
    let null = #"{"profile":null,"payload":{"ios_apx_media":"u"}}"#
    #expect(try Self.id(null, profile: "sfmc-objc") == "sfmc-objc")
  }

  @Test(
    "An envelope's unknown profile makes the line invalid and keeps its names",
    arguments: [#""nope""#, #""""#, #""SFMC-SWIFT""#, #"" mapp""#, "5", "true", "{}", "[]"])
  func unknown(_ value: String) throws {
    let line = #"{"profile":\#(value),"id":7,"payload":{"campaign":"c","aps":{}}}"#
    let defect = try #require(try Decoding.defect(line, profile: "mapp"))
    #expect(defect.reason == .profileUnknown)
    #expect(defect.id == "7")
    #expect(defect.campaign == "c")
    let verdict = Verdict.of(defect)
    #expect(verdict.current.line == "invalid via nothing: profile_unknown")
    #expect(verdict.words == "")
  }

  @Test(
    "A payload's own key profile that is no profile's id is the app's own data",
    arguments: [
      #""nope""#, #""""#, #""auto""#, #""gold member""#, "5", "true", "null", #"{"name":"Ann"}"#,
      "[]",
    ])
  func ownData(_ value: String) throws {
    for line in [
      #"{"aps":{"alert":"x"},"ios_apx_media":"u","profile":\#(value)}"#,
      #"{"ios_apx_media":"u","profile":\#(value)}"#,
      #"{"payload":{"ios_apx_media":"u","profile":\#(value)}}"#,
      #"{"payload":"{\"ios_apx_media\":\"u\",\"profile\":\"gold\"}"}"#,
    ] {
      #expect(try Self.id(line) == "mapp")
      #expect(try Self.id(line, profile: "sfmc-objc") == "sfmc-objc")
    }
    // A pointer to the whole record names no envelope.
    let locations = RecordLocations(payloadAt: try JSONPointer(""))
    let line = #"{"ios_apx_media":"u","profile":\#(value)}"#
    #expect(try Decoding.payload(line, locations: locations).profile.id == "mapp")
  }
}
