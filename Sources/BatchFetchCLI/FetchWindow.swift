internal import AuditRules
internal import BatchFetch

extension FetchPass {
  /// What came of all URLs.
  struct Lessons: Sendable {
    /// URLs that were asked, and those of them that ended in a network failure.
    var asked = 0
    var failed = 0
    /// Those that the operator's proxy kept from an answer.
    var heldByProxy = 0
    /// URLs that need not be asked: their facts were learned before.
    var known = 0
    /// Fetches that our own machine could not make: a sentence on the last of them.
    var localFault: String?
    /// Bytes of all bodies, decoded.
    var bytes = 0
    /// URLs of which nothing is known for reasons of our own.
    var unanswered = 0
    var counters = EngineCounters()
  }

  /// The one place where a run is concurrent: a bounded group around stages 4 and 5.
  ///
  /// `keep` is called with all facts as they are learned, from many tasks, and says whether they
  /// answer the URL. The engine is shut down at the end, whichever it is.
  func learnAll(
    _ feed: Feed<PlannedFetch>, _ progress: Progress, isKnown: (String) -> Bool = { _ in false },
    keep: @escaping @Sendable (MediaFacts) throws -> Bool
  ) async throws -> Lessons {
    progress.watch(fetcher)
    var lessons = Lessons()
    do {
      try await withThrowingTaskGroup(of: Lesson.self) { group in
        var running = 0
        func take(_ lesson: Lesson) {
          running -= 1
          switch lesson {
          case .facts(let facts):
            // Once our own network is down nobody is asked any more.
            guard facts.failure != .auditOffline else { return }
            lessons.asked += 1
            if facts.failure != nil { lessons.failed += 1 }
            if facts.failure == .proxyFailed { lessons.heldByProxy += 1 }
            // What has not changed brought no body.
            if !facts.isRevalidated { lessons.bytes += facts.bytes ?? 0 }
          case .cancelled: lessons.unanswered += 1
          case .localFault(let detail):
            lessons.localFault = detail
            lessons.unanswered += 1
          }
        }
        try await feed.receive { planned in
          var isAtHand = isKnown(planned.url)
          if !isAtHand, case .reuse(let facts) = planned.earlier {
            _ = try keep(facts)
            isAtHand = true
          }
          if isAtHand {
            lessons.known += 1
            return progress.known()
          }
          if running >= window, let lesson = try await group.next() { take(lesson) }
          group.addTask {
            let lesson = try await learn(planned)
            // Here and not where it is taken: while the input comes slowly, nothing is taken.
            if case .facts(let facts) = lesson, try !keep(facts) { return .cancelled }
            return lesson
          }
          running += 1
        }
        while let lesson = try await group.next() { take(lesson) }
      }
    } catch {
      await end()
      await progress.end()
      throw error
    }
    lessons.counters = fetcher.counters
    await end()
    await progress.end()
    return lessons
  }
}
