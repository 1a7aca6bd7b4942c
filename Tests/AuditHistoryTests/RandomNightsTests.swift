import AuditHistory
import AuditRules
import Testing

@Suite("Many nights against a plain table in memory")
struct RandomNightsTests {
  private struct Key: Hashable {
    var campaign: String
    var url: String
  }

  private static let states = [
    MediaState(.media, .ok), MediaState(.altText, .httpStatus), MediaState(.blank, .undecodable),
    MediaState(.unknown, .rateLimited),
  ]

  @Test("1,500 media in three campaigns, coming and going through five nights")
  func nights() throws {
    var generator = SystemRandomNumberGenerator()
    let rig = try HistoryRig()
    var table: [Key: MediaMemory] = [:]
    var last: Set<Key> = []
    for night in 1...5 {
      var entries: [HistoryRig.Entry] = []
      for number in 0..<1500 where Int.random(in: 0..<5, using: &generator) > 0 {
        // One campaign has most, so that it takes several pages; one misses a night.
        let campaign = number % 10 == 0 ? "b" : number % 10 == 1 ? "c" : "a"
        if campaign == "c" && night == 3 { continue }
        let state = Self.states[Int.random(in: 0..<4, using: &generator)]
        entries.append(.init(campaign, "https://c.example/\(number)", state, number % 3 + 1))
      }
      let got = try rig.night(at: night, entries)
      var wanted: [Key: Change] = [:]
      var seen: Set<Key> = []
      for entry in entries {
        let key = Key(campaign: entry.campaign, url: entry.url)
        seen.insert(key)
        wanted[key] = Change.of(before: table[key]?.state, after: entry.state)
        table[key] = MediaMemory.after(
          table[key], now: entry.state, payloads: entry.payloads, at: night)
      }
      for key in last.subtracting(seen) { wanted[key] = .gone }
      last = seen
      check(got.changes, against: night == 1 ? [:] : wanted, table, night)
      for change in Change.allCases where night > 1 {
        #expect(got.totals[change] == wanted.values.count { $0 == change })
      }
    }
  }

  private func check(
    _ changes: [MediaChange], against wanted: [Key: Change], _ table: [Key: MediaMemory],
    _ night: Int
  ) {
    #expect(changes.count == wanted.count)
    var places: [Int] = []
    for change in changes {
      let key = Key(campaign: change.campaign, url: change.mediaURL)
      #expect(wanted[key] == change.change)
      #expect(change.payloads == table[key]?.payloads)
      #expect(change.since == (change.change == .gone ? night : table[key]?.since))
      places.append(change.change.place)
    }
    #expect(places == places.sorted())
  }
}
