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
    let fetching = Task.detached { try await fetch(inputs, output) }
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
    try output.finish()
    return .done
  }

  private func fetch(
    _ inputs: InputList, _ output: FactsOutput
  ) async throws -> FetchPass.Lessons {
    let feed = Feed<PlannedFetch>(capacity: 64)
    let progress = Progress(settings, console)
    let longestLine = settings.longestLine
    async let reading: Void = OwnThread.run("batchfetch-plan") {
      defer { feed.finish() }
      try Self.read(
        PayloadLines(inputs, pass: .first, longestLine: longestLine), to: feed, progress)
    }
    let pass: FetchPass
    do {
      pass = try FetchPass(settings, log: log)
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

  private static func read(
    _ lines: consuming PayloadLines, to feed: Feed<PlannedFetch>, _ progress: Progress
  ) throws {
    var lines = lines
    var seen: Set<URLKey> = []
    var batch: [PlannedFetch] = []
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line.content, let url = PlanLine.url(bytes) else {
        throw RunFailure(
          .input,
          "line \(line.number) is none of a plan; one like {\"url\":\"https://…\"} is wanted")
      }
      guard seen.insert(URLKey(url)).inserted else { continue }
      batch.append(PlannedFetch(url: url, earlier: .none))
      if seen.count <= 64 || batch.count == 32 {
        progress.planned(seen.count, isAll: false)
        guard feed.send(batch) else { return }
        batch.removeAll(keepingCapacity: true)
      }
    }
    if !batch.isEmpty { _ = feed.send(batch) }
    progress.planned(seen.count, isAll: true)
  }
}
