internal import AuditReports
internal import AuditRules
internal import BatchFetch

/// How a run came out, for the log and the metrics: also one that failed before it had a summary.
struct RunEnding: Sendable, Equatable {
  var code: ExitCode
  var times: RunTimes
  /// Nil: it failed before every line was judged.
  var tally: Tally?

  /// What a run counted.
  struct Tally: Sendable, Equatable {
    var payloads: Int
    var withMedia: Int
    var lost: Int
    var lostShare: Double?
    var outcomes: [Int]
    var reasons: [Int]
    /// What the history says, in the order of the changes; nil: there is none.
    var changes: [Int]?
    var downloads: Int
    var failedDownloads: Int
    var requests: Int
    var retries: Int
    var receivedBytes: Int
    var slowedHosts: Int
  }

  init(_ summary: RunSummary) {
    code = summary.code
    times = summary.times
    tally = Tally(summary)
  }

  init(failed code: ExitCode, times: RunTimes) {
    self.code = code
    self.times = times
  }

  /// Whether the report is the whole one: exit 1 is a finding, not a fault.
  var isSuccess: Bool { code == .done || code == .lostTooMuch }

  var seconds: Double { max(0, times.finished - times.started) }

  /// For example `ends with 0 after 12 s: 70 payloads, 39 lost of 65 with media, 41 downloads, …`.
  var sentence: String {
    let start = "ends with \(code.rawValue) after \(ProgressLine.duration(seconds))"
    guard let tally else { return start }
    return "\(start): \(tally.payloads) payloads, \(tally.lost) lost of \(tally.withMedia) with "
      + "media, \(tally.downloads) downloads, \(tally.retries) retries, "
      + "\(tally.receivedBytes) bytes"
  }

  /// The same in numbers.
  var counts: [(String, Int)] {
    let all = [("exit_code", Int(code.rawValue)), ("milliseconds", Int(seconds * 1000))]
    guard let tally else { return all }
    return all + [
      ("payloads", tally.payloads), ("with_media", tally.withMedia), ("lost", tally.lost),
      ("downloads", tally.downloads), ("failed_downloads", tally.failedDownloads),
      ("requests", tally.requests), ("retries", tally.retries), ("bytes", tally.receivedBytes),
    ]
  }
}

extension RunEnding.Tally {
  init(_ summary: RunSummary) {
    let totals = summary.judged.totals
    let counters = summary.learned.counters
    self.init(
      payloads: totals.payloads, withMedia: totals.withMedia, lost: totals.lost,
      lostShare: totals.lostShare, outcomes: Outcome.allCases.map { totals.count(of: $0) },
      reasons: Reason.allCases.map { totals.count(of: $0) },
      changes: summary.changes.map { changes in Change.allCases.map { changes[$0] } },
      downloads: summary.learned.downloads,
      failedDownloads: summary.learned.failedDownloads, requests: counters.requests,
      retries: counters.retries,
      receivedBytes: counters.wireBytes, slowedHosts: counters.slowedHosts)
  }
}
