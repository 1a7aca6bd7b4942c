import Testing

@testable import AuditRules

@Suite("What a plan reads of a payload")
struct MediaExtentTests {
  private static func read(_ line: String, _ extent: PayloadDecoder.Extent) throws -> Payload {
    var decoder = PayloadDecoder()
    return try Array(line.utf8).withUnsafeBytes { try decoder.decode($0, extent) }
  }

  @Test(
    "Profile and media are those of the whole payload",
    arguments: [
      #"{"id":1,"aps":{"alert":"A"},"_mediaUrl":"https://a/1.png","_mediaAlt":"B"}"#,
      #"{"payload":{"aps":{},"ab":{"att":{"url":"https://a/1","type":"jpg"}}},"id":"x"}"#,
      #"{"aps":{},"att":{"a":"https://a/1.png","b":"https://a/2.png"}}"#,
      #"{"profile":"mapp","payload":{"aps":{},"ios_apx_media":5}}"#, #"{"aps":{}}"#,
      #"{"message":{"notification":{"image":"https://a/n.png"},"apns":{"payload":{"aps":{}}}}}"#,
    ])
  func same(_ line: String) throws {
    let (whole, media) = (try Self.read(line, .whole), try Self.read(line, .media))
    #expect(media.profile == whole.profile)
    #expect(media.mediaURL == whole.mediaURL)
    #expect(media.furtherMedia.map(\.mediaURL) == whole.furtherMedia.map(\.mediaURL))
    let policy = TransportPolicy()
    #expect(
      FetchPlan.make(for: media, policy: policy) == FetchPlan.make(for: whole, policy: policy))
  }

  @Test("An unknown profile is a defect with id and campaign either way")
  func unknown() {
    for extent in [PayloadDecoder.Extent.whole, .media] {
      let defect = #expect(throws: PayloadDefect.self) {
        try Self.read(#"{"id":"i","campaign":"c","profile":"none","payload":{}}"#, extent)
      }
      #expect(defect?.reason == .profileUnknown)
      #expect(defect?.id == "i")
      #expect(defect?.campaign == "c")
    }
  }
}
