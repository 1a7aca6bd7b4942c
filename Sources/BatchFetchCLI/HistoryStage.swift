internal import AuditHistory
internal import AuditReports
internal import AuditRules
internal import Glibc

/// The history's part in a run: looked at before the first download, written with the report.
struct HistoryStage: Sendable {
  /// Nil: no history is kept.
  private let path: String?
  private let settings: Settings
  private let log: Log

  /// Opens and checks the history, so that what is wrong with it is known before the night's work.
  ///
  /// One that the command line names must be usable; without it the run goes on.
  init(_ settings: Settings, log: Log) throws(RunFailure) {
    self.settings = settings
    self.log = log
    guard !settings.isDryRun, let path = settings.state else {
      self.path = nil
      return
    }
    let newcomer = settings.isStateNamed ? Newcomer(path) : nil
    do throws(HistoryError) {
      _ = try History(at: path, Self.manner) { log.warning($0) }
      self.path = path
      newcomer?.tell(log)
    } catch {
      guard !settings.isStateNamed else { throw RunFailure(.output, error.description) }
      log.warning("\(error.description); this run keeps no history")
      self.path = nil
    }
  }

  /// A history that is named and not there yet: a slip in its path would go unnoticed, and every
  /// night be the first.
  private struct Newcomer {
    private let path: String
    private let missingFolder: String?

    /// Looks before it is made; nil where there is one.
    init?(_ path: String) {
      guard access(path, F_OK) != 0 else { return nil }
      self.path = path
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      let folder = parts.dropLast().joined(separator: "/")
      missingFolder = parts.count > 1 && access(folder + "/", F_OK) != 0 ? folder : nil
    }

    func tell(_ log: Log) {
      let sentence = "a new history begins in \(path): nothing is compared with an earlier run"
      guard let missingFolder else { return log.info(sentence) }
      log.warning("the folder \(missingFolder) was not there and has been made; \(sentence)")
    }
  }

  private static var manner: History.Manner { .init(time: Timestamp.now()) }

  /// Writes the rest of the report and swaps it in; of a complete run with what changed since the
  /// last one, which is entered in the history.
  func finish(_ summary: RunSummary, _ report: ReportWriter) throws -> RunSummary {
    try report.writeTotals(summary)
    guard let path, summary.incomplete == nil else {
      try report.seal(summary, settings)
      return summary
    }
    var summary = summary
    var isSealed = false
    do {
      let night = try enter(summary, in: path, report)
      summary.take(night.totals, settings)
      // First the report: a change that is in the history but in no report would never be seen.
      try report.seal(summary, settings)
      isSealed = true
      try night.commit()
    } catch let error as HistoryError {
      // The report does not depend on it, apart from what changed.
      log.error("\(error.description); this run is not entered in it")
      summary.code = .output
      if !isSealed {
        summary.changes = nil
        try report.remove(.changes)
        try report.seal(summary, settings)
      }
    }
    return summary
  }

  /// Enters the run and writes `changes.csv`; damage found on the way has the history begun anew.
  private func enter(
    _ summary: RunSummary, in path: String, _ report: ReportWriter
  ) throws -> HistoryNight {
    do {
      return try enterOnce(summary, in: path, report, isKnownSound: true)
    } catch let error as HistoryError where error.code == .damaged {
      return try enterOnce(summary, in: path, report, isKnownSound: false)
    }
  }

  private func enterOnce(
    _ summary: RunSummary, in path: String, _ report: ReportWriter, isKnownSound: Bool
  ) throws -> HistoryNight {
    let say = { (text: String) in log.warning(text) }
    let history = try History(at: path, Self.manner, isKnownSound: isKnownSound, say: say)
    var night = try HistoryNight(history, HistoryRun(summary), say: say)
    try summary.judged.totals.walkPairs(
      campaign: { try night.enter(HistoryCampaign($0)) },
      media: { try night.enter($0.mediaURL, $0.state, payloads: $0.payloads) })
    try night.end(keeping: settings.keepRuns)
    var archive = try night.archive(
      settings: settings.fetchDigest(), expecting: summary.learned.planned.requests)
    try report.eachFactsLine { line in
      if let url = FactsNDJSON.urlBytes(ofLine: line) { try archive.add(line, url: url) }
    }
    try archive.finish()
    try report.writeChanges(night)
    return night
  }
}

extension RunSummary {
  /// Takes over what changed, and ends with 1 where that was asked for.
  mutating func take(_ changes: ChangeTotals, _ settings: Settings) {
    self.changes = changes
    if settings.failOn == .newlyLost, changes[.newlyLost] > 0, code == .done { code = .lostTooMuch }
  }
}

extension HistoryRun {
  init(_ summary: RunSummary) {
    let totals = summary.judged.totals
    self.init(
      started: Int(summary.times.started), finished: Int(summary.times.finished),
      version: Settings.version, payloads: totals.payloads, withMedia: totals.withMedia,
      lost: totals.lost, unknown: totals.unknown, campaigns: totals.distinctCampaigns,
      distinctMedia: totals.distinctMedia)
  }
}

extension HistoryCampaign {
  init(_ summary: CampaignSummary) {
    self.init(
      name: summary.campaign, payloads: summary.payloads, withMedia: summary.withMedia,
      lost: summary.lost, outcome: summary.mainOutcome, reason: summary.mainReason)
  }
}
