import InternetAddress
import Testing

@testable import AuditRules

/// What the audit could not find out (W), and T7c.
@Suite("Unknown (W, T7c)")
struct UnknownTests {
  @Test(
    "Our own troubles leave the outcome open for every profile",
    arguments: ["rate_limited", "proxy_failed", "audit_offline", "not_checked"],
    ProfileTable.base.map(\.id))
  func own(_ word: String, _ profile: String) throws {
    let reason = try #require(Reason(rawValue: word))
    let rig = Rig(url: "https://c.com/a.jpg", profile: profile)
    for status in [nil, 429] {
      let verdict = try rig.verdict {
        Rig.failing(reason)(&$0)
        $0.httpStatus = status
        // Nothing is late that is not known.
        $0.timing.total = 60
        $0.attempts = 3
      }
      #expect(verdict.current.line == "unknown via nothing: \(word)")
      #expect(verdict.old == nil)
      #expect(verdict.shows == "")
      #expect(verdict.words == "")
    }
  }

  @Test("What was not fetched, or gave neither status nor fault, is not checked")
  func notChecked() throws {
    let rig = Rig(url: "https://c.com/a.jpg")
    #expect(try rig.verdict(nil).current.line == "unknown via nothing: not_checked")
    let silent = try rig.verdict { $0.httpStatus = nil }
    #expect(silent.current.line == "unknown via nothing: not_checked")
  }

  @Test("A row that is unknown still names its file and its missing alt text")
  func columns() throws {
    let verdict = try Rig(url: "https://c.com/a.jpg", alt: nil).verdict(nil)
    #expect(verdict.localName == "CFNetworkDownload_XXXXXX.tmpa.jpg")
    #expect(verdict.fileExtension == "jpg")
    #expect(verdict.words == "alt_missing")
  }

  @Test("A row whose rename must fail is unknown as long as the answer is")
  func beforeTheRename() throws {
    let verdict = try Rig(url: "https://c.com/").verdict(Rig.failing(.auditOffline))
    #expect(verdict.current.line == "unknown via nothing: audit_offline")
    #expect(verdict.localName == "")
  }

  @Test("A name that resolves to an address of ours is unknown, a written address is beyond reach")
  func addresses() throws {
    let rig = Rig(url: "https://intern.example.com/a.jpg")
    let named = try rig.verdict(Rig.failing(.addressNotPublic))
    #expect(named.current.line == "unknown via nothing: address_not_public")
    for host in ["10.0.0.1", "127.0.0.1", "192.168.1.1", "[::1]", "[fd00::1]", "169.254.169.254"] {
      let written = try Rig(url: "https://\(host)/a.jpg").verdict(nil)
      #expect(written.current.line == "alt_text via handler: address_not_public", "\(host)")
      // A redirect that the engine refused by its own check.
      let redirected = try rig.verdict {
        Rig.failing(.addressNotPublic)(&$0)
        $0.hops.append(MediaFacts.Hop(url: "https://\(host)/a.jpg", status: nil))
      }
      #expect(redirected.current.line == "alt_text via handler: address_not_public", "\(host)")
      #expect(redirected.words == "redirected")
    }
  }

  @Test("A redirect to a name that resolves to an address of ours is unknown too")
  func redirectedName() throws {
    let verdict = try Rig(url: "https://c.com/a.jpg").verdict {
      Rig.failing(.addressNotPublic)(&$0)
      $0.hops.append(MediaFacts.Hop(url: "https://intern.example.com/a.jpg", status: nil))
    }
    #expect(verdict.current.line == "unknown via nothing: address_not_public")
  }

  @Test("A fetch that was made under another policy is judged by the address as it is written")
  func resumed() throws {
    let payload = try Decoding.payload(Rig(url: "N/A").line)
    for (host, line) in [
      ("10.0.0.1", "alt_text via handler: address_not_public"),
      ("intern.example.com", "unknown via nothing: address_not_public"),
    ] {
      let route = FetchPlan.Route.fetch("https://\(host)/a.jpg")
      let facts = Rig.facts(route, Rig.failing(.addressNotPublic))
      let verdict = Verdict.of(
        Evidence(
          payload: payload, plan: FetchPlan(current: route, old: route), factsForCurrent: facts,
          auditTime: Rig.auditTime))
      #expect(verdict.current.line == line)
      // The URL that was asked last counts.
      var moved = facts
      moved?.hops.append(MediaFacts.Hop(url: "https://other.example.com/a.jpg", status: nil))
      let movedVerdict = Verdict.of(
        Evidence(
          payload: payload, plan: FetchPlan(current: route, old: route), factsForCurrent: moved,
          auditTime: Rig.auditTime))
      #expect(movedVerdict.current.line == "unknown via nothing: address_not_public")
    }
  }

  @Test("An address that the operator allows is reached")
  func allowed() throws {
    var rig = Rig(url: "https://10.0.0.1/a.jpg")
    rig.policy.addresses = AddressPolicy(allowed: [try AddressRange("10.0.0.0/8")])
    #expect(try rig.verdict().current.line == "media via handler: ok")
  }
}
