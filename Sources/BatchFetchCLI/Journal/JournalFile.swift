internal import AuditReports
internal import AuditRules
internal import Glibc

/// The file behind a journal and the places of its lines.
struct JournalFile {
  private let path: String
  private let descriptor: OpenDescriptor
  private var places: KeyTable<JournalPlace>
  private var written: UInt64
  private var pending: [UInt8] = []
  private var cache: [URLKey: Shared<MediaFacts>] = [:]
  private let cacheLimit: Int
  private var flushed = ContinuousClock.now
  /// What went wrong where nobody could be told at once.
  private var fault: RunFailure?

  /// Facts are handed to the system when so many bytes of them wait, or after so long.
  private static let fullBuffer = 64 << 10
  private static let longestWait = Duration.milliseconds(200)

  /// Opens `path` for appending and reading: anew, or behind the lines of an import.
  init(at path: String, imported: FactsImport.Index?, cacheLimit: Int) throws(RunFailure) {
    self.path = path
    self.cacheLimit = cacheLimit
    places = imported?.places ?? KeyTable()
    written = imported?.bytes ?? 0
    descriptor = try OpenDescriptor(
      writing: path, flags: O_CREAT | (imported == nil ? O_TRUNC : 0))
    if imported != nil { lseek(descriptor.number, off_t(written), SEEK_SET) }
  }

  /// URLs whose facts are known.
  var count: Int { places.count }

  /// Whether facts of a URL are known.
  func knows(_ url: String) -> Bool { places[URLKey(url)] != nil }

  /// Adds the facts of one URL; they reach the file with the next `flush` at the latest.
  mutating func append(_ facts: MediaFacts) throws(RunFailure) {
    if let fault { throw fault }
    let before = pending.count
    FactsNDJSON.append(facts, to: &pending)
    let length = pending.count - before
    let key = URLKey(facts.url)
    places.set(
      JournalPlace(offset: written + UInt64(before), length: UInt32(clamping: length)), of: key)
    // The line reads back as the same: as long as there is room nobody has to read it.
    if cache.count < cacheLimit || cache[key] != nil { cache[key] = Shared(facts) }
    if pending.count >= Self.fullBuffer || ContinuousClock.now - flushed > Self.longestWait {
      try flush()
    }
  }

  /// Remembers a fault for whoever appends next.
  mutating func fail(_ failure: RunFailure) { fault = fault ?? failure }

  /// Writes what is pending, whole lines only, and hands out the descriptor to be synchronised.
  @discardableResult
  mutating func flush() throws(RunFailure) -> OpenDescriptor {
    do throws(RunFailure) {
      try descriptor.append(pending, path: path)
    } catch {
      // Half a line in the middle of the file would be taken for a damaged one.
      ftruncate(descriptor.number, off_t(written))
      lseek(descriptor.number, off_t(written), SEEK_SET)
      throw error
    }
    written += UInt64(pending.count)
    pending.removeAll(keepingCapacity: true)
    flushed = .now
    return descriptor
  }

  /// The facts of a URL, or nil when none were learned.
  mutating func facts(of url: String) throws(RunFailure) -> Shared<MediaFacts>? {
    let key = URLKey(url)
    if let known = cache[key], known.value.url == url { return known }
    guard let place = places[key] else { return nil }
    let facts = Shared(try read(place))
    guard facts.value.url == url else { return nil }
    if cache.count >= cacheLimit { cache.removeAll(keepingCapacity: true) }
    cache[key] = facts
    return facts
  }

  private mutating func read(_ place: JournalPlace) throws(RunFailure) -> MediaFacts {
    if place.end > written { try flush() }
    guard let bytes = descriptor.read(at: place.offset, length: Int(place.length)) else {
      throw RunFailure(.output, "cannot read \(path) again: it was cut while the run went on")
    }
    do {
      return try FactsNDJSON.decode(bytes)
    } catch {
      throw RunFailure(.output, "cannot read \(path) again: \(error)")
    }
  }
}

/// A line's place in a file of facts, its line break included.
struct JournalPlace: Sendable {
  // Parts of 32 bits, so that a table of places has no gaps.
  private let low: UInt32
  private let high: UInt32
  let length: UInt32

  init(offset: UInt64, length: UInt32) {
    low = UInt32(truncatingIfNeeded: offset)
    high = UInt32(truncatingIfNeeded: offset >> 32)
    self.length = length
  }

  var offset: UInt64 { UInt64(high) << 32 | UInt64(low) }
  var end: UInt64 { offset + UInt64(length) }
}
