import AuditHistory
import AuditRules
import Testing

@Suite("Nights in the history")
struct HistoryNightTests {
  typealias Entry = HistoryRig.Entry
  private let shown = HistoryRig.shown
  private let lost = HistoryRig.lost

  @Test("The first night says nothing, since everything would be new")
  func first() throws {
    let rig = try HistoryRig()
    let night = try rig.night(at: 100, [Entry("a", "u1", shown), Entry("a", "u2", lost)])
    #expect(night.changes == [])
    #expect(night.totals == ChangeTotals(previousRun: nil))
    #expect(try rig.ask("SELECT count(*) FROM media") == [["2"]])
    #expect(rig.names == ["history.sqlite"], "SQLite's own files go when it is closed")
    #expect(rig.said == [])
  }

  @Test("Every change of a night is given out, worst first, then by payloads, then by bytes")
  func changes() throws {
    let rig = try HistoryRig()
    try rig.night(
      at: 100,
      [
        Entry("a", "stays", shown), Entry("a", "breaks", shown), Entry("a", "lost", lost, 5),
        Entry("a", "otherwise", lost), Entry("a", "mended", lost), Entry("a", "gone", shown, 8),
        Entry("over", "gone too", lost, 9), Entry("b", "breaks", shown),
      ])
    let night = try rig.night(
      at: 200,
      [
        Entry("a", "stays", shown), Entry("a", "breaks", lost, 2), Entry("a", "lost", lost, 5),
        Entry("a", "otherwise", HistoryRig.slow), Entry("a", "mended", shown),
        Entry("a", "new", shown), Entry("a", "new and lost", lost, 7),
        Entry("b", "breaks", lost, 2),
        Entry("b", "é", shown), Entry("b", "z", shown),
      ])
    let seen = night.changes.map { "\($0.change.rawValue) \($0.campaign) \($0.mediaURL)" }
    #expect(
      seen == [
        "newly_lost a new and lost", "newly_lost a breaks", "newly_lost b breaks",
        "reason_changed a otherwise", "still_lost a lost", "recovered a mended", "new_media a new",
        "new_media b z", "new_media b é", "gone over gone too", "gone a gone",
      ])
    #expect(night.changes.map(\.payloads) == [7, 2, 2, 1, 5, 1, 1, 1, 1, 9, 8])
    #expect(night.changes.map(\.since) == [200, 200, 200, 100, 100, 200, 200, 200, 200, 200, 200])
    #expect(night.changes[0].before == nil && night.changes[0].after == lost)
    #expect(night.changes[3].before == lost && night.changes[3].after == HistoryRig.slow)
    #expect(night.changes[9].before == lost && night.changes[9].after == nil)
    #expect(night.totals.previousRun == 100)
    #expect(Change.allCases.map { night.totals[$0] } == [3, 1, 1, 1, 3, 2])
    #expect(
      try rig.ask(
        """
        SELECT newly_lost, reason_changed, still_lost, recovered, new_media, gone FROM runs
        WHERE id=2
        """) == [["3", "1", "1", "1", "3", "2"]])
  }

  @Test("What is gone is said once; what comes back is compared with what it was")
  func comesBack() throws {
    let rig = try HistoryRig()
    let all = [Entry("a", "p", lost), Entry("a", "q", shown), Entry("b", "r", shown)]
    try rig.night(at: 100, all)
    #expect(try rig.night(at: 200, [Entry("a", "x", shown)]).totals[.gone] == 3)
    #expect(try rig.night(at: 300, [Entry("a", "x", shown)]).changes == [])
    let back = try rig.night(at: 400, all).changes
    #expect(back.map(\.change) == [.stillLost, .gone])
    #expect(back[0].since == 100)
    #expect(try rig.ask("SELECT count(*) FROM media WHERE gone_in IS NOT NULL") == [["1"]])
  }

  @Test("A night that is not committed leaves no trace")
  func rollback() throws {
    let rig = try HistoryRig()
    try rig.night(at: 100, [Entry("a", "p", shown)])
    let before = try rig.ask("SELECT * FROM media")
    do { _ = try rig.begin(at: 200, [Entry("a", "p", lost), Entry("c", "q", shown)]) }
    #expect(try rig.ask("SELECT * FROM media") == before)
    #expect(try rig.ask("SELECT count(*) FROM runs") == [["1"]])
    #expect(try rig.ask("SELECT name FROM campaigns") == [["a"]])
    #expect(try rig.night(at: 300, [Entry("a", "p", lost)]).changes.map(\.since) == [300])
  }

  @Test("Campaigns keep since when they lose something, and when they were first seen")
  func campaigns() throws {
    let rig = try HistoryRig()
    for (time, state) in [(1, shown), (2, lost), (3, HistoryRig.slow), (4, shown), (5, shown)] {
      try rig.night(at: time, [Entry("a", "p", state)])
    }
    #expect(
      try rig.ask("SELECT first_seen, since, lost, outcome, reason, last_run FROM campaigns")
        == [["1", "4", "0", "media", "null", "5"]])
    try rig.night(at: 6, [Entry("a", "p", lost)])
    try rig.night(at: 7, [Entry("a", "p", HistoryRig.slow)])
    #expect(
      try rig.ask("SELECT first_seen, since, lost, outcome, reason, last_run FROM campaigns")
        == [["1", "6", "1", "alt_text", "too_slow", "7"]])
  }

  @Test("Only so many runs are kept, with what they knew", arguments: [1, 3])
  func bounded(_ kept: Int) throws {
    let rig = try HistoryRig()
    for time in 1...10 {
      let entries = [Entry("c\(time)", "only this night", shown), Entry("always", "u", lost)]
      try rig.night(at: time, entries, keeping: kept)
      let runs = min(time, kept)
      #expect(try rig.ask("SELECT count(*) FROM runs") == [["\(runs)"]])
      let gone = min(time - 1, kept)
      #expect(try rig.ask("SELECT count(*) FROM media") == [["\(2 + gone)"]])
      #expect(try rig.ask("SELECT count(*) FROM campaigns") == [["\(2 + gone)"]])
    }
    let last = try rig.night(at: 11, [Entry("always", "u", lost)], keeping: kept)
    #expect(last.changes.map(\.since) == [1, 11])
    #expect(last.totals.previousRun == 10)
  }

  @Test("Texts are kept byte by byte: NUL, quotation marks, two spellings of one character")
  func bytes() throws {
    let rig = try HistoryRig()
    let urls = ["a\0b", "a\0c", "'; DROP TABLE media; --", "\u{E9}", "e\u{301}", " ", "\u{FFFF}"]
    let entries =
      urls.map { Entry("c\0d", $0, lost) } + [Entry("c", "a", shown), Entry("", "a", lost)]
    try rig.night(at: 1, entries)
    let night = try rig.night(at: 2, entries)
    #expect(night.totals[.stillLost] == 8)
    #expect(night.changes.count == 8)
    #expect(
      Set(night.changes.map { Array($0.mediaURL.utf8) })
        == Set((urls + ["a"]).map { Array($0.utf8) }))
    #expect(Set(night.changes.map { Array($0.campaign.utf8) }) == [Array("c\0d".utf8), []])
  }
}
