internal import AuditRules
internal import BatchFetch
internal import MediaProbe

/// Stages 4 and 5 for one URL at a time: download it, look at its bytes, say what was learned.
struct FetchPass: Sendable {
  let fetcher: BatchFetcher
  let probe: MediaProbe
  let savedMedia: SavedMedia?
  let log: Log

  /// Learns the facts of one URL; throws only where our own disk fails.
  func learn(_ url: String) async throws -> MediaFacts {
    let result = await fetcher.fetch(FetchRequest(url: url))
    var examination: Examination?
    if let download = result.download, result.trail.httpStatus != nil {
      let found = probe.examine(
        head: download.head, tail: download.tail, byteCount: download.byteCount)
      if let note = found.note { log.detail("\(url): libmagic: \(note)") }
      if case .completed = result.ending { try savedMedia?.keep(download, as: found.type) }
      examination = found
    }
    let facts = MediaFacts(result, examination: examination, at: Timestamp.seconds())
    log.detail(Self.sentence(facts))
    return facts
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
