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
    let rest = try Conclusion(settings, report, log)
    defer { rest.copy?.discard() }
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

    return try await conclude(
      rest, inputs, beginning.journal, learned, started: beginning.started,
      keeper: beginning.keeper)
  }

  /// What is opened before the first download and written at the end.
  struct Conclusion: Sendable {
    let report: ReportWriter
    let history: HistoryStage
    /// Where the lines of `results.ndjson` go too.
    let copy: NamedFile?

    init(_ settings: Settings, _ report: ReportWriter, _ log: Log) throws(RunFailure) {
      self.report = report
      history = try HistoryStage(settings, log: log)
      copy = if let path = settings.results { try NamedFile(at: path) } else { nil }
    }
  }

  /// Stages 1 to 3 once more for each line, then 6 and 7: verdict and report.
  func conclude(
    _ rest: Conclusion, _ inputs: InputList, _ journal: FactsJournal, _ learned: Learned,
    started: Double, keeper: JournalKeeper? = nil
  ) async throws -> RunSummary {
    let judge = ReportPass.Judge(
      settings, auditTime: started, plans: learned.planned.plans)
    if let keeper { try await OwnThread.run("batchfetch-facts") { try keeper.stop() } }
    let judged = try await rest.report.writeRows(
      inputs, judge, journal, longestLine: settings.longestLine, copy: rest.copy, log: log)
    let summary = RunSummary(
      settings, learned, judged, stop: stop.signal,
      times: RunTimes(started: started, finished: Timestamp.seconds()))
    if judged.validCount > 0, judged.totals.withMedia == 0 {
      log.warning(
        "no payload names a media URL where its extension looks for one; "
          + "see --list-profiles, --profile and --payload-at")
    }
    let told = try rest.history.finish(summary, rest.report)
    if told.incomplete == nil { try rest.copy?.publish() }
    return told
  }

  /// What the downloading part taught, apart from the facts themselves.
  struct Learned: Sendable {
    var planned = PlanPass.Counts()
    /// URLs that this run asked, and those of them that ended in a network failure: of a run that is
    /// cut short fewer than were planned.
    var downloads = 0
    var failedDownloads = 0
    /// URLs whose facts are at hand, those of an earlier run included.
    var answered = 0
    var counters = EngineCounters()
    /// Fetches that our own machine could not make.
    var localFault: String?
    /// Nothing at all came through the operator's proxy.
    var isProxyDown = false
    /// Bytes of all bodies, decoded.
    var bytes = 0
  }

  /// Downloads and probes each distinct URL once, as many at a time as the window holds.
  private func learn(_ inputs: InputList, _ beginning: Beginning) async throws -> Learned {
    let feed = Feed<PlannedFetch>(capacity: 64)
    let planning = PlanPass(decoder: settings.decoder, policy: settings.policy)
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

  /// Stages 4 and 5 for all that is not known already.
  private func download(
    _ feed: Feed<PlannedFetch>, _ beginning: Beginning, _ progress: Progress,
    _ learned: inout Learned
  ) async throws {
    let journal = beginning.journal
    let pass = try FetchPass(settings, log: log)
    let lessons = try await pass.learnAll(feed, progress, isKnown: journal.knows) { facts in
      try journal.append(facts)
      return true
    }
    learned.localFault = lessons.localFault
    learned.downloads = lessons.asked
    learned.failedDownloads = lessons.failed
    learned.answered = lessons.known + lessons.asked
    learned.isProxyDown = lessons.asked > 0 && lessons.heldByProxy == lessons.asked
    learned.bytes = lessons.bytes + beginning.known.bodyBytes
    learned.counters = lessons.counters
    learned.counters.requests += beginning.known.requests
  }
}

extension Settings {
  /// What decodes a line, the same in all passes.
  var decoder: PayloadDecoder {
    PayloadDecoder(profile: profile, locations: locations, table: profiles.table)
  }
}
