import Testing

@testable import AuditRules

/// P4: keys that are there, but where or as nobody reads them.
@Suite("Misplaced keys (P4)")
struct MisplacedKeyTests {
  private static func words(_ line: String, profile: String = "auto") throws -> String {
    try Rig(line, profile: profile).verdict().words
  }

  static let aps = #""aps":{"alert":"x","mutable-content":1}"#

  @Test(
    "A media key only inside aps, data or in another letter case is named",
    arguments: [
      #"{"aps":{"alert":"x","mutable-content":1,"_mediaUrl":"u"}}"#,
      #"{"aps":{"alert":"x","mutable-content":1,"_mediaAlt":"u"}}"#,
      #"{"aps":{"alert":"x","mutable-content":1,"ios_apx_media":"u"}}"#,
      #"{\#(aps),"data":{"_mediaUrl":"u"}}"#, #"{\#(aps),"data":{"ios_apx_media":"u"}}"#,
      #"{\#(aps),"data":{"_MEDIAURL":"u"}}"#, #"{\#(aps),"_mediaURL":"u"}"#,
      #"{\#(aps),"_mediaurl":"u"}"#, #"{\#(aps),"_MediaUrl":"u"}"#, #"{\#(aps),"_mediaalt":"u"}"#,
      #"{\#(aps),"iOS_apx_media":"u"}"#,
    ])
  func misplaced(_ line: String) throws {
    #expect(try Self.words(line) == "media_key_misplaced")
  }

  @Test("It is named without aps and in an envelope too")
  func otherRecords() throws {
    #expect(try Self.words(#"{"data":{"_mediaUrl":"u"}}"#) == "media_key_misplaced")
    #expect(try Self.words(#"{"payload":{\#(Self.aps),"_mediaurl":"u"}}"#) == "media_key_misplaced")
  }

  @Test("An alt text in the wrong place beside a media URL is named too")
  func altText() throws {
    let url = #""_mediaUrl":"https://c.com/a.jpg""#
    for place in [#""_mediaALT":"x""#, #""data":{"_mediaAlt":"x"}"#] {
      let line = "{\(Self.aps),\(url),\(place)}"
      #expect(try Self.words(line, profile: "sfmc-swift") == "alt_missing media_key_misplaced")
      // An extension that never reads an alt text misses none.
      #expect(try Self.words(line, profile: "sfmc-sdk-swift") == "")
    }
  }

  @Test(
    "A key that stands at its place is not misplaced, whatever else is there",
    arguments: [
      #""_mediaUrl":"https://c.com/a.jpg","_mediaAlt":"x","data":{"_mediaUrl":"u","_mediaAlt":"y"}"#,
      #""_mediaUrl":"https://c.com/a.jpg","_mediaAlt":"x","_mediaurl":"u""#,
      #""ios_apx_media":"https://c.com/a.jpg","data":{"ios_apx_media":"u"}"#,
      #""data":"_mediaUrl""#, #""data":["_mediaUrl"]"#, #""other":{"_mediaUrl":"u"}"#,
      #""data":{"inner":{"_mediaUrl":"u"}}"#, #""media_url":"u""#, #""_mediaUrls":"u""#,
    ])
  func inPlace(_ members: String) throws {
    #expect(try Self.words("{\(Self.aps),\(members)}") == "")
  }

  @Test(
    "mutable-content outside aps or misspelt is named",
    arguments: [
      #"{"aps":{"alert":"x"},"mutable-content":1}"#, #"{"aps":{"alert":"x"},"mutable_content":1}"#,
      #"{"aps":{"alert":"x","mutable_content":1}}"#,
      #"{"aps":{"alert":"x","mutableContent":true}}"#,
      #"{"aps":{"alert":"x","Mutable-Content":1}}"#, #"{"aps":{"alert":"x","mutablecontent":1}}"#,
      #"{"aps":{"alert":"x"},"data":{"mutable-content":1}}"#,
      #"{"aps":{"alert":"x"},"gcm.notification.mutable-content":1}"#,
    ])
  func mutableContent(_ line: String) throws {
    let verdict = try Rig(line).verdict()
    #expect(verdict.words == "mutable_content_misplaced")
    #expect(verdict.current.line == "original via no_extension: mutable_content_off")
  }

  @Test(
    "mutable-content in its place or absent is not misplaced",
    arguments: [
      #"{"aps":{"alert":"x","mutable-content":1},"mutable-content":1}"#,
      #"{"aps":{"alert":"x","mutable-content":0,"mutable_content":1}}"#,
      #"{"aps":{"alert":"x","content-available":1}}"#,
      #"{"aps":{"alert":"x"},"immutable-contents":1}"#,
    ])
  func mutableContentInPlace(_ line: String) throws {
    #expect(try Self.words(line) == "")
  }
}
