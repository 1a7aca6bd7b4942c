import ExactJSON
import Testing

@testable import AuditRules

/// Decodes one line, as the reader hands it over.
func decode(
  _ line: String, profile: String = "auto", payloadAt: String? = nil, idAt: String? = nil,
  campaignAt: String? = nil
) throws -> Payload {
  var locations = RecordLocations()
  locations.payloadAt = try payloadAt.map { try JSONPointer($0) }
  locations.idAt = try idAt.map { try JSONPointer($0) }
  locations.campaignAt = try campaignAt.map { try JSONPointer($0) }
  var decoder = PayloadDecoder(
    profile: try #require(ProfileChoice(word: profile)), locations: locations)
  return try Array(line.utf8).withUnsafeBytes { bytes in try decoder.decode(bytes) }
}

@Suite("Input: records and payloads")
struct PayloadDecoderTests {
  private func defect(_ line: String, profile: String = "auto", payloadAt: String? = nil)
    -> PayloadDefect?
  {
    do {
      _ = try decode(line, profile: profile, payloadAt: payloadAt)
      return nil
    } catch {
      return error as? PayloadDefect
    }
  }

  @Test("A record with an object aps is the payload itself")
  func bare() throws {
    let line =
      #"{"id":"c-1","campaign":"Spring","aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},"_mediaUrl":"u","_mediaAlt":"a","payload":{"_mediaUrl":"no"}}"#
    let payload = try decode(line)
    #expect(payload.id == "c-1")
    #expect(payload.campaign == "Spring")
    #expect(payload.profile.id == "sfmc-swift")
    #expect(payload.aps == .object)
    #expect(payload.mutableContent == .on)
    #expect(payload.hasHeading && payload.hasVisibleText)
    #expect(payload.body == "B")
    #expect(payload.mediaURL == .text("u"))
    #expect(payload.altText == .text("a"))
    #expect(payload.byteCount == line.utf8.count)
    #expect(payload.warnings.isEmpty)
  }

  @Test(
    "An envelope holds the payload as an object or as a string of JSON",
    arguments: [
      #"{"payload":P}"#, #"{"message":{"apns":{"payload":P}}}"#, #"{"apns":{"payload":P}}"#,
      #"{"notification":P}"#, #"{"payload":5,"notification":P}"#, #"{"aps":"x","payload":P}"#,
      #"{"payload":P,"notification":{"_mediaUrl":"no"}}"#,
    ])
  func envelopes(shape: String) throws {
    let object = #"{"aps":{"alert":"B"},"_mediaUrl":"u"}"#
    let text = #""{ \"aps\":{\"alert\":\"B\"},\"_mediaUrl\":\"u\"}""#
    for held in [object, text] {
      let payload = try decode(shape.replacing("P", with: held))
      #expect(payload.aps == .object)
      #expect(payload.mediaURL == .text("u"))
      // Of an envelope only the held payload counts (P3).
      #expect(payload.byteCount == object.utf8.count)
    }
  }

  @Test("Without aps and envelope the record is a bare payload")
  func withoutAps() throws {
    let payload = try decode(#"{"_mediaUrl":"u"}"#)
    #expect(payload.aps == .absent)
    #expect(payload.mediaURL == .text("u"))
    #expect(try decode(#"{"aps":null,"_mediaUrl":"u"}"#).aps == .notAnObject)
    // Not searched deeper.
    #expect(try decode(#"{"data":{"payload":{"_mediaUrl":"u"}}}"#).mediaURL == .absent)
  }

  @Test(
    "Lines that are no payload",
    arguments: [
      ("[1]", Reason.notAnObject), ("7", .notAnObject), ("{", .invalidJSON), ("", .invalidJSON),
      ("{\"a\":\"\\ud800\"}", .invalidJSON), ("{} x", .invalidJSON),
      (#"{"payload":"{"}"#, .invalidJSON), (#"{"notification":"Hello"}"#, .invalidJSON),
      (#"{"payload":"[1]"}"#, .notAnObject),
      (#"{"profile":"nope","payload":{}}"#, .profileUnknown),
      (#"{"profile":7,"payload":{}}"#, .profileUnknown),
      (String(repeating: "[", count: 600), .invalidJSON),
    ])
  func defects(line: String, reason: Reason) {
    #expect(defect(line)?.reason == reason)
    #expect(defect(line)?.detail.isEmpty == false)
  }

  @Test("A defect names the column")
  func column() {
    #expect(defect(#"{"a":tru}"#)?.detail.contains("column 9") == true)
  }

  @Test("Bytes that are not UTF-8 are named before anything else")
  func encoding() {
    var decoder = PayloadDecoder()
    let line: [UInt8] = Array(#"{"a":"#.utf8) + [0xFF]
    #expect(throws: PayloadDefect.self) {
      try line.withUnsafeBytes { bytes in _ = try decoder.decode(bytes) }
    }
    do {
      try line.withUnsafeBytes { bytes in _ = try decoder.decode(bytes) }
    } catch {
      #expect((error as? PayloadDefect)?.reason == .invalidUTF8)
    }
  }

  @Test("id, campaign and push type are looked up in the envelope, then in the payload")
  func lookUps() throws {
    let payload = try decode(
      #"{"message_id":12345678901234567890,"payload":{"id":"inner","campaignName":"C","push_type":"voip","aps":{}}}"#
    )
    #expect(payload.id == "12345678901234567890")
    #expect(payload.campaign == "C")
    #expect(payload.pushType == .voip)
    let plain = try decode(#"{"aps":{}}"#)
    #expect(plain.id.isEmpty)
    #expect(plain.campaign == "(none)")
    #expect(plain.pushType == .alert)
    #expect(try decode(#"{"id":9007199254740993,"aps":{}}"#).id == "9007199254740993")
    #expect(try decode(#"{"id":null,"messageId":"m","aps":{}}"#).id == "m")
    #expect(try decode(#"{"id":{"a":1},"_m":"m","aps":{}}"#).id == "m")
    #expect(try decode(#"{"campaign":"","campaign_id":7,"aps":{}}"#).campaign == "7")
    #expect(try decode(#"{"apns-push-type":"background","aps":{}}"#).pushType == .background)
    #expect(try decode(#"{"push_type":"liveactivity","aps":{}}"#).pushType == .other)
  }

  @Test("Pointers win over the usual places")
  func pointers() throws {
    let line =
      #"{"id":"a","campaign":"b","x":{"i":"c","k":5,"p":{"aps":{},"_mediaUrl":"u"}},"aps":{}}"#
    let payload = try decode(line, payloadAt: "/x/p", idAt: "/x/i", campaignAt: "/x/k")
    #expect(payload.id == "c")
    #expect(payload.campaign == "5")
    #expect(payload.mediaURL == .text("u"))
    let fallback = try decode(line, idAt: "/none", campaignAt: "/x")
    #expect(fallback.id == "a")
    #expect(fallback.campaign == "b")
    #expect(defect(line, payloadAt: "/none")?.reason == .notAnObject)
    #expect(defect(line, payloadAt: "/x/k")?.reason == .notAnObject)
  }

  @Test("The record's profile wins over the option, the option over the keys")
  func profiles() throws {
    let line = #"{"profile":"mapp","payload":{"aps":{},"_mediaUrl":"u"}}"#
    #expect(try decode(line, profile: "sfmc-objc").profile.id == "mapp")
    #expect(
      try decode(#"{"aps":{},"ios_apx_media":"u"}"#, profile: "sfmc-objc").profile.id == "sfmc-objc"
    )
    #expect(try decode(#"{"aps":{},"ios_apx_media":"u"}"#).profile.id == "mapp")
    #expect(
      try decode(#"{"profile":"sfmc-objc","aps":{},"ios_apx_media":"u"}"#).profile.id == "sfmc-objc"
    )
    #expect(try decode(#"{"profile":{"name":"Bob"},"aps":{}}"#).profile.id == "sfmc-swift")
    #expect(try decode(#"{"profile":null,"payload":{"aps":{}}}"#).profile.id == "sfmc-swift")
    let unknown = defect(#"{"id":"i","campaign":"c","profile":"x","payload":{}}"#)
    #expect(unknown?.id == "i")
    #expect(unknown?.campaign == "c")
  }

  @Test(
    "P1: what of an alert is text",
    arguments: [
      (#""Hello""#, true, "Hello", false), (#""""#, false, nil, false), ("5", false, nil, false),
      (#"{"title":"T"}"#, true, nil, true), (#"{"subtitle":"S"}"#, true, nil, true),
      (#"{"body":""}"#, false, nil, false), (#"{"body":7,"title":true}"#, false, nil, false),
      (#"{"title-loc-key":"K"}"#, true, nil, true), (#"{"subtitle-loc-key":"K"}"#, true, nil, true),
      (#"{"loc-key":"K"}"#, true, "K", false), (#"{"body":"B","loc-key":"K"}"#, true, "B", false),
      (#"{"launch-image":"x"}"#, false, nil, false), ("{}", false, nil, false),
    ])
  func alert(alert: String, visible: Bool, body: String?, heading: Bool) throws {
    let payload = try decode(#"{"aps":{"alert":\#(alert)}}"#)
    #expect(payload.hasVisibleText == visible)
    #expect(payload.body == body)
    #expect(payload.hasHeading == heading)
  }

  @Test(
    "P2: how mutable-content is taken",
    arguments: [
      ("1", Payload.MutableContent.on), ("2", .on), ("1.0", .on), ("1e0", .on), ("0", .off),
      ("0.9", .off), ("-1", .off), ("true", .on), ("false", .off), ("null", .off),
      (#""1""#, .onNotNumber), (#""0""#, .onNotNumber), ("[]", .onNotNumber), ("{}", .onNotNumber),
    ])
  func mutableContent(flag: String, expected: Payload.MutableContent) throws {
    #expect(try decode(#"{"aps":{"mutable-content":\#(flag)}}"#).mutableContent == expected)
    #expect(try decode(#"{"aps":{}}"#).mutableContent == .off)
  }

  @Test(
    "P4: media keys where the extension does not read them",
    arguments: [
      (#"{"aps":{"_mediaUrl":"u"}}"#, true), (#"{"aps":{},"data":{"_mediaUrl":"u"}}"#, true),
      (#"{"aps":{},"_mediaurl":"u"}"#, true), (#"{"aps":{},"_MEDIAURL":"u"}"#, true),
      (#"{"aps":{},"data":{"ios_apx_media":"u"}}"#, true),
      (#"{"aps":{},"IOS_apx_media":"u"}"#, true),
      (
        #"{"aps":{},"_mediaUrl":"u","data":{"_mediaUrl":"u","_mediaAlt":"a"},"_mediaAlt":"a"}"#,
        false
      ),
      (#"{"aps":{},"_mediaUrl":"u","_mediaalt":"a"}"#, true),
      (#"{"aps":{},"_mediaAlt":"a","data":{"_mediaUrl":"u"}}"#, true),
      (#"{"aps":{},"mediaUrl":"u"}"#, false), (#"{"aps":{},"x":{"_mediaUrl":"u"}}"#, false),
      (#"{"aps":{},"data":"_mediaUrl"}"#, false), (#"{"aps":{}}"#, false),
    ])
  func misplacedMedia(line: String, warned: Bool) throws {
    #expect(try decode(line).warnings.contains(.mediaKeyMisplaced) == warned)
  }

  @Test(
    "P4: mutable-content where the system does not read it",
    arguments: [
      (#"{"aps":{},"mutable-content":1}"#, true), (#"{"aps":{"mutable_content":1}}"#, true),
      (#"{"aps":{"mutableContent":1}}"#, true), (#"{"aps":{},"mutable_content":"true"}"#, true),
      (#"{"aps":{},"gcm.notification.mutable-content":true}"#, true),
      (#"{"aps":{},"data":{"mutable-content":1}}"#, true),
      (#"{"aps":{"Mutable-Content":1}}"#, true),
      (#"{"aps":{"mutable-content":1}}"#, false), (#"{"aps":{"content-available":1}}"#, false),
      (#"{"aps":{"mutable-content":1},"mutable-content":1}"#, false),
      (#"{"aps":{},"content":1,"mutable":1}"#, false),
    ])
  func misplacedFlag(line: String, warned: Bool) throws {
    #expect(try decode(line).warnings.contains(.mutableContentMisplaced) == warned)
  }

  @Test("Of duplicate keys the last counts, and that is said")
  func duplicates() throws {
    let payload = try decode(#"{"aps":{},"_mediaUrl":"a","_mediaUrl":"b"}"#)
    #expect(payload.mediaURL == .text("b"))
    #expect(words(payload.warnings) == ["duplicate_key"])
    let inner = try decode(#"{"payload":"{\"aps\":{},\"_mediaUrl\":\"a\",\"_mediaUrl\":\"b\"}"}"#)
    #expect(inner.warnings.contains(.duplicateKey))
    #expect(try decode(#"{"aps":{"a":1,"a":1}}"#).warnings.contains(.duplicateKey))
    #expect(judge(payload) { _ in nil }.warnings.contains(.duplicateKey))
  }

  @Test("A media value that is no string is present", arguments: ["5", "true", "null", "{}", "[]"])
  func notText(value: String) throws {
    let payload = try decode(#"{"aps":{},"_mediaUrl":\#(value),"_mediaAlt":\#(value)}"#)
    #expect(payload.mediaURL == .notText)
    #expect(payload.altText == .notText)
  }

  @Test("NUL does not stop a row")
  func nul() throws {
    #expect(try decode("{\"id\":\"a\\u0000b\",\"aps\":{}}").id == "a\0b")
  }

  @Test("Blanks and escapes do not count for the size")
  func compactSize() throws {
    let line = #" { "aps" : { "alert" : "\u00e9\/" } } "#
    #expect(try decode(line).byteCount == #"{"aps":{"alert":"é/"}}"#.utf8.count)
  }

  @Test("A decoder reads line after line and is not upset by a broken one")
  func reuse() throws {
    var decoder = PayloadDecoder()
    for number in 0..<50 {
      let line =
        number % 3 == 0
        ? "{\"broken" : #"{"id":\#(number),"payload":"{\"_mediaUrl\":\"\#(number)\"}"}"#
      let payload = try? Array(line.utf8).withUnsafeBytes { bytes in try decoder.decode(bytes) }
      #expect(payload?.id == (number % 3 == 0 ? nil : "\(number)"))
      #expect(payload?.mediaURL == (number % 3 == 0 ? nil : .text("\(number)")))
    }
  }
}
