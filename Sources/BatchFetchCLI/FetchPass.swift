internal import AuditRules
internal import BatchFetch
internal import MediaProbe

/// Stages 4 and 5 for one URL at a time: download it, look at its bytes, say what was learned.
struct FetchPass: Sendable {
  /// What came of one URL.
  enum Lesson: Sendable {
    case facts(MediaFacts)
    /// The run was stopped first.
    case cancelled
    /// Our own machine failed; a sentence on how.
    case localFault(String)
  }

  let fetcher: BatchFetcher
  /// URLs that are under way or wait in the engine: it chooses among them, so that one host's long
  /// queue never blocks others.
  let window: Int
  private let probe: MediaProbe
  private let savedMedia: SavedMedia?
  private let log: Log
  /// What the engine notices is said from here: its own thread must not wait for a reader.
  private let events: AsyncStream<EngineEvent>.Continuation
  private let telling: Task<Void, Never>

  /// Starts the engine and opens the type database.
  ///
  /// `policy` is asked at each redirect; without it the settings' own is.
  init(
    _ settings: Settings, log: Log, policy: (@Sendable () -> TransportPolicy)? = nil
  ) throws(RunFailure) {
    self.log = log
    window = max(1_024, settings.fetch.concurrency * 8)
    savedMedia = if let folder = settings.saveMedia { try SavedMedia(folder: folder) } else { nil }
    do {
      probe = try MediaProbe()
    } catch {
      throw RunFailure(.output, "\(error)")
    }
    var fetch = settings.fetch
    let own = settings.policy
    fetch.hopPolicy = Self.hopPolicy(policy ?? { own })
    let (stream, events) = AsyncStream.makeStream(of: EngineEvent.self)
    fetch.onEvent = { events.yield($0) }
    self.events = events
    telling = Task.detached { for await event in stream { log.tell(LogEvent(event)) } }
    do {
      fetcher = try BatchFetcher(fetch)
    } catch {
      throw RunFailure(error.code == .badSetting ? .usage : .output, "\(error)")
    }
    if !fetcher.addressCheckApplies {
      log.warning(
        "with a proxy the addresses cannot be checked: the proxy resolves names and may reach "
          + "private ones")
    }
  }

  /// Ends the engine, and waits until all that it noticed is said.
  func end() async {
    await fetcher.shutdown()
    events.finish()
    await telling.value
  }

  /// Learns the facts of one URL; throws only where a file to be kept cannot be written.
  func learn(_ planned: PlannedFetch) async throws -> Lesson {
    let url = planned.url
    let result = await fetcher.fetch(planned.request)
    switch result.failure?.code {
    case .cancelled: return .cancelled
    case .localFault:
      let detail = result.failure?.detail ?? ""
      return .localFault("\(url): \(detail.hasSuffix(".") ? String(detail.dropLast()) : detail)")
    default: break
    }
    var examination: Examination?
    if let download = result.download, result.trail.httpStatus != nil {
      let found = probe.examine(
        head: download.head, tail: download.tail, byteCount: download.byteCount)
      if let note = found.note { log.detail("\(url): libmagic: \(note)") }
      if case .completed = result.ending { try savedMedia?.keep(download, as: found.type) }
      examination = found
    }
    var facts = MediaFacts(result, examination: examination, at: Timestamp.seconds())
    if case .revalidate(let earlier) = planned.earlier, facts.saysUnchanged {
      facts = earlier.confirmed(by: facts)
    }
    log.detail(Self.sentence(facts))
    return .facts(facts)
  }

  /// T1 and U3 at every hop: the rules decide, in the engine's words.
  ///
  /// A hop that some phones make is made: the verdict asks the policy of each generation again,
  /// and old phones let by all that current ones do.
  private static func hopPolicy(_ policy: @escaping @Sendable () -> TransportPolicy) -> HopPolicy {
    HopPolicy { url, hop in
      // The first hop was judged when the fetch was planned, for the phones that request it.
      guard hop > 0 else { return nil }
      return policy().refusal(ofRedirectTo: url, on: .old).flatMap { .init(rawValue: $0.rawValue) }
    }
  }

  /// One line of `--verbose` on a download.
  static func sentence(_ facts: MediaFacts) -> String {
    var parts = [facts.url]
    if let status = facts.httpStatus { parts.append("status \(status)") }
    if let failure = facts.failure { parts.append(failure.rawValue) }
    if let type = facts.detectedType { parts.append(type) }
    if let bytes = facts.bytes { parts.append("\(bytes) bytes") }
    if facts.attempts > 1 { parts.append("\(facts.attempts) attempts") }
    let line = parts.joined(separator: ", ")
    return facts.failureDetail.map { "\(line): \($0)" } ?? line
  }
}
