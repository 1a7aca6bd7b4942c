import ExactJSON
import Testing

@testable import AuditRules

/// Where a record holds the payload.
@Suite("Envelopes")
struct EnvelopeTests {
  private static func url(_ line: String) throws -> String? {
    try Decoding.payload(line).mediaURL.text
  }

  @Test("The first of the four members counts, in the contract's order")
  func order() throws {
    let all = [
      #""payload":{"_mediaUrl":"1"}"#, #""message":{"apns":{"payload":{"_mediaUrl":"2"}}}"#,
      #""apns":{"payload":{"_mediaUrl":"3"}}"#, #""notification":{"_mediaUrl":"4"}"#,
    ]
    for first in 0..<4 {
      // The order of writing does not matter.
      let members = all[first...].reversed().joined(separator: ",")
      #expect(try Self.url("{\(members)}") == "\(first + 1)")
    }
  }

  @Test("A member that is neither object nor string is passed over")
  func passedOver() throws {
    for value in ["5", "null", "true", "[]", #"[{"_mediaUrl":"no"}]"#] {
      #expect(try Self.url(#"{"payload":\#(value),"notification":{"_mediaUrl":"u"}}"#) == "u")
      #expect(try Self.url(#"{"apns":{"payload":\#(value)},"_mediaUrl":"u"}"#) == "u")
    }
    #expect(try Self.url(#"{"message":5,"apns":[],"notification":{"_mediaUrl":"u"}}"#) == "u")
    #expect(try Self.url(#"{"message":{"payload":{"_mediaUrl":"no"}},"_mediaUrl":"u"}"#) == "u")
  }

  @Test("An object aps makes the record the payload, any other aps does not")
  func aps() throws {
    #expect(try Self.url(#"{"aps":{},"_mediaUrl":"u","payload":{"_mediaUrl":"no"}}"#) == "u")
    #expect(try Self.url(#"{"aps":{},"_mediaUrl":"u","payload":"no JSON"}"#) == "u")
    for value in ["5", "null", #""x""#, "[]"] {
      #expect(try Self.url(#"{"aps":\#(value),"payload":{"_mediaUrl":"u"}}"#) == "u")
    }
  }

  @Test("The held payload is not searched deeper")
  func notDeeper() throws {
    #expect(try Self.url(#"{"payload":{"payload":{"_mediaUrl":"no"}}}"#) == nil)
    #expect(try Self.url(#"{"payload":"{\"notification\":{\"_mediaUrl\":\"no\"}}"}"#) == nil)
    #expect(try Self.url(#"{"notification":{"aps":5,"payload":{"_mediaUrl":"no"}}}"#) == nil)
  }

  @Test("A string of JSON is read, escapes and blanks undone")
  func strings() throws {
    #expect(try Self.url(#"{"payload":" {\"_mediaUrl\" : \"\\u00e9\"}\n"}"#) == "é")
    #expect(try Self.url(#"{"message":{"apns":{"payload":"{\"_mediaUrl\":\"u\"}"}}}"#) == "u")
    #expect(try Self.url(#"{"notification":"{\"_mediaUrl\":\"a\\u0000b\"}"}"#) == "a\0b")
  }

  @Test(
    "A string that is not JSON makes the line invalid, one that is no object too",
    arguments: [
      ("Hello", "invalid_json"), ("", "invalid_json"), ("{", "invalid_json"),
      (#"{\"a\":1} x"#, "invalid_json"), (#"{\"a\":\"\\ud800\"}"#, "invalid_json"),
      ("5", "not_an_object"), ("null", "not_an_object"), ("[]", "not_an_object"),
      (#"\"{}\""#, "not_an_object"),
    ])
  func badStrings(_ text: String, _ reason: String) throws {
    for line in [
      #"{"payload":"\#(text)"}"#, #"{"notification":"\#(text)"}"#,
      #"{"apns":{"payload":"\#(text)"},"notification":{}}"#,
    ] {
      let defect = try #require(try Decoding.defect(line))
      #expect(defect.reason.rawValue == reason)
      #expect(defect.campaign == "(none)")
    }
  }

  @Test("A fault inside a held string says where the string stands and in which column of it")
  func heldColumn() throws {
    let defect = try Decoding.defect(#"{"message":{"apns":{"payload":"{\"a\":tru}"}}}"#)
    #expect(defect?.detail.contains("message.apns.payload") == true)
    #expect(defect?.detail.contains("column 9") == true)
  }

  @Test("--payload-at wins over aps and envelopes, and the empty pointer means the record")
  func payloadAt() throws {
    let line =
      #"{"aps":{},"_mediaUrl":"top","a/b":[{"_mediaUrl":"deep"}],"s":"{\"_mediaUrl\":\"t\"}"}"#
    for (pointer, url) in [("", "top"), ("/a~1b/0", "deep"), ("/s", "t")] {
      let locations = RecordLocations(payloadAt: try JSONPointer(pointer))
      #expect(try Decoding.payload(line, locations: locations).mediaURL.text == url)
    }
    for pointer in ["/none", "/a~1b", "/a~1b/1", "/_mediaUrl/0"] {
      let locations = RecordLocations(payloadAt: try JSONPointer(pointer))
      let defect = try Decoding.defect(line, locations: locations)
      #expect(defect?.reason == .notAnObject)
      #expect(defect?.detail.contains(pointer) == true)
    }
    let locations = RecordLocations(payloadAt: try JSONPointer("/_mediaUrl"))
    #expect(try Decoding.defect(line, locations: locations)?.reason == .invalidJSON)
  }
}
