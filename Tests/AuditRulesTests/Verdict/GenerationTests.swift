import Testing

@testable import AuditRules

/// U5: the second prediction.
@Suite("Two generations (U5)")
struct GenerationTests {
  @Test("The three columns are empty when all three are the same")
  func same() throws {
    for url in ["https://c.com/a.jpg", "https://c.com/a[1].jpg", "N/A", "file:///a.jpg", "x:y"] {
      for profile in ProfileTable.base {
        let verdict = try Rig(url: url, profile: profile.id).verdict(Rig.status(500))
        #expect(verdict.old == nil, "\(url), \(profile.id)")
      }
    }
  }

  @Test("They are filled together when only the outcome, the reason or the way differs")
  func different() throws {
    let url = "https://c.com/a[1].jpg"
    // Outcome and reason.
    let both = try Rig(url: url).verdict(current: { _ in }, old: Rig.status(404))
    #expect(both.old?.line == "alt_text via handler: http_status")
    // The reason alone.
    let reason = try Rig(url: url).verdict(
      current: Rig.failing(.dnsNotFound), old: Rig.failing(.connectFailed))
    #expect(reason.current.line == "alt_text via handler: dns_not_found")
    #expect(reason.old?.line == "alt_text via handler: connect_failed")
    // The way alone: nil is handed on by old Objective-C.
    let way = try Rig(url: "https://c.com/%FF.png", profile: "sfmc-sdk-objc").verdict()
    #expect(way.current.line == "original via handler: name_missing")
    #expect(way.old?.line == "original via crash: name_missing")
    // One generation's facts are missing.
    let unknown = try Rig(url: url).verdict(current: { _ in }, old: nil)
    #expect(unknown.old?.line == "unknown via nothing: not_checked")
  }

  @Test("Where only current phones request, old ones have their reason at once")
  func onlyCurrent() throws {
    let verdict = try Rig(url: "https://c.com/a b.jpg").verdict(current: { _ in }, old: nil)
    #expect(verdict.current.line == "media via handler: ok")
    #expect(verdict.old?.line == "alt_text via handler: url_unparsable")
    #expect(verdict.localName == "CFNetworkDownload_XXXXXX.tmpa b.jpg")
  }

  @Test("Where only old phones request, their facts alone count and give the row's warnings")
  func onlyOld() throws {
    let rig = Rig(url: "http://93.184.216.34/a.jpg")
    let payload = try Decoding.payload(rig.line, profile: "sfmc-swift")
    let plan = FetchPlan.make(for: payload, policy: rig.policy)
    #expect(plan.current == .settled(.ipAddressHost))
    #expect(plan.requests == ["http://93.184.216.34/a.jpg"])
    let verdict = try rig.verdict(current: nil, old: { $0.attempts = 2 })
    #expect(verdict.current.line == "alt_text via handler: ip_address_host")
    #expect(verdict.old?.line == "media via handler: ok")
    #expect(verdict.words == "flaky")
  }

  @Test("One request serves both when the strings are the same")
  func oneRequest() throws {
    let payload = try Decoding.payload(#"{"_mediaUrl":"https://c.com/a.jpg#x"}"#)
    let plan = FetchPlan.make(for: payload, policy: TransportPolicy())
    #expect(plan.requests == ["https://c.com/a.jpg"])
    let facts = Rig.facts(plan.current) { $0.httpStatus = 404 }
    let verdict = Verdict.of(
      Evidence(payload: payload, plan: plan, factsForCurrent: facts, auditTime: Rig.auditTime))
    #expect(verdict.current.reason == .httpStatus)
    #expect(verdict.old == nil)
    // Old phones are asked anew after a redirect, and of the same facts.
    let redirected = Rig.facts(plan.current) { facts in
      facts.hops.append(MediaFacts.Hop(url: "https://d.com/a.jpg", status: 200))
    }
    let again = Verdict.of(
      Evidence(payload: payload, plan: plan, factsForCurrent: redirected, auditTime: Rig.auditTime))
    #expect(again.current.line == "media via handler: ok")
    #expect(again.old == nil)
  }

  @Test("A row that the gate stops has one prediction")
  func gate() throws {
    let line = #"{"aps":{"alert":"x"},"_mediaUrl":"https://c.com/a b.jpg"}"#
    let verdict = try Rig(line).verdict()
    #expect(verdict.current.line == "original via no_extension: mutable_content_off")
    #expect(verdict.old == nil)
  }
}
