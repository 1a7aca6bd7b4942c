import ExactJSON
import Testing

@testable import AuditRules

@Suite("Requests to a vendor's sending service become the payload that the phone gets")
struct SendRequestTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var what: String
    var record: String
    /// The compact payload; nil: the record is no such request.
    var payload: String?
    var testDescription: String { what }

    init(_ what: String, _ record: String, _ payload: String?) {
      self.what = what
      self.record = record
      self.payload = payload
    }
  }

  static let firebase: [Example] = [
    Example(
      "FCM: the picture and the texts of the notification",
      """
      {"message":{"token":"t","notification":{"title":"Sale","body":"Now","image":"https://a/n.png"},\
      "apns":{"payload":{"aps":{"mutable-content":1}}}}}
      """,
      """
      {"aps":{"mutable-content":1,"alert":{"title":"Sale","body":"Now"}},\
      "fcm_options":{"image":"https://a/n.png"}}
      """),
    Example(
      "FCM: the options for Apple's phones come before the notification's picture",
      """
      {"message":{"notification":{"image":"https://a/n.png"},"apns":{"payload":{"aps":{"alert":"Hi"}},\
      "fcm_options":{"image":"https://a/o.png"}}}}
      """,
      #"{"aps":{"alert":"Hi"},"fcm_options":{"image":"https://a/o.png"}}"#),
    Example(
      "FCM: an alert that is a text stays, and what the payload says itself comes first",
      """
      {"message":{"notification":{"title":"T","body":"B","image":"https://a/n.png"},"data":{"k":"v",\
      "x":"d"},"apns":{"payload":{"aps":{"alert":"Own"},"x":1,"fcm_options":{"image":"https://a/p.png"}}}}}
      """,
      #"{"aps":{"alert":"Own"},"x":1,"fcm_options":{"image":"https://a/p.png"},"k":"v"}"#),
    Example(
      "FCM without anything for Apple's phones",
      #"{"message":{"topic":"all","notification":{"body":"B","image":"https://a/n.png"}}}"#,
      #"{"aps":{"alert":{"body":"B"}},"fcm_options":{"image":"https://a/n.png"}}"#),
    Example(
      "FCM with a whole payload and nothing else is an envelope like any other",
      #"{"message":{"apns":{"payload":{"aps":{"alert":"Hi"}}},"notification":null}}"#, nil),
  ]

  static let others: [Example] = [
    Example(
      "OneSignal: languages, attachments, data",
      """
      {"app_id":"0-0","headings":{"de":"Titel","en":"Title"},"contents":{"fr":"Salut","de":"Hallo"},\
      "ios_attachments":{"id1":"https://a/1.png"},"data":{"k":1}}
      """,
      """
      {"aps":{"alert":{"title":"Title","body":"Salut"},"mutable-content":1},\
      "custom":{"i":"0-0","a":{"k":1}},"att":{"id1":"https://a/1.png"}}
      """),
    Example(
      "OneSignal without attachments",
      #"{"app_id":"0-0","contents":{"en":"Hi"},"ios_attachments":{},"mutable_content":false}"#,
      #"{"aps":{"alert":{"body":"Hi"}},"custom":{"i":"0-0"},"att":{}}"#),
    Example("An app's id alone is no request", #"{"app_id":"0-0","image":"https://a"}"#, nil),
    Example(
      "Braze: the asset and its type",
      """
      {"campaign_id":"c-1","messages":{"apple_push":{"alert":{"title":"T","body":"B"},\
      "mutable_content":true,"asset_url":"https://a/f","asset_file_type":"jpg","extra":{"k":"v"}}}}
      """,
      """
      {"k":"v","aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},\
      "ab":{"c":"c-1","att":{"url":"https://a/f","type":"jpg"}}}
      """),
    Example(
      "Braze without the flag",
      #"{"messages":{"apple_push":{"alert":"B","asset_url":"https://a/f"}}}"#,
      #"{"aps":{"alert":"B"},"ab":{"att":{"url":"https://a/f"}}}"#),
    Example("Messages to other phones", #"{"messages":{"android_push":{"alert":"B"}}}"#, nil),
    Example("A bare payload", #"{"_mediaUrl":"https://a/b.png"}"#, nil),
  ]

  @Test("What the service makes of it", arguments: firebase + others)
  func payload(_ example: Example) throws {
    let document = try JSONDocument(example.record)
    let made = SendRequest.all.lazy.compactMap { $0.payload(of: document.root) }.first
    #expect(made.map { String(decoding: $0.bytes, as: UTF8.self) } == example.payload)
  }

  @Test("The decoder reads the request, and id and campaign stay the record's")
  func decoded() throws {
    let payload = try Decoding.payload(
      """
      {"id":"m-1","campaign_id":"spring","messages":{"apple_push":{"alert":{"body":"Hello"},\
      "mutable_content":true}}}
      """)
    #expect(payload.id == "m-1")
    #expect(payload.campaign == "spring")
    #expect(payload.body == "Hello")
    #expect(payload.aps != .absent)
  }

  @Test("A record with aps is the payload itself, whatever else it holds")
  func payloadFirst() throws {
    let payload = try Decoding.payload(
      #"{"aps":{"alert":"Mine"},"app_id":"0","contents":{"en":"Other"}}"#)
    #expect(payload.body == "Mine")
  }

  static let requests = [
    #""app_id":"0","contents":{"en":"Other"}"#,
    #""messages":{"apple_push":{"alert":"Other","extra":{"k":"v"}}}"#,
    #""message":{"notification":{"body":"Other"},"data":{"k":"v"}}"#,
  ]

  @Test("A payload that stands in the record comes before every request", arguments: requests)
  func heldFirst(_ request: String) throws {
    let mine = #"{"aps":{"alert":"Mine"}}"#
    let text = #""{\"aps\":{\"alert\":\"Mine\"}}""#
    for member in [
      #""payload":\#(mine)"#, #""payload":\#(text)"#, #""apns":{"payload":\#(mine)}"#,
      #""notification":\#(mine)"#,
    ] {
      #expect(try Decoding.payload("{\(request),\(member)}").body == "Mine")
      #expect(try Decoding.payload("{\(member),\(request)}").body == "Mine")
    }
    // What is neither object nor text is no payload.
    #expect(try Decoding.payload("{\(request),\"payload\":5}").body == "Other")
  }

  @Test("FCM completes its own payload and no other")
  func completed() throws {
    let message =
      #""message":{"notification":{"body":"B","title":"T"},"apns":{"payload":{"aps":{}}}}"#
    #expect(try Decoding.payload("{\(message)}").body == "B")
    let held = try Decoding.payload(#"{\#(message),"payload":{"aps":{"alert":"Mine"}}}"#)
    #expect(held.body == "Mine")
    #expect(!held.hasHeading)
  }

  @Test("A payload that the operator points at comes before every shape")
  func pointer() throws {
    let payload = try Decoding.payload(
      #"{"app_id":"0","contents":{"en":"Other"},"p":{"aps":{"alert":"Mine"}}}"#,
      locations: RecordLocations(payloadAt: try JSONPointer("/p")))
    #expect(payload.body == "Mine")
  }
}
