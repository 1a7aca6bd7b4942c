internal import AuditRules
internal import BatchFetch

/// Reads the lines of a plan for the part that fetches them, and finds under which terms it was made.
final class PlanReader: Sendable {
  private let own: TransportPolicy
  private let log: Log
  /// Of the first line, once it is read, and what it means at a redirect.
  private let found: Locked<(terms: PlanTerms, policy: TransportPolicy)?>

  init(_ settings: Settings, _ log: Log) {
    own = settings.policy
    self.log = log
    found = Locked(nil)
  }

  /// The plan's terms, where it says them.
  var terms: PlanTerms { found.withLock { $0?.terms } ?? .unstated }

  /// What is asked at a redirect.
  var policy: TransportPolicy { found.withLock { $0?.policy } ?? own }

  /// The exceptions of the app are the plan's; whom this machine may reach is for its own command
  /// line to say, not for a file.
  private func policy(under terms: PlanTerms) -> TransportPolicy {
    var policy = terms.isStated ? terms.policy : own
    policy.addresses = own.addresses
    return policy
  }

  /// Sends each URL once, in the order of the lines; stops early when nobody receives any more.
  func read(
    _ lines: consuming PayloadLines, to feed: Feed<PlannedFetch>, _ progress: Progress
  ) throws {
    var lines = lines
    var seen: Set<URLKey> = []
    var batch: [PlannedFetch] = []
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line.content, let planned = PlanLine(bytes) else {
        throw RunFailure(
          .input,
          "line \(line.number) is none of a plan; one like {\"url\":\"https://…\"} is wanted")
      }
      try check(planned.terms, line.number)
      guard seen.insert(URLKey(planned.url)).inserted else { continue }
      batch.append(PlannedFetch(url: planned.url, earlier: .none))
      if seen.count <= 64 || batch.count == 32 {
        progress.planned(seen.count, isAll: false)
        guard feed.send(batch) else { return }
        batch.removeAll(keepingCapacity: true)
      }
    }
    if !batch.isEmpty { _ = feed.send(batch) }
    progress.planned(seen.count, isAll: true)
  }

  /// All lines must be of one plan, and that must not contradict the command line.
  private func check(_ terms: PlanTerms, _ number: Int) throws(RunFailure) {
    if let first = found.withLock({ $0?.terms }) {
      if terms == first { return }
      throw RunFailure(
        .input,
        "line \(number) is of a plan made with \(terms.options), the lines before it are of one "
          + "with \(first.options); fetch them apart")
    }
    let given = PlanTerms(own)
    if terms.isStated, !given.ofTheApp.words.isEmpty, terms.ofTheApp != given.ofTheApp {
      throw RunFailure(
        .usage,
        "the plan was made with \(terms.options), not with \(given.options); give fetch the same "
          + "options or none")
    }
    let policy = policy(under: terms)
    found.withLock { $0 = (terms, policy) }
    let addresses = Set(terms.words).subtracting(given.words).subtracting(terms.ofTheApp.words)
    if !addresses.isEmpty {
      log.warning(
        "the plan was made with \(addresses.sorted().map { "--\($0)" }.joined(separator: " ")), "
          + "which fetch must be given too: nothing is reached there without it")
    }
  }
}
