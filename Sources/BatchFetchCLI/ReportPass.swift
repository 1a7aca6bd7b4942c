internal import AuditReports
internal import AuditRules

/// Stages 6 and 7 for every line, in input order: the verdict, its row, the running totals.
struct ReportPass {
  /// What the rows are judged with.
  struct Judge: Sendable {
    var decoder: PayloadDecoder
    var policy: TransportPolicy
    /// The plans of the first pass, if it remembers them.
    var plans: PlanCache?
    /// When the audit was made, seconds since 1970.
    var auditTime: Double
    /// Seconds that the system gives the extension (T6).
    var timeLimit: Double
  }

  private var decoder: PayloadDecoder
  private var plans: PlanCache
  private let judge: Judge
  private let log: Log
  private(set) var totals = ReportTotals()
  /// Lines that are payloads, by input.
  private(set) var validCounts: [Int] = []
  private var invalidCount = 0
  private static let defectsSaid = 20

  init(_ judge: Judge, log: Log) {
    self.judge = judge
    self.log = log
    decoder = judge.decoder
    plans = judge.plans ?? PlanCache(policy: judge.policy)
  }

  /// Judges every line of `lines` and hands each row to `write`.
  mutating func run(
    _ lines: inout PayloadLines, names: [String], journal: FactsJournal,
    write: (ReportRow) throws -> Void
  ) throws {
    validCounts = [Int](repeating: 0, count: names.count)
    while let line = try lines.next() {
      let row: ReportRow
      do {
        row = try self.row(line, journal: journal)
        validCounts[line.input] += 1
      } catch let defect as PayloadDefect {
        row = ReportRow(line: line.number, input: line.input, defect: defect)
        say(defect, "\(names[line.input]):\(line.number)")
      }
      totals.add(row)
      try write(row)
    }
  }

  /// Names the first defects; a list of something else entirely must not flood the log.
  private mutating func say(_ defect: PayloadDefect, _ place: String) {
    invalidCount += 1
    if invalidCount <= Self.defectsSaid {
      log.warning("\(place): \(defect.reason.rawValue): \(defect.detail)")
    } else if invalidCount == Self.defectsSaid + 1 {
      log.warning("further invalid lines are in payloads.csv and not named here")
    }
  }

  private mutating func row(
    _ line: PayloadLine, journal: FactsJournal
  ) throws -> ReportRow {
    guard case .bytes(let bytes) = line.content else {
      throw PayloadDefect(
        reason: .lineTooLong, detail: "the line is longer than --max-line allows")
    }
    let payload = try decoder.decode(bytes)
    let plan = plans.plan(for: payload)
    var evidence = Evidence(
      payload: payload, plan: plan, policy: judge.policy, auditTime: judge.auditTime,
      timeLimit: judge.timeLimit)
    evidence.factsForCurrent = try facts(plan.current, journal: journal)
    if plan.old != plan.current {
      evidence.factsForOld = try facts(plan.old, journal: journal)
    }
    return ReportRow(
      line: line.number, input: line.input, payload: payload, verdict: Verdict.of(evidence),
      facts: evidence.factsForCurrent)
  }

  private func facts(
    _ route: FetchPlan.Route, journal: FactsJournal
  ) throws(RunFailure) -> MediaFacts? {
    guard case .fetch(let url) = route else { return nil }
    return try journal.facts(of: url)
  }
}
