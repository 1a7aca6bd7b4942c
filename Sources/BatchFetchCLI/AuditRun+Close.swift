extension AuditRun {
  /// Writes the metrics and says the end; gives the exit code, which a failure here may change.
  func close(_ ending: RunEnding) -> ExitCode {
    var ending = ending
    if let path = settings.metrics {
      do throws(RunFailure) {
        try MetricsFile.write(ending, to: path)
      } catch {
        log.error(error.description)
        if ending.isSuccess { ending.code = error.code }
      }
    }
    if ending.code == .lostTooMuch { log.error(finding(ending)) }
    log.tell(.end(ending))
    return ending.code
  }

  /// Why a run that is done ends with 1: also a quiet one says it, since cron mails no exit code.
  private func finding(_ ending: RunEnding) -> String {
    guard let limit = settings.failAbove, let tally = ending.tally, let share = tally.lostShare,
      share > limit
    else { return "newly lost pictures, which --fail-on forbids; changes.csv names them" }
    return "\(tally.lost) of \(tally.withMedia) payloads with media are lost, more than "
      + "--fail-above allows; campaigns.csv names the worst"
  }
}

extension Log {
  /// The log of a run with these settings; `run` names it.
  init(_ settings: Settings, _ console: Console, run: String = RunName.make()) {
    format = settings.logFormat
    level = settings.isQuiet ? .error : settings.isVerbose ? .detail : .info
    wipesLine = settings.showsProgress(on: console)
    self.run = run
    isForJournal = console.errorIsJournal
    tellsCourse = settings.logFormat == .json || !console.errorIsTerminal
  }
}

/// The name of a run in its log: when it began, and four random digits for those of one second.
enum RunName {
  /// For example `20260725T021500Z-3fa9`.
  static func make(
    _ seconds: Double = Timestamp.seconds(), random: UInt16 = .random(in: 0...(.max))
  )
    -> String
  {
    let time = Timestamp.text(seconds).filter { $0 != "-" && $0 != ":" }
    let digits = String(random, radix: 16)
    return "\(time)-\(String(repeating: "0", count: 4 - digits.count))\(digits)"
  }
}
