import Testing

@testable import AuditRules

/// T6: the extension's time.
@Suite("Time (T6)")
struct TimeTests {
  private static func lasting(_ seconds: Double) -> Rig.Answer {
    { $0.timing.total = seconds }
  }

  @Test(
    "29 seconds are too slow, 20 are slow",
    arguments: [
      (0.0, "media via handler: ok", ""), (19.999, "media via handler: ok", ""),
      (20.0, "media via handler: ok", "slow"), (28.999, "media via handler: ok", "slow"),
      (29.0, "alt_text via expiry: too_slow", ""), (61.0, "alt_text via expiry: too_slow", ""),
    ])
  func total(_ seconds: Double, _ line: String, _ words: String) throws {
    let verdict = try Rig(url: "https://c.com/a.jpg").verdict(Self.lasting(seconds))
    #expect(verdict.current.line == line)
    #expect(verdict.words == words)
    #expect(verdict.old == nil)
  }

  @Test("The limit is an option")
  func option() throws {
    var rig = Rig(url: "https://c.com/a.jpg")
    rig.timeLimit = 25
    #expect(try rig.verdict(Self.lasting(24.9)).words == "slow")
    #expect(try rig.verdict(Self.lasting(25)).current.reason == .tooSlow)
    rig.timeLimit = 10
    #expect(try rig.verdict(Self.lasting(9.9)).words == "")
    #expect(try rig.verdict(Self.lasting(10)).current.reason == .tooSlow)
    rig.timeLimit = 60
    #expect(try rig.verdict(Self.lasting(29)).words == "slow")
  }

  @Test("A fault or a status after the limit came too late to matter")
  func lateFault() throws {
    for answer in [Rig.failing(.connectionLost), Rig.status(404), Rig.body("text/html")] {
      let verdict = try Rig(url: "https://c.com/a.jpg").verdict {
        answer(&$0)
        $0.timing.total = 29
      }
      #expect(verdict.current.line == "alt_text via expiry: too_slow")
    }
  }

  @Test("A fault that came in time has no last byte to be slow")
  func fault() throws {
    let verdict = try Rig(url: "https://c.com/a.jpg").verdict {
      Rig.failing(.connectionLost)(&$0)
      $0.timing.total = 25
    }
    #expect(verdict.current.line == "alt_text via handler: connection_lost")
    #expect(verdict.words == "")
  }

  @Test("Bytes that need 29 seconds at 3 Mbit/s need a fast network; those on the wire count")
  func network() throws {
    func words(bytes: Int?, wire: Int?) throws -> String {
      try Rig(url: "https://c.com/a.mp4").verdict {
        Rig.body("video/mp4")(&$0)
        $0.bytes = bytes
        $0.wireBytes = wire
      }.words
    }
    #expect(try words(bytes: 10_874_999, wire: nil) == "")
    #expect(try words(bytes: 10_875_000, wire: nil) == "needs_fast_network")
    #expect(try words(bytes: 20_000_000, wire: 10_874_999) == "")
    #expect(try words(bytes: 1000, wire: 10_875_000) == "needs_fast_network")
  }
}
