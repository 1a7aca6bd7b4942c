import ExactJSON
import Testing

@testable import AuditRules

/// id, campaign and push type of a record.
@Suite("Names in a record")
struct RecordNameTests {
  @Test(
    "Every kind of id",
    arguments: [
      ("12345678901234567890", "12345678901234567890"), ("9007199254740993", "9007199254740993"),
      ("-5", "-5"), ("1.50", "1.50"), ("1e400", "1e400"), ("0", "0"), (#""m-1""#, "m-1"),
      (#"" ""#, " "), (#""00042""#, "00042"), (#""=SUM(A1)""#, "=SUM(A1)"), (#""""#, ""),
      ("true", ""), ("false", ""), ("null", ""), ("{}", ""), (#"{"$oid":"5f"}"#, ""), ("[1]", ""),
    ])
  func id(_ value: String, _ expected: String) throws {
    for key in ["id", "message_id", "messageId", "_m"] {
      #expect(try Decoding.payload(#"{"aps":{},"\#(key)":\#(value)}"#).id == expected)
      #expect(try Decoding.payload(#"{"\#(key)":\#(value),"payload":{}}"#).id == expected)
      #expect(try Decoding.payload(#"{"payload":{"\#(key)":\#(value)}}"#).id == expected)
    }
  }

  @Test(
    "Every kind of campaign",
    arguments: [
      (#""Spring""#, "Spring"), ("20240131", "20240131"), ("9007199254740993", "9007199254740993"),
      (#""""#, "(none)"), ("null", "(none)"), ("true", "(none)"), ("{}", "(none)"),
      ("[]", "(none)"),
    ])
  func campaign(_ value: String, _ expected: String) throws {
    for key in ["campaign", "campaign_id", "campaignId", "campaign_name", "campaignName"] {
      #expect(try Decoding.payload(#"{"aps":{},"\#(key)":\#(value)}"#).campaign == expected)
      #expect(try Decoding.payload(#"{"payload":{"\#(key)":\#(value)}}"#).campaign == expected)
    }
  }

  @Test("Of several names the first of the list counts, and the envelope before the payload")
  func order() throws {
    let ids = #""_m":"4","messageId":"3","message_id":"2","id":"1""#
    let campaigns =
      #""campaignName":"5","campaign_name":"4","campaignId":"3","campaign_id":"2","campaign":"1""#
    let all = try Decoding.payload("{\"aps\":{},\(ids),\(campaigns)}")
    #expect(all.id == "1")
    #expect(all.campaign == "1")
    let enveloped = try Decoding.payload(
      #"{"_m":"outer","campaignName":"C","payload":{\#(ids),\#(campaigns)}}"#)
    #expect(enveloped.id == "outer")
    #expect(enveloped.campaign == "C")
    let types = #"{"apns-push-type":"voip","push_type":"background","aps":{}}"#
    #expect(try Decoding.payload(types).pushType == .voip)
    let outer = #"{"push_type":"background","payload":{"apns-push-type":"voip","aps":{}}}"#
    #expect(try Decoding.payload(outer).pushType == .background)
    // Names of other letters are other names.
    #expect(try Decoding.payload(#"{"ID":"x","Campaign":"y","aps":{}}"#).id == "")
  }

  @Test("Each name of the lists stands before the next")
  func eachPair() throws {
    let lists = [
      ["id", "message_id", "messageId", "_m"],
      ["campaign", "campaign_id", "campaignId", "campaign_name", "campaignName"],
      ["apns-push-type", "push_type"],
    ]
    for (number, names) in lists.enumerated() {
      for (first, second) in zip(names, names.dropFirst()) {
        let values = number == 2 ? ["voip", "background"] : ["1", "2"]
        let line = #"{"aps":{},"\#(second)":"\#(values[1])","\#(first)":"\#(values[0])"}"#
        let payload = try Decoding.payload(line)
        let found = [payload.id, payload.campaign, payload.pushType == .voip ? "voip" : "other"]
        #expect(found[number] == values[0], "\(first) and \(second)")
      }
    }
  }

  @Test("Letter case of a push type does not matter")
  func pushTypeCase() throws {
    #expect(try Decoding.payload(#"{"aps":{},"push_type":"Background"}"#).pushType == .background)
    #expect(try Decoding.payload(#"{"aps":{},"apns-push-type":"VoIP"}"#).pushType == .voip)
  }

  @Test("Pointers win, and where they find no name the usual places count")
  func pointers() throws {
    let line =
      #"{"id":"a","campaign":"b","x":{"id":"c","n":9007199254740993,"t":true},"payload":{}}"#
    func named(_ id: String, _ campaign: String) throws -> [String] {
      let locations = RecordLocations(
        idAt: try JSONPointer(id), campaignAt: try JSONPointer(campaign))
      let payload = try Decoding.payload(line, locations: locations)
      return [payload.id, payload.campaign]
    }
    #expect(try named("/x/id", "/x/n") == ["c", "9007199254740993"])
    #expect(try named("/x/none", "/x/t") == ["a", "b"])
    #expect(try named("/x", "") == ["a", "b"])
  }
}
