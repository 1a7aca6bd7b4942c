internal import AuditRules

/// Stages 1 to 3 for the whole input: which distinct URLs are to be asked, in order of appearance.
///
/// Blocks on the input, so it runs on a thread of its own and sends what it finds through a feed.
struct PlanPass: Sendable {
  /// What one pass over the input found.
  struct Counts: Sendable {
    var requests = 0
    /// What was read of each input.
    var readings: [PayloadLines.Reading] = []
    /// The plans that are remembered, so that the second pass need not make them again.
    var plans: PlanCache?
  }

  let decoder: PayloadDecoder
  let policy: TransportPolicy

  /// Reads every line and sends each request URL once; stops early when nobody receives any more.
  ///
  /// `earlier` is asked what an earlier run's facts are good for.
  func run(
    _ lines: inout PayloadLines, to feed: Feed<PlannedFetch>, progress: Progress,
    earlier: (String) -> PlannedFetch.Earlier = { _ in .none }
  ) throws -> Counts {
    try run(&lines, progress: progress) { urls in
      feed.send(urls.map { PlannedFetch(url: $0, earlier: earlier($0)) })
    }
  }

  /// Reads every line and sends each request URL once; stops early when `send` says so.
  func run(
    _ lines: inout PayloadLines, progress: Progress? = nil, send: ([String]) -> Bool
  ) throws -> Counts {
    var counts = Counts()
    var decoder = decoder
    var plans = PlanCache(policy: policy)
    var seen = KeyTable<Void>()
    var batch: [String] = []
    while let line = try lines.next() {
      // What is no payload asks for nothing; its row says so later.
      guard case .bytes(let bytes) = line.content, let payload = try? decoder.decode(bytes, .media)
      else {
        continue
      }
      var requests = plans.plan(for: payload).requests
      for further in payload.furtherMedia { requests += plans.plan(for: further).requests }
      for url in requests where seen.set((), of: URLKey(url)) {
        counts.requests += 1
        batch.append(url)
        // The first ones at once, so that downloading starts with the first line read.
        if counts.requests <= 64 || batch.count == 32 {
          progress?.planned(counts.requests, isAll: false)
          guard send(batch) else { return counts }
          batch.removeAll(keepingCapacity: true)
        }
      }
    }
    if !batch.isEmpty { _ = send(batch) }
    progress?.planned(counts.requests, isAll: true)
    counts.readings = lines.readings
    counts.plans = plans
    return counts
  }
}
