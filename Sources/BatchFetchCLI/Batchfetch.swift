internal import Foundation

/// The story: options, run, table, exit code.
@main
enum Batchfetch {
  static func main() {
    Console.openMissingStreams()
    Interruption.block()
    let console = Console.current()
    var words: [String] = []
    do throws(UsageError) {
      words = try Arguments.ofProcess()
      let options = try ParsedOptions(words)
      if let text = try Answers.text(options) { return Console.print(text) }
      let settings = try Settings.settled(
        options.withConfig(), environment: { ProcessInfo.processInfo.environment[$0] })
      run(settings, console, words)
    } catch {
      for line in [error.description] + error.further {
        Console.printError("batchfetch: \(Log.visible(line))\n")
      }
      RefusedRun(words).tellMetrics()
      exit(ExitCode.usage.rawValue)
    }
  }

  /// Runs while this thread waits for signals: the first ends the run early, the second at once.
  private static func run(_ settings: Settings, _ console: Console, _ words: [String]) -> Never {
    let log = Log(settings, console)
    if let shortage = Shortage.sentence {
      log.error(shortage)
      RefusedRun(words).tellMetrics()
      exit(ExitCode.output.rawValue)
    }
    let stop = StopRequest()
    let audit = AuditRun(settings: settings, console: console, log: log, stop: stop)
    Task.detached { exit(await end(audit).rawValue) }
    Interruption.waitForSignals { number in
      if Console.errorTakesLine {
        log.tell(.stop(signal: number))
        stop.request(number)
      } else {
        // Nobody reads: not on this thread, the second signal must still be heard.
        stop.request(number)
        OwnThread.start("batchfetch-stop") { log.tell(.stop(signal: number)) }
      }
    }
  }

  private static func end(_ audit: AuditRun) async -> ExitCode {
    switch audit.settings.parts.command {
    case .audit, .report: await report(audit)
    // Answered before any run.
    case .profileTemplate: .usage
    case .plan: await part(audit) { try await PlanRun(audit).run() }
    case .fetch: await part(audit) { try await FetchRun(audit).run() }
    }
  }

  /// Runs a part that writes no report.
  private static func part(
    _ audit: AuditRun, _ run: () async throws -> ExitCode
  ) async -> ExitCode {
    do {
      return try await run()
    } catch {
      let failure = RunFailure(of: error)
      audit.log.error(failure.description)
      return failure.code
    }
  }

  /// Runs the audit and says how it came out.
  private static func report(_ audit: AuditRun) async -> ExitCode {
    let started = Timestamp.seconds()
    audit.log.tell(.start(inputs: audit.settings.inputs, output: audit.settings.output))
    do {
      let isAudit = audit.settings.parts.command == .audit
      let summary = try await isAudit ? audit.run() : audit.join()
      if !audit.settings.isQuiet {
        Console.print(ConsoleReport.text(summary, audit.settings, audit.console))
      }
      if let sentence = summary.incomplete {
        audit.log.error("\(sentence); what there is lies in \(audit.settings.output).partial")
      }
      return audit.close(RunEnding(summary))
    } catch {
      let failure = RunFailure(of: error)
      audit.log.error(failure.description)
      let times = RunTimes(started: started, finished: Timestamp.seconds())
      return audit.close(RunEnding(failed: failure.code, times: times))
    }
  }
}
