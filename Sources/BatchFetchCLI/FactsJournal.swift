internal import AuditReports
internal import AuditRules
internal import BatchFetch
internal import Glibc

/// The facts of a run on disk, appended as they are learned and found again by URL.
///
/// Memory holds 24 bytes per URL whatever its facts weigh; those read again are kept in a bounded
/// cache.
final class FactsJournal: Sendable {
  private let state: Locked<JournalFile>

  /// Opens `path` anew for appending and reading.
  init(at path: String, cacheLimit: Int = 20_000) throws(RunFailure) {
    state = Locked(try JournalFile(at: path, cacheLimit: cacheLimit))
  }

  /// URLs whose facts are known.
  var count: Int { state.withLock { $0.count } }

  /// Adds the facts of one URL; they reach the file with the next `flush` at the latest.
  func append(_ facts: MediaFacts) throws(RunFailure) {
    try state.withLock { file throws(RunFailure) in try file.append(facts) }
  }

  /// Writes what is pending.
  func flush() throws(RunFailure) {
    try state.withLock { file throws(RunFailure) in try file.flush() }
  }

  /// The facts of a URL, or nil when none were learned.
  func facts(of url: String) throws(RunFailure) -> MediaFacts? {
    try state.withLock { file throws(RunFailure) in try file.facts(of: url) }
  }
}

/// The file behind a journal and the places of its lines.
private struct JournalFile {
  /// A line's place in the file.
  private struct Place {
    var offset: UInt64
    var length: UInt32
  }

  private let path: String
  private let descriptor: OpenDescriptor
  private var places: [URLKey: Place] = [:]
  private var written: UInt64 = 0
  private var pending: [UInt8] = []
  private var cache: [URLKey: MediaFacts] = [:]
  private let cacheLimit: Int

  /// Opens `path` anew for appending and reading.
  init(at path: String, cacheLimit: Int) throws(RunFailure) {
    self.path = path
    self.cacheLimit = cacheLimit
    let opened = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    if opened < 0 {
      let cause = String(cString: strerror(errno))
      throw RunFailure(.output, "cannot write \(path): \(cause)")
    }
    descriptor = OpenDescriptor(opened)
  }

  /// URLs whose facts are known.
  var count: Int { places.count }

  /// Adds the facts of one URL; they reach the file with the next `flush` at the latest.
  mutating func append(_ facts: MediaFacts) throws(RunFailure) {
    let before = pending.count
    FactsNDJSON.append(facts, to: &pending)
    let length = pending.count - before
    places[URLKey(facts.url)] = Place(
      offset: written + UInt64(before), length: UInt32(clamping: length))
    if pending.count >= 64 << 10 { try flush() }
  }

  /// Writes what is pending.
  mutating func flush() throws(RunFailure) {
    var done = 0
    while done < pending.count {
      let count = pending.withUnsafeBytes { bytes in
        write(descriptor.number, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if count < 0 {
        if errno == EINTR { continue }
        let cause = String(cString: strerror(errno))
        throw RunFailure(.output, "cannot write \(path): \(cause); free space and run again")
      }
      done += count
    }
    written += UInt64(pending.count)
    pending.removeAll(keepingCapacity: true)
  }

  /// The facts of a URL, or nil when none were learned.
  mutating func facts(of url: String) throws(RunFailure) -> MediaFacts? {
    let key = URLKey(url)
    if let known = cache[key], known.url == url { return known }
    guard let place = places[key] else { return nil }
    let facts = try read(place)
    guard facts.url == url else { return nil }
    if cache.count >= cacheLimit { cache.removeAll(keepingCapacity: true) }
    cache[key] = facts
    return facts
  }

  private mutating func read(_ place: Place) throws(RunFailure) -> MediaFacts {
    if place.offset + UInt64(place.length) > written { try flush() }
    let length = Int(place.length)
    var filled = 0
    var bytes = [UInt8](repeating: 0, count: length)
    while filled < length {
      let count = bytes.withUnsafeMutableBytes { buffer in
        pread(
          descriptor.number, buffer.baseAddress.map { $0 + filled }, length - filled,
          off_t(place.offset) + off_t(filled))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        throw RunFailure(.output, "cannot read \(path) again: it was cut while the run went on")
      }
      filled += count
    }
    do {
      return try FactsNDJSON.decode(bytes)
    } catch {
      throw RunFailure(.output, "cannot read \(path) again: \(error)")
    }
  }
}

/// The one owner of an open file.
private final class OpenDescriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }
}
