internal import AuditReports
internal import AuditRules
internal import Glibc

/// Facts learned earlier, taken over into a run's own file: one line for each URL, the latest.
///
/// What is no facts line is passed over: a sudden end tears the last line, a power cut may damage
/// more. Two passes, so that memory holds places and not the facts.
struct FactsImport {
  /// Where the lines of the new file stand.
  struct Index: Sendable {
    var places = KeyTable<JournalPlace>()
    var bytes: UInt64 = 0
  }

  /// What was taken over.
  struct Tally: Sendable, Equatable {
    /// URLs whose facts were kept.
    var kept = 0
    /// URLs whose facts were known but not wanted.
    var dropped = 0
    /// Lines that are no facts.
    var broken = 0
    /// Requests behind the kept facts, and bytes of their bodies.
    var requests = 0
    var bodyBytes = 0
    /// When the first of the kept facts was learned.
    var earliest: Double?
  }

  private struct Candidate {
    var file: Int32
    var place: JournalPlace
    var time: Double
    var isWanted: Bool
    var requests: Int32
    var bodyBytes: Int
  }

  private var best: [URLKey: Candidate] = [:]
  private var files: [(path: String, descriptor: OpenDescriptor)] = []
  private(set) var tally = Tally()
  private let isWanted: (MediaFacts) throws -> Bool

  /// Takes over the facts of which `isWanted` is true.
  init(where isWanted: @escaping (MediaFacts) throws -> Bool) { self.isWanted = isWanted }

  /// Looks at every line of a file; of two about one URL the later learned counts, then the later
  /// written. An end line must be true of the lines before it, and where one is needed it must be
  /// the last.
  mutating func read(_ path: String, needsEnd: Bool = false) throws {
    guard let descriptor = OpenDescriptor(reading: path) else {
      throw RunFailure(.input, "cannot read \(path): \(String(cString: strerror(errno)))")
    }
    try descriptor.expectFile(path)
    let file = Int32(files.count)
    var proof = FactsProof()
    var (number, isAtEnd) = (0, false)
    files.append((path, descriptor))
    var lines = FactsLines(descriptor)
    while let line = try lines.next(path) {
      number += 1
      if !line.bytes.isEmpty { isAtEnd = false }
      guard line.isWhole, let facts = try? FactsNDJSON.decode(Array(line.bytes)) else {
        if let stated = FactsProof.Stated(line.bytes) {
          guard stated.holds(of: proof) else {
            throw RunFailure(
              .input,
              "\(path):\(number): the end line is not true of the \(proof.lines) lines of facts "
                + "before it, which are \(stated.lines) by its word: some were changed or lost; "
                + "run fetch again for that plan")
          }
          proof = FactsProof()
          isAtEnd = true
        } else {
          tally.broken += 1
        }
        continue
      }
      proof.add(line.bytes + [0x0A], lines: 1)
      let key = URLKey(facts.url)
      if let known = best[key], known.time > facts.fetchedAt { continue }
      best[key] = Candidate(
        file: file, place: line.place, time: facts.fetchedAt, isWanted: try isWanted(facts),
        requests: Int32(clamping: facts.requests), bodyBytes: facts.bytes ?? 0)
    }
    guard isAtEnd || !needsEnd else {
      throw RunFailure(
        .input,
        "\(path):\(number + 1): the end line is missing, by which fetch proves that the facts are "
          + "all there: it was cut short, or the file was; run fetch again for that plan")
    }
  }

  /// Writes the wanted lines, in the order in which they were read, to `path`; the file takes its
  /// place, by way of `other`, only when it is whole.
  mutating func write(to path: String, through other: String) throws(RunFailure) -> Index {
    let target = try OpenDescriptor(writingAnew: other)
    var index = Index()
    var pending: [UInt8] = []
    let wanted = best.filter(\.value.isWanted).sorted { left, right in
      (left.value.file, left.value.place.offset) < (right.value.file, right.value.place.offset)
    }
    for (key, candidate) in wanted {
      let source = files[Int(candidate.file)]
      let length = Int(candidate.place.length)
      guard let line = source.descriptor.read(at: candidate.place.offset, length: length) else {
        throw RunFailure(.input, "cannot read \(source.path) again: it was cut meanwhile")
      }
      let place = JournalPlace(offset: index.bytes, length: candidate.place.length)
      index.places.set(place, of: key)
      index.bytes += UInt64(length)
      pending += line
      if pending.count >= 256 << 10 {
        try target.append(pending, path: other)
        pending.removeAll(keepingCapacity: true)
      }
      tally.requests += Int(candidate.requests)
      tally.bodyBytes += candidate.bodyBytes
      tally.earliest = min(tally.earliest ?? candidate.time, candidate.time)
    }
    try target.append(pending, path: other)
    try target.synchronise(path: other)
    guard rename(other, path) == 0 else { throw RunFailure(writing: path) }
    tally.kept = wanted.count
    tally.dropped = best.count - wanted.count
    return index
  }
}

extension MediaFacts {
  /// Requests made to learn these facts; earlier tries count as one each.
  var requests: Int { attempts == 0 ? 0 : max(hops.count, 1) + attempts - 1 }
}
