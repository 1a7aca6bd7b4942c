import Testing

@testable import AuditRules

@Suite("P: the gate before the extension runs")
struct PayloadGateTests {
  @Test("P1: a payload without visible text is not shown", arguments: columns)
  func noText(id: String) {
    let verdict = judge(payload(id, change: { $0.hasVisibleText = false }))
    #expect(verdict.current == Prediction(.notShown, .noVisibleText, via: nil))
    #expect(verdict.old == nil)
    #expect(verdict.shows.isEmpty)
  }

  @Test("P1: voip is not shown, background is delivered without the extension", arguments: columns)
  func pushTypes(id: String) {
    let voip = judge(payload(id, change: { $0.pushType = .voip }))
    #expect(voip.current == Prediction(.notShown, .noVisibleText, via: nil))
    let background = judge(payload(id, change: { $0.pushType = .background }))
    #expect(background.current == Prediction(.original, .pushTypeNotAlert, via: .noExtension))
    #expect(background.warnings.contains(.uncertain))
    #expect(background.shows == "Tap here")
    let other = judge(payload(id, change: { $0.pushType = .other }))
    #expect(other.current.outcome == .media)
  }

  @Test("P1: aps that is no object closes the gate, none at all leaves it open")
  func shapes() {
    let broken = judge(payload(change: { $0.aps = .notAnObject }))
    #expect(broken.current == Prediction(.notShown, .noVisibleText, via: nil))
    let bare = judge(
      payload(change: {
        $0.aps = .absent
        $0.hasVisibleText = false
        $0.mutableContent = .off
        $0.byteCount = 9000
      }))
    #expect(bare.current == Prediction(.media, .ok, via: .handler))
    #expect(bare.warnings.isEmpty)
  }

  @Test("P2: without mutable-content the extension never runs", arguments: columns)
  func mutableContentOff(id: String) {
    let verdict = judge(payload(id, change: { $0.mutableContent = .off }))
    #expect(verdict.current == Prediction(.original, .mutableContentOff, via: .noExtension))
    #expect(verdict.shows == "Tap here")
    #expect(!verdict.warnings.contains(.uncertain))
  }

  @Test("P2: a flag that is no number is on, with a warning")
  func notNumber() {
    let verdict = judge(payload(change: { $0.mutableContent = .onNotNumber }))
    #expect(verdict.current.outcome == .media)
    #expect(words(verdict.warnings) == ["mutable_content_not_number"])
  }

  @Test(
    "P3: the push service takes 4096 bytes, 5120 of voip; from 95 % on there is a warning",
    arguments: [
      (3891, Payload.PushType.alert, "media", []), (3892, .alert, "media", ["payload_near_limit"]),
      (4096, .alert, "media", ["payload_near_limit"]), (4097, .alert, "payload_too_large", []),
      (4097, .voip, "no_visible_text", []),
      (5120, .voip, "no_visible_text", ["payload_near_limit"]),
      (5121, .voip, "payload_too_large", []),
    ])
  func size(bytes: Int, type: Payload.PushType, expected: String, warnings: [String]) {
    let verdict = judge(
      payload(change: {
        $0.byteCount = bytes
        $0.pushType = type
      }))
    let current = verdict.current
    #expect(
      (current.reason == .ok ? current.outcome.rawValue : current.reason.rawValue) == expected)
    if current.reason == .payloadTooLarge { #expect(current.outcome == .notShown) }
    #expect(words(verdict.warnings) == warnings)
  }

  @Test("The order is P3, P1, P2, then K")
  func order() {
    var sent = payload(
      url: .absent,
      change: {
        $0.byteCount = 5000
        $0.hasVisibleText = false
        $0.mutableContent = .off
      })
    #expect(judge(sent).current.reason == .payloadTooLarge)
    sent.byteCount = 300
    #expect(judge(sent).current.reason == .noVisibleText)
    sent.hasVisibleText = true
    #expect(judge(sent).current.reason == .mutableContentOff)
    sent.mutableContent = .on
    #expect(judge(sent).current.reason == .noMediaURL)
  }

  @Test("The media of a stopped payload are fetched and reported all the same")
  func reported() {
    let stopped = payload(change: { $0.mutableContent = .off })
    #expect(FetchPlan.make(for: stopped, policy: TransportPolicy()).requests == [pictureURL])
    let verdict = judge(stopped) { facts($0, type: "image/webp") { $0.attempts = 2 } }
    #expect(words(verdict.warnings) == ["flaky", "type_mismatch"])
    #expect(verdict.localName == "CFNetworkDownload_XXXXXX.tmphero.png")
    // Nothing about the gate rests on how sure the picture is.
    let truncated = judge(stopped) { facts($0) { $0.structure = .truncated } }
    #expect(words(truncated.warnings) == ["truncated"])
    let unfetched = judge(stopped) { _ in nil }
    #expect(unfetched.current.reason == .mutableContentOff)
  }
}
