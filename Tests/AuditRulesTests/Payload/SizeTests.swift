import Testing

@testable import AuditRules

/// P3: the size of the payload as compact JSON.
@Suite("Size of the payload (P3)")
struct SizeTests {
  /// A payload of exactly so many bytes of compact JSON.
  private static func payload(bytes: Int, further: String = "", filler: String = "x") -> String {
    let head =
      #"{"aps":{"alert":"b","mutable-content":1},"_mediaUrl":"https://c.com/a.jpg","_mediaAlt":"A""#
      + #"\#(further),"x":""#
    let tail = #""}"#
    let room = bytes - head.utf8.count - tail.utf8.count
    return head + String(repeating: filler, count: room / filler.utf8.count)
      + String(repeating: "y", count: room % filler.utf8.count) + tail
  }

  @Test(
    "The limit is 4096 bytes, and 95 % of it are near",
    arguments: [
      (3891, "media via handler: ok", ""), (3892, "media via handler: ok", "payload_near_limit"),
      (4096, "media via handler: ok", "payload_near_limit"),
      (4097, "not_shown via nothing: payload_too_large", ""),
    ])
  func limit(_ bytes: Int, _ expected: String, _ warnings: String) throws {
    for filler in ["x", "é", "🎉"] {
      let line = Self.payload(bytes: bytes, filler: filler)
      #expect(line.utf8.count == bytes)
      #expect(try Decoding.payload(line).byteCount == bytes)
      let verdict = try Rig(line).verdict()
      #expect(verdict.current.line == expected)
      #expect(verdict.words == warnings)
    }
  }

  @Test(
    "The limit for voip is 5120 bytes",
    arguments: [(4097, "no_visible_text"), (5120, "no_visible_text"), (5121, "payload_too_large")])
  func voip(_ bytes: Int, _ reason: String) throws {
    let verdict = try Rig(Self.payload(bytes: bytes, further: #","push_type":"voip""#)).verdict()
    #expect(verdict.current.line == "not_shown via nothing: \(reason)")
  }

  @Test("95 % of the limit for voip are near")
  func voipNear() throws {
    for (bytes, isNear) in [(4864, false), (4865, true)] {
      let line = Self.payload(bytes: bytes, further: #","push_type":"voip""#)
      #expect(try Rig(line).verdict().warnings.contains(.payloadNearLimit) == isNear)
    }
  }

  @Test("A background push has the limit of an alert")
  func background() throws {
    let line = Self.payload(bytes: 4097, further: #","push_type":"background""#)
    #expect(try Rig(line).verdict().current.reason == .payloadTooLarge)
  }

  @Test("Blanks between the members do not count")
  func blanks() throws {
    let line = Self.payload(bytes: 4096)
    let spread = line.replacing(#","x":"#, with: "  ,\t\"x\" :   ") + "   "
    #expect(spread.utf8.count > 4097)
    let payload = try Decoding.payload(spread)
    #expect(payload.byteCount == 4096)
    #expect(try Rig(spread).verdict().current.line == "media via handler: ok")
  }

  @Test("A bare record counts in full, of an envelope only the held payload")
  func envelope() throws {
    let bare = Self.payload(bytes: 4000)
    let filler = String(repeating: "z", count: 300)
    let extended = #"{"id":"\#(filler)","# + bare.dropFirst()
    #expect(try Rig(extended).verdict().current.reason == .payloadTooLarge)
    let enveloped = #"{"id":"\#(filler)","payload":\#(bare)}"#
    #expect(try Decoding.payload(enveloped).byteCount == 4000)
    #expect(try Rig(enveloped).verdict().current.line == "media via handler: ok")
  }

  @Test("A payload held as a string counts as what it holds")
  func held() throws {
    let line = #"{"payload":"{\"aps\": {\"alert\": \"b\"}}"}"#
    #expect(try Decoding.payload(line).byteCount == 21)
  }
}
