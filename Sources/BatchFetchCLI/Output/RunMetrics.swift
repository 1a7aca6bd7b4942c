internal import AuditRules

/// The figures of a run for the system's monitoring.
///
/// What runs count up, and when the last one went well, is read from the file of the run before and
/// carried on, so that neither needs a state.
enum RunMetrics {
  private typealias Family = PrometheusText.Family
  private typealias Sample = PrometheusText.Sample

  /// The text of `--metrics`; `previous` is what the file said before.
  static func text(_ ending: RunEnding, previous: String) -> String {
    let before = PrometheusText.values(in: previous)
    var families = run(ending, before)
    if let tally = ending.tally { families += payloads(tally) + downloads(tally, ending.seconds) }
    return PrometheusText.text(families)
  }

  private static let runsTotal = "batchfetch_runs_total"
  private static let lastSuccess = "batchfetch_last_success_timestamp_seconds"

  private static func run(_ ending: RunEnding, _ before: [String: Double]) -> [Family] {
    let runs = ExitCode.allCases.compactMap { code -> Sample? in
      let earlier = before["\(runsTotal){exit_code=\"\(code.rawValue)\"}"] ?? 0
      let count = earlier + (code == ending.code ? 1 : 0)
      return count > 0 ? Sample(count, "exit_code", "\(code.rawValue)") : nil
    }
    let success = ending.isSuccess ? ending.times.finished : before[lastSuccess]
    return [
      Family(
        "batchfetch_build_info", "The version that wrote this file.",
        [Sample(1, "version", Settings.version)]),
      Family(runsTotal, "Runs that wrote this file, by exit code.", runs, kind: .counter),
      Family(
        "batchfetch_last_run_success",
        "Whether the last run wrote a complete report and nothing failed.",
        ending.isSuccess ? 1 : 0),
      Family(
        "batchfetch_last_run_exit_code", "Exit code of the last run.",
        Double(ending.code.rawValue)),
      Family(
        "batchfetch_last_run_timestamp_seconds", "When the last run ended, in Unix time.",
        ending.times.finished),
      Family(
        lastSuccess, "When a run last ended that well, in Unix time.",
        success.map { [Sample($0)] } ?? []),
      Family(
        "batchfetch_last_run_duration_seconds", "Time that the last run took.", ending.seconds),
    ]
  }

  private static func payloads(_ tally: RunEnding.Tally) -> [Family] {
    [
      Family(
        "batchfetch_payloads", "Payloads of the last run by outcome.",
        zip(Outcome.allCases, tally.outcomes).map { Sample(Double($1), "outcome", $0.rawValue) }),
      Family(
        "batchfetch_payloads_by_reason", "Payloads of the last run by reason.",
        zip(Reason.allCases, tally.reasons).map { Sample(Double($1), "reason", $0.rawValue) }),
      Family(
        "batchfetch_media_payloads", "Payloads of the last run that name a media URL.",
        Double(tally.withMedia)),
      Family(
        "batchfetch_lost_payloads", "Payloads of the last run that lose their media.",
        Double(tally.lost)),
      Family(
        "batchfetch_lost_ratio",
        "Share of the payloads with media that lose it, unknown ones aside.",
        tally.lostShare.map { [Sample($0)] } ?? []),
      Family(
        "batchfetch_changes", "Rows of changes.csv of the last run by change.",
        zip(Change.allCases, tally.changes ?? []).map {
          Sample(Double($1), "change", $0.rawValue)
        }),
    ]
  }

  private static func downloads(_ tally: RunEnding.Tally, _ seconds: Double) -> [Family] {
    let rate = seconds > 0 ? Double(tally.downloads) / seconds : 0
    return [
      Family(
        "batchfetch_downloads", "Distinct URLs that the last run fetched.",
        Double(tally.downloads)),
      Family(
        "batchfetch_failed_downloads", "Of those, the ones that ended in a network failure.",
        Double(tally.failedDownloads)),
      Family(
        "batchfetch_requests", "Requests of the last run, redirects and retries included.",
        Double(tally.requests)),
      Family(
        "batchfetch_retries", "Further tries of the last run after a transient fault.",
        Double(tally.retries)),
      Family(
        "batchfetch_received_bytes", "Body bytes that the last run received.",
        Double(tally.receivedBytes)),
      Family(
        "batchfetch_downloads_per_second", "Distinct URLs fetched per second of the last run.",
        rate),
      Family(
        "batchfetch_slowed_hosts", "Hosts that the last run slowed after they answered 429.",
        Double(tally.slowedHosts)),
    ]
  }
}
