internal import AuditReports
internal import AuditRules
internal import BatchFetch
internal import Glibc

/// What a run did and how it ends.
struct RunSummary: Sendable {
  var code: ExitCode
  /// Why the report is not the whole one, a sentence; nil: it is complete.
  var incomplete: String?
  var learned: AuditRun.Learned
  var judged: ReportWriter.Judged
  var times: RunTimes
  /// The signal that ended the run early.
  var signal: Int32?
  /// What the history says; nil: there is none, or the report is not complete.
  var changes: ChangeTotals?

  init(
    _ settings: Settings, _ learned: AuditRun.Learned, _ judged: ReportWriter.Judged,
    stop: Int32?, times: RunTimes
  ) {
    self.learned = learned
    self.judged = judged
    self.times = times
    signal = stop
    (code, incomplete) = Self.ending(settings, learned, judged, stop: stop)
  }

  /// The first of these that holds decides.
  private static func ending(
    _ settings: Settings, _ learned: AuditRun.Learned, _ judged: ReportWriter.Judged, stop: Int32?
  ) -> (ExitCode, String?) {
    if let stop {
      return (
        stop == SIGINT ? .interrupted : .terminated,
        "interrupted: rows without facts are unknown, not_checked "
          + "(\(learned.answered) of \(learned.planned.requests) URLs read so far are known)"
      )
    }
    if learned.counters.isOffline {
      return (
        .offline,
        "our own network is down: no host has answered for a while; run again when it is back"
      )
    }
    if learned.isProxyDown {
      return (.offline, "nothing came through the proxy; check --proxy and run again")
    }
    if let fault = learned.localFault {
      return (.output, "this machine ran out of something: \(fault)")
    }
    if judged.readings != learned.planned.readings {
      let changed = zip(judged.readings, learned.planned.readings).first { $0 != $1 }?.0.name
      let name = changed.map(InputList.plainly) ?? "an input"
      return (.input, "\(name) changed while it was read; run again with a file at rest")
    }
    if judged.validCount == 0 {
      let names = settings.inputs.map(InputList.plainly).joined(separator: ", ")
      return (
        .input,
        judged.totals.payloads == 0
          ? "\(names): the input holds no record"
          : "\(names): not one of \(judged.totals.payloads) lines is a payload"
      )
    }
    if let limit = settings.failAbove, let share = judged.totals.lostShare, share > limit {
      return (.lostTooMuch, nil)
    }
    return (.done, nil)
  }
}

/// The moments of a run, in seconds since 1970.
struct RunTimes: Sendable, Equatable {
  var started: Double
  var finished: Double
}
