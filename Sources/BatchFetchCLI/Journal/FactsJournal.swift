internal import AuditReports
internal import AuditRules
internal import BatchFetch

/// The facts of a run on disk, appended as they are learned and found again by URL.
///
/// Memory holds some 36 bytes per URL whatever its facts weigh; the first ones, and those read again,
/// are kept in a bounded cache.
final class FactsJournal: Sendable {
  private let state: Locked<JournalFile>
  /// Where it stands.
  let path: String

  /// Opens `path` for appending and reading: anew, or behind the lines of an import.
  init(
    at path: String, imported: FactsImport.Index? = nil, cacheLimit: Int = 20_000
  ) throws(RunFailure) {
    self.path = path
    state = Locked(try JournalFile(at: path, imported: imported, cacheLimit: cacheLimit))
  }

  /// URLs whose facts are known.
  var count: Int { state.withLock { $0.count } }

  /// Whether facts of a URL are known.
  func knows(_ url: String) -> Bool { state.withLock { $0.knows(url) } }

  /// Adds the facts of one URL; they reach the file with the next `flush` at the latest.
  func append(_ facts: MediaFacts) throws(RunFailure) {
    try state.withLock { file throws(RunFailure) in try file.append(facts) }
  }

  /// Writes what is pending.
  func flush() throws(RunFailure) {
    try state.withLock { file throws(RunFailure) in _ = try file.flush() }
  }

  /// Writes what is pending and waits until it is on the disk; others may append meanwhile.
  func synchronise() throws(RunFailure) {
    let descriptor = try state.withLock { file throws(RunFailure) in try file.flush() }
    try descriptor.synchronise(path: path)
  }

  /// Has the next `append` fail.
  func fail(_ failure: RunFailure) { state.withLock { $0.fail(failure) } }

  /// The facts of a URL, or nil when none were learned.
  func facts(of url: String) throws(RunFailure) -> MediaFacts? {
    try shared(factsOf: url)?.value
  }

  /// The facts of a URL as they are remembered, without a copy.
  func shared(factsOf url: String) throws(RunFailure) -> Shared<MediaFacts>? {
    try state.withLock { file throws(RunFailure) in try file.facts(of: url) }
  }
}
