internal import AuditRules
internal import BatchFetch

/// Stages 1 to 3 once more for every line, in input order: all that it is judged by, handed on.
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
  /// Lines that are payloads, by input.
  private(set) var validCounts: [Int] = []
  private var invalidCount = 0
  private static let defectsSaid = 20
  /// Lines that are handed on together.
  private static let batchCount = 128

  init(_ judge: Judge, log: Log) {
    self.judge = judge
    self.log = log
    decoder = judge.decoder
    plans = judge.plans ?? PlanCache(policy: judge.policy)
  }

  /// Gathers the evidence of every line of `lines` and sends it; stops early when nobody takes it.
  mutating func run(
    _ lines: inout PayloadLines, names: [String], journal: FactsJournal,
    to relay: Relay<LineEvidence>
  ) throws {
    validCounts = [Int](repeating: 0, count: names.count)
    var batch: [LineEvidence] = []
    // What was read before a fault is judged too.
    defer { _ = relay.send(batch) }
    while let line = try lines.next() {
      if batch.count == Self.batchCount {
        guard relay.send(batch) else { return }
        batch = []
      }
      if batch.isEmpty { batch.reserveCapacity(Self.batchCount) }
      let content: LineEvidence.Content
      do {
        content = try self.content(line, journal: journal)
        validCounts[line.input] += 1
      } catch let defect as PayloadDefect {
        content = .defect(defect)
        say(defect, "\(names[line.input]):\(line.number)")
      }
      batch.append(LineEvidence(line: line.number, input: line.input, content: content))
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

  private mutating func content(
    _ line: PayloadLine, journal: FactsJournal
  ) throws -> LineEvidence.Content {
    guard case .bytes(let bytes) = line.content else {
      throw PayloadDefect(
        reason: .lineTooLong, detail: "the line is longer than --max-line allows")
    }
    let payload = try decoder.decode(bytes)
    return .payload(
      try evidence(on: payload, journal: journal),
      further: try payload.furtherMedia.map { try evidence(on: $0, journal: journal) })
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
    let current = try facts(plan.current, journal: journal)
    let old = plan.old == plan.current ? nil : try facts(plan.old, journal: journal)
    return Evidence(
      payload: payload, plan: plan, policy: judge.policy, current: current, old: old,
      auditTime: judge.auditTime, timeLimit: judge.timeLimit)
  }

  private func facts(
    _ route: FetchPlan.Route, journal: FactsJournal
  ) throws(RunFailure) -> Shared<MediaFacts>? {
    guard case .fetch(let url) = route else { return nil }
    return try journal.shared(factsOf: url)
  }
}

extension Reason {
  /// Whether it is about what a fetch found: the groups from policy on, in the contract's order.
  var isOfTheFetch: Bool { Self.fetchReasons.contains(self) }

  private static let fetchReasons = Set(allCases.drop { $0 != .httpNotSecure })
}
