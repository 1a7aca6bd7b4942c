internal import AuditReports
internal import AuditRules
internal import BatchFetch

/// `batchfetch report`: stages 1 to 3, 6 and 7 over facts that were learned elsewhere.
extension AuditRun {
  /// Joins facts and input and writes the report; asks nobody.
  func join() async throws -> RunSummary {
    let settings = try settings.underTermsOfFacts(log)
    return try await AuditRun(settings: settings, console: console, log: log, stop: stop).joining()
  }

  private func joining() async throws -> RunSummary {
    let report = try ReportWriter(settings.output)
    do {
      return try await join(report)
    } catch let failure as RunFailure where failure.code == .input {
      // Nothing of it took long to make: what is wrong with the files is mended and run again.
      report.discard()
      throw failure
    }
  }

  private func join(_ report: ReportWriter) async throws -> RunSummary {
    let now = Timestamp.seconds()
    let rest = try Conclusion(settings, report, log)
    defer { rest.copy?.discard() }
    let inputs = try InputList(settings.inputs, spoolFolder: report.partialPath)
    stop.whenRequested { inputs.stopReading() }
    let joined = try await OwnThread.run("batchfetch-join") { try join(inputs, report) }
    var learned = Learned()
    learned.planned = joined.planned
    learned.answered = joined.tally.kept
    learned.bytes = joined.tally.bodyBytes
    learned.counters.requests = joined.tally.requests
    // Judged as of the time at which the first of them was learned, like in a run of its own.
    let started = joined.tally.earliest ?? now
    return try await conclude(rest, inputs, joined.journal, learned, started: started)
  }

  private struct Joined: Sendable {
    var planned: PlanPass.Counts
    var journal: FactsJournal
    var tally: FactsImport.Tally
  }

  /// Takes over the facts of every URL that the input asks for, and of no other.
  private func join(_ inputs: InputList, _ report: ReportWriter) throws -> Joined {
    var needed: Set<URLKey> = []
    let planned = try plan(inputs, pass: .first) { needed.insert(URLKey($0)) }
    let wanted = needed
    var taken = FactsImport { wanted.contains(URLKey($0.url)) }
    for file in settings.parts.factsFiles { try taken.read(file, needsEnd: !Self.isOfReport(file)) }
    try report.removeLeftovers(keepsFacts: false)
    let index = try taken.write(to: report.factsPath, through: report.newFactsPath)
    let missing = needed.count - index.places.count
    if missing > 0, stop.signal == nil {
      var first: String?
      _ = try plan(inputs, pass: .second) { url in
        if first == nil, index.places[URLKey(url)] == nil { first = url }
      }
      throw RunFailure(
        .input,
        "\(missing) of \(needed.count) URLs have no facts, the first of them \(first ?? ""); fetch "
          + "them and name the file with --facts, and give report the options that plan was given")
    }
    let journal = try FactsJournal(at: report.factsPath, imported: index)
    return Joined(planned: planned, journal: journal, tally: taken.tally)
  }

  /// Whether a file is the `facts.ndjson` of a report: that has no end line, since each of its lines
  /// is a URL's; its run vouches for it.
  private static func isOfReport(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.last == Substring(ReportFileName.facts.rawValue) else { return false }
    let folder = parts.dropLast().joined(separator: "/")
    return ReportFolder.isReport(parts.count == 1 ? "." : folder + "/")
  }

  private func plan(
    _ inputs: InputList, pass: InputStream.Pass, _ body: (String) -> Void
  ) throws -> PlanPass.Counts {
    var lines = PayloadLines(inputs, pass: pass, longestLine: settings.longestLine)
    return try PlanPass(decoder: settings.decoder, policy: settings.policy).run(&lines) { urls in
      urls.forEach(body)
      return true
    }
  }
}

extension Settings {
  /// The same settings with the `--allow-...` options of the plan that the facts answer, unless the
  /// command line has some of its own: then they must be those.
  fileprivate func underTermsOfFacts(_ log: Log) throws(RunFailure) -> Settings {
    let given = PlanTerms(policy)
    var found: (terms: PlanTerms, file: String)?
    for file in parts.factsFiles {
      let terms = FactsTail.terms(of: file)
      guard terms.isStated else { continue }
      if let found, found.terms != terms {
        throw RunFailure(
          .input,
          "\(file) is of a plan made with \(terms.options), \(found.file) of one with "
            + "\(found.terms.options); plan and fetch all of it with the same options")
      }
      guard given.words.isEmpty || given == terms else {
        throw RunFailure(
          .usage,
          "\(file) is of a plan made with \(terms.options), but report was given "
            + "\(given.options); give it the same options, or none of them")
      }
      found = (terms, file)
    }
    guard let found, given.words.isEmpty else { return self }
    log.info("judged as planned, with \(found.terms.options)")
    var settings = self
    settings.policy = found.terms.policy
    settings.fetch.addressPolicy = settings.policy.addresses
    return settings
  }
}
