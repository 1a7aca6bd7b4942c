internal import AuditReports
internal import AuditRules
internal import BatchFetch

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

    init(_ settings: Settings, auditTime: Double, plans: PlanCache? = nil) {
      decoder = settings.decoder
      policy = settings.policy
      self.plans = plans
      self.auditTime = auditTime
      timeLimit = settings.fetch.timeLimit.inSeconds
    }
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
    let evidence = try evidence(on: payload, journal: journal)
    let further = payload.furtherMedia
    if further.isEmpty { return row(line, evidence, Verdict.of(evidence)) }
    // Each of the media is judged as if alone; the profile's rule makes one verdict of them.
    let all = [evidence] + (try further.map { try self.evidence(on: $0, journal: journal) })
    let verdicts = all.map(Verdict.of)
    let (verdict, place) = Verdict.joining(verdicts, of: payload.profile)
    for (other, own) in zip(all, verdicts).enumerated() where other != place {
      totals.add(further: row(line, own.0, own.1))
    }
    return row(line, all[place], verdict)
  }

  private func row(_ line: PayloadLine, _ evidence: Evidence, _ verdict: Verdict) -> ReportRow {
    ReportRow(
      line: line.number, input: line.input, payload: evidence.payload, verdict: verdict,
      facts: evidence.factsForCurrent)
  }

  private mutating func evidence(
    on payload: Payload, journal: FactsJournal
  ) throws -> Evidence {
    let plan = plans.plan(for: payload)
    return try evidence(payload, plan, journal: journal)
  }

  /// The requests of all lines whose picture is lost, or may be, for what a fetch taught: those of
  /// a payload that would lose it whatever is fetched are not among them.
  mutating func lostRequests(
    _ lines: inout PayloadLines, journal: FactsJournal
  ) throws -> Set<URLKey> {
    var lost: Set<URLKey> = []
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line.content, let payload = try? decoder.decode(bytes) else {
        continue
      }
      for medium in [payload] + payload.furtherMedia {
        let plan = plans.plan(for: medium)
        if plan.requests.isEmpty { continue }
        let verdict = Verdict.of(try evidence(medium, plan, journal: journal))
        let predictions = [verdict.current, verdict.old].compactMap { $0 }
        if predictions.contains(where: { $0.outcome != .media && $0.reason.isOfTheFetch }) {
          lost.formUnion(plan.requests.map { URLKey($0) })
        }
      }
    }
    return lost
  }

  private func evidence(
    _ payload: Payload, _ plan: FetchPlan, journal: FactsJournal
  ) throws(RunFailure) -> Evidence {
    var evidence = Evidence(
      payload: payload, plan: plan, policy: judge.policy, auditTime: judge.auditTime,
      timeLimit: judge.timeLimit)
    evidence.factsForCurrent = try facts(plan.current, journal: journal)
    if plan.old != plan.current {
      evidence.factsForOld = try facts(plan.old, journal: journal)
    }
    return evidence
  }

  private func facts(
    _ route: FetchPlan.Route, journal: FactsJournal
  ) throws(RunFailure) -> MediaFacts? {
    guard case .fetch(let url) = route else { return nil }
    return try journal.facts(of: url)
  }
}

extension Reason {
  /// Whether it is about what a fetch found: the groups from policy on, in the contract's order.
  var isOfTheFetch: Bool { Self.fetchReasons.contains(self) }

  private static let fetchReasons = Set(allCases.drop { $0 != .httpNotSecure })
}
