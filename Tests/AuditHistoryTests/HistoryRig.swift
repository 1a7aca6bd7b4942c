import AuditHistory
import AuditRules
import CSQLite
import Foundation
import Testing

/// A history in a folder of a test's own, and nights entered into it.
final class HistoryRig {
  /// What a night lists: campaign, URL, state, payloads.
  struct Entry {
    var campaign: String
    var url: String
    var state: MediaState
    var payloads: Int

    init(_ campaign: String, _ url: String, _ state: MediaState, _ payloads: Int = 1) {
      self.campaign = campaign
      self.url = url
      self.state = state
      self.payloads = payloads
    }
  }

  static let shown = MediaState(.media, .ok)
  static let lost = MediaState(.altText, .httpStatus)
  static let slow = MediaState(.altText, .tooSlow)

  let folder: String
  var path: String { folder + "/state/history.sqlite" }
  /// What was said since the rig was made.
  private(set) var said: [String] = []

  init() throws {
    folder =
      FileManager.default.temporaryDirectory.path(percentEncoded: false)
      + "/history é-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func open(patience: Duration = .milliseconds(20)) throws -> History {
    try History(at: path, .init(time: "2026-03-01T02:00:00Z", patience: patience)) {
      said.append($0)
    }
  }

  /// The code with which opening fails, nil when it does not.
  func refusal(patience: Duration = .milliseconds(20)) throws -> HistoryError.Code? {
    do {
      _ = try open(patience: patience)
      return nil
    } catch let error as HistoryError {
      return error.code
    }
  }

  /// Enters a night without committing it.
  func begin(at time: Int, _ entries: [Entry], keeping runs: Int = 400) throws -> HistoryNight {
    let run = HistoryRun(
      started: time, finished: time + 9, version: "0", payloads: entries.count,
      withMedia: entries.count, lost: 0, unknown: 0, campaigns: 1, distinctMedia: 1)
    var night = try HistoryNight(try open(), run) { said.append($0) }
    for (campaign, own) in Dictionary(grouping: entries, by: \.campaign).sorted(by: {
      $0.key > $1.key
    }) {
      let lost = own.count { $0.state.standing == .lost }
      try night.enter(
        HistoryCampaign(
          name: campaign, payloads: own.count, withMedia: own.count, lost: lost,
          outcome: own[0].state.outcome,
          reason: own.first { $0.state.standing == .lost }?.state.reason))
      let ordered = own.sorted { $0.url.utf8.lexicographicallyPrecedes($1.url.utf8) }
      for entry in ordered { try night.enter(entry.url, entry.state, payloads: entry.payloads) }
    }
    try night.end(keeping: runs)
    return night
  }

  /// Enters a night; what changed, in the order of the report.
  @discardableResult
  func night(
    at time: Int, _ entries: [Entry], keeping runs: Int = 400
  ) throws -> (totals: ChangeTotals, changes: [MediaChange]) {
    let night = try begin(at: time, entries, keeping: runs)
    var changes: [MediaChange] = []
    try night.eachChange { changes.append($0) }
    let totals = night.totals
    try night.commit()
    return (totals, changes)
  }

  /// The rows of a question put to the file by a connection of the test's own.
  func ask(_ question: String) throws -> [[String]] {
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    var statement: OpaquePointer?
    try #require(sqlite3_prepare_v2(handle, question, -1, &statement, nil) == SQLITE_OK)
    defer { sqlite3_finalize(statement) }
    var rows: [[String]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "null"
        })
    }
    return rows
  }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/state")) ?? []).sorted()
  }
}
