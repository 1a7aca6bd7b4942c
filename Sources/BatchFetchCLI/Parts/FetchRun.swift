internal import AuditRules
internal import BatchFetch
internal import Glibc

/// `batchfetch fetch`: stages 4 and 5 for the lines of a plan.
struct FetchRun: Sendable {
  let settings: Settings
  let console: Console
  let log: Log
  let stop: StopRequest

  init(_ audit: AuditRun) {
    (settings, console, log, stop) = (
      audit.settings, audit.console, audit.log, audit.stop
    )
  }

  /// Answers every line it can; the end line is written only when that is all of them.
  func run() async throws -> ExitCode {
    let inputs = try InputList(settings.inputs, spoolFolder: nil)
    let output = FactsOutput()
    let plan = PlanReader(settings, log)
    let fetching = Task.detached { try await fetch(inputs, plan, output) }
    stop.whenRequested {
      inputs.stopReading()
      fetching.cancel()
    }
    let lessons: FetchPass.Lessons
    do {
      lessons = try await fetching.value
    } catch {
      try output.flush()
      throw error
    }
    guard stop.signal == nil else {
      try output.flush()
      return stop.signal == SIGINT ? .interrupted : .terminated
    }
    guard lessons.unanswered == 0 else {
      try output.flush()
      let why = lessons.localFault.map { "this machine ran out of something: \($0)" }
      log.error(
        "\(lessons.unanswered) URLs are not answered, run again: "
          + (why ?? "our own network is down"))
      return .tryAgain
    }
    try output.finish(plan.terms)
    return .done
  }

  private func fetch(
    _ inputs: InputList, _ plan: PlanReader, _ output: FactsOutput
  ) async throws -> FetchPass.Lessons {
    let feed = Feed<PlannedFetch>(capacity: 64)
    let progress = Progress(settings, console)
    let longestLine = settings.longestLine
    async let reading: Void = OwnThread.run("batchfetch-plan") {
      defer { feed.finish() }
      try plan.read(
        PayloadLines(inputs, pass: .first, longestLine: longestLine), to: feed, progress)
    }
    let pass: FetchPass
    do {
      pass = try FetchPass(settings, log: log, policy: { plan.policy })
    } catch {
      feed.close()
      throw error
    }
    let ticking = Task.detached {
      // A server that keeps us waiting must not hold back what the others said.
      while (try? await Task.sleep(for: .milliseconds(500))) != nil { try? output.flush() }
    }
    defer { ticking.cancel() }
    let lessons = try await pass.learnAll(feed, progress) { facts in
      // Nothing is known of a URL that our own network did not let us ask.
      guard facts.failure != .auditOffline else { return false }
      try output.append(facts)
      return true
    }
    try await reading
    return lessons
  }
}
