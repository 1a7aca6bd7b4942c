import AuditRules
import Testing

@Suite("What changed from one night to the next")
struct ChangeTests {
  static let shown = MediaState(.media, .ok)
  static let lost = MediaState(.altText, .httpStatus)
  static let lostOtherwise = MediaState(.altText, .tooSlow)
  static let blank = MediaState(.blank, .httpStatus)
  static let unknown = MediaState(.unknown, .notChecked)

  typealias Row = (before: MediaState?, after: MediaState?, change: Change?)

  static let table: [Row] = [
    (nil, nil, nil), (nil, shown, .newMedia), (nil, lost, .newlyLost), (nil, unknown, .newMedia),
    (shown, nil, .gone), (shown, shown, nil), (shown, lost, .newlyLost), (shown, unknown, nil),
    (lost, nil, .gone), (lost, shown, .recovered), (lost, lost, .stillLost),
    (lost, lostOtherwise, .reasonChanged), (lost, blank, .stillLost), (lost, unknown, nil),
    (unknown, nil, .gone), (unknown, shown, nil), (unknown, lost, .newlyLost),
    (unknown, unknown, nil),
  ]

  @Test("Every pair of nights has its change, or none", arguments: table.indices)
  func change(_ index: Int) {
    let row = Self.table[index]
    #expect(Change.of(before: row.before, after: row.after) == row.change)
  }

  @Test("Whatever is lost is a change to report, whatever it was before")
  func nothingLostIsLeftOut() {
    for outcome in Outcome.allCases {
      for reason in Reason.allCases {
        let state = MediaState(outcome, reason)
        guard state.standing == .lost else { continue }
        for before in [nil, Self.shown, Self.lost, Self.unknown, Self.blank] {
          #expect(Change.of(before: before, after: state) != nil)
        }
      }
    }
  }

  @Test("Lost are exactly the four outcomes in which the recipient gets no media")
  func standing() {
    let lost = Outcome.allCases.filter { MediaState($0, .ok).standing == .lost }
    #expect(lost == [.blank, .altText, .original, .notShown])
    #expect(MediaState(.media, .ok).standing == .shown)
  }

  @Test("The changes stand worst first")
  func order() {
    #expect(
      Change.allCases.map(\.rawValue)
        == ["newly_lost", "reason_changed", "still_lost", "recovered", "new_media", "gone"])
    #expect(Change.allCases.map(\.place) == Array(0..<6))
  }
}

@Suite("What is kept of a media URL from night to night")
struct MediaMemoryTests {
  /// Feeds nights 100, 200, … to the memory and gives since and outcome after each.
  private func nights(_ states: [MediaState]) -> [MediaMemory] {
    var memory: MediaMemory?
    return states.enumerated().map { index, state in
      let next = MediaMemory.after(memory, now: state, payloads: index + 1, at: (index + 1) * 100)
      memory = next
      return next
    }
  }

  @Test("Since when it is lost does not move while it stays lost, for whatever reason")
  func since() {
    let kept = nights([
      ChangeTests.shown, ChangeTests.lost, ChangeTests.lostOtherwise, ChangeTests.blank,
      ChangeTests.shown, ChangeTests.shown, ChangeTests.lost,
    ])
    #expect(kept.map(\.since) == [100, 200, 200, 200, 500, 500, 700])
    #expect(kept.allSatisfy { $0.firstSeen == 100 })
    #expect(kept.map(\.payloads) == Array(1...7))
  }

  @Test("A night that could not find out changes nothing but the payloads")
  func unknown() {
    let kept = nights([ChangeTests.lost, ChangeTests.unknown, ChangeTests.lost])
    #expect(kept.map(\.state) == [ChangeTests.lost, ChangeTests.lost, ChangeTests.lost])
    #expect(kept.map(\.since) == [100, 100, 100])
    #expect(kept.map(\.payloads) == [1, 2, 3])
    let late = nights([ChangeTests.unknown, ChangeTests.unknown, ChangeTests.shown])
    #expect(late.map(\.since) == [100, 100, 300])
    #expect(late[0].state == ChangeTests.unknown)
  }
}
