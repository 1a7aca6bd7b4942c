internal import AuditReports
internal import AuditRules
internal import BatchFetch
internal import MediaProbe

/// The run: one payload's way through the seven stages, in their order.
struct AuditRun: Sendable {
  let settings: Settings
  let console: Console
  let log: Log
  let stop: StopRequest

  /// Runs to the end, or to where it was stopped; throws only where the tool itself fails.
  func run() async throws -> RunSummary {
    let now = Timestamp.seconds()
    let report = try ReportWriter(settings.output)
    let history = try HistoryStage(settings, log: log)
    let copy = try settings.results.map { try NamedFile(at: $0) }
    defer { copy?.discard() }
    let inputs = try InputList(settings.inputs, spoolFolder: report.partialPath)
    stop.whenRequested { inputs.stopReading() }
    let (settings, log) = (settings, log)
    let beginning = try await OwnThread.run("batchfetch-start") {
      try Beginning.find(settings, report, inputs, log, now: now)
    }

    // Stages 1 to 3 read, decode and plan the whole input; 4 and 5 download and probe.
    let learning = Task.detached { try await learn(inputs, beginning) }
    stop.whenRequested { learning.cancel() }
    let learned: Learned
    do {
      learned = try await learning.value
    } catch let failure as RunFailure where failure.code == .input {
      // Torn in the middle: what was learned up to there is kept, and its place is said.
      let journal = beginning.journal
      try journal.flush()
      throw journal.count == 0
        ? failure : failure.leaving("the facts learned", in: "\(settings.output).partial")
    }

    // Stages 1 to 3 once more for each line, then 6 and 7: verdict and report.
    let judge = ReportPass.Judge(
      decoder: decoder, policy: settings.policy, plans: learned.planned.plans,
      auditTime: beginning.started,
      timeLimit: settings.fetch.timeLimit.inSeconds)
    let judged = try await OwnThread.run("batchfetch-rows") {
      try beginning.keeper.stop()
      return try report.writeRows(
        inputs, judge, beginning.journal, longestLine: settings.longestLine, copy: copy, log: log)
    }
    let summary = RunSummary(
      settings, learned, judged, stop: stop.signal,
      times: RunTimes(started: beginning.started, finished: Timestamp.seconds()))
    let told = try history.finish(summary, report)
    if told.incomplete == nil { try copy?.publish() }
    return told
  }

  /// What decodes a line, the same in both passes.
  private var decoder: PayloadDecoder {
    PayloadDecoder(profile: settings.profile, locations: settings.locations)
  }

  /// What the downloading part taught, apart from the facts themselves.
  struct Learned: Sendable {
    var planned = PlanPass.Counts()
    var counters = EngineCounters()
    /// Fetches that our own machine could not make.
    var localFault: String?
    /// Bytes of all bodies, decoded.
    var bytes = 0
  }

  /// Downloads and probes each distinct URL once, as many at a time as the window holds.
  private func learn(_ inputs: InputList, _ beginning: Beginning) async throws -> Learned {
    let feed = Feed<PlannedFetch>(capacity: 64)
    let planning = PlanPass(decoder: decoder, policy: settings.policy)
    let progress = Progress(settings, console)
    let longestLine = settings.longestLine
    async let planned = OwnThread.run("batchfetch-plan") {
      defer { feed.finish() }
      var lines = PayloadLines(inputs, pass: beginning.pass, longestLine: longestLine)
      var earlier = EarlierRun(settings, log: log, now: beginning.started)
      defer { earlier.sayEnd() }
      return try planning.run(&lines, to: feed, progress: progress) { earlier.knowledge(of: $0) }
    }
    var learned = Learned()
    if !settings.isDryRun {
      do {
        beginning.keeper.start()
        try await download(feed, beginning, progress, &learned)
      } catch {
        // The engine may not even have started; the thread that plans must not wait for it.
        feed.close()
        throw error
      }
    } else {
      await feed.receive { _ in }
    }
    learned.planned = try await planned
    return learned
  }

  /// The one place where the run is concurrent: a bounded group around stages 4 and 5.
  private func download(
    _ feed: Feed<PlannedFetch>, _ beginning: Beginning, _ progress: Progress,
    _ learned: inout Learned
  ) async throws {
    let journal = beginning.journal
    let pass = try FetchPass(settings, log: log)
    progress.watch(pass.fetcher)
    // The engine chooses among what waits, so that one host's long queue never blocks others.
    let window = max(1_024, settings.fetch.concurrency * 8)
    var localFault: String?
    var bytes = 0
    do {
      try await withThrowingTaskGroup(of: FetchPass.Lesson.self) { group in
        var running = 0
        func take(_ lesson: FetchPass.Lesson) throws {
          running -= 1
          switch lesson {
          case .facts(let facts):
            // What has not changed brought no body.
            if !facts.isRevalidated { bytes += facts.bytes ?? 0 }
          case .cancelled: break
          case .localFault(let detail): localFault = detail
          }
        }
        try await feed.receive { planned in
          if journal.knows(planned.url) { return progress.known() }
          if case .reuse(let facts) = planned.earlier {
            try journal.append(facts)
            return progress.known()
          }
          if running >= window, let lesson = try await group.next() { try take(lesson) }
          group.addTask {
            let lesson = try await pass.learn(planned)
            // Here and not where it is taken: while the input comes slowly, nothing is taken.
            if case .facts(let facts) = lesson { try journal.append(facts) }
            return lesson
          }
          running += 1
        }
        while let lesson = try await group.next() { try take(lesson) }
      }
    } catch {
      await pass.end()
      await progress.end()
      throw error
    }
    learned.localFault = localFault
    learned.bytes = bytes + beginning.known.bodyBytes
    learned.counters = pass.fetcher.counters
    learned.counters.requests += beginning.known.requests
    await pass.end()
    await progress.end()
  }
}
