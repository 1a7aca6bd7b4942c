/// Takes a decoded body as it streams: counts it, sends it to its digest, keeps its ends, spills it
/// late.
struct BodySink {
  /// Why no more bytes are wanted.
  enum Stop: Error {
    case tooLarge
    case fault(TemporaryFile.Fault)
  }

  /// How much is kept, and where.
  struct Limits {
    var body: Int
    var memory: Int
    var head: Int
    var tail: Int
    var keepsBodies: Bool
    var directory: String

    init(_ settings: FetchSettings) {
      body = settings.bodyLimit
      head = max(0, min(settings.headBytes, 64 << 10))
      memory = settings.memoryLimit
      tail = settings.tailBytes
      keepsBodies = settings.keepsBodies
      directory = settings.temporaryDirectory
    }

    /// Bytes held in memory at most; a file begins with the first byte beyond.
    var held: Int { keepsBodies ? max(memory, head) : head }
  }

  private(set) var byteCount = 0
  private let limits: Limits
  private let digest: DigestStream
  /// The first bytes; of a short body all.
  private var held: [UInt8] = []
  /// The bytes after those, up to a piece for the digest.
  private var piece: [UInt8] = []
  private var expected = 0
  private var tail: [UInt8] = []
  private var file: TemporaryFile?

  init(_ limits: Limits, digest: DigestStream) {
    self.limits = limits
    self.digest = digest
  }

  /// Makes room for a body of a declared length.
  mutating func expect(_ length: Int) {
    expected = max(0, length)
    held.reserveCapacity(min(expected, limits.held))
  }

  /// Takes the next bytes; one byte beyond the limit is the last.
  mutating func take(_ all: UnsafeRawBufferPointer) throws(Stop) {
    let room = limits.body + 1 - byteCount
    let bytes = all.count > room ? UnsafeRawBufferPointer(rebasing: all[..<room]) : all
    let before = byteCount
    byteCount += bytes.count
    keepTail(bytes)
    do throws(TemporaryFile.Fault) {
      try store(bytes, before: before)
    } catch {
      throw .fault(error)
    }
    if byteCount > limits.body { throw .tooLarge }
  }

  private mutating func store(
    _ bytes: UnsafeRawBufferPointer, before: Int
  ) throws(TemporaryFile.Fault) {
    if before + bytes.count <= limits.held {
      held.append(contentsOf: bytes)
      return
    }
    var rest = bytes
    if !limits.keepsBodies, before < limits.held {
      held.append(contentsOf: bytes.prefix(limits.held - before))
      rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(limits.held - before))
    }
    // The digest follows what is held: from here on it has bytes of its own.
    if !digest.hasBegun { digest.send(shared: held) }
    sendOn(rest)
    guard limits.keepsBodies else { return }
    if let file { return try file.append(bytes) }
    let spilled = try TemporaryFile(in: limits.directory)
    var fault: TemporaryFile.Fault?
    held.withUnsafeBytes { start in
      do throws(TemporaryFile.Fault) { try spilled.append(start) } catch { fault = error }
    }
    if let fault { throw fault }
    try spilled.append(bytes)
    if held.count < limits.head {
      held.append(contentsOf: bytes.prefix(limits.head - held.count))
    } else if held.count > limits.head {
      held = Array(held.prefix(limits.head))
    }
    file = spilled
  }

  /// Collects bytes for the digest and sends them on by the buffer.
  private mutating func sendOn(_ bytes: UnsafeRawBufferPointer) {
    if piece.capacity == 0 {
      let missing = max(expected - byteCount, 0) + bytes.count
      piece = digest.buffer(for: expected > 0 ? missing : DigestDesk.bufferSize)
    }
    piece.append(contentsOf: bytes)
    guard piece.count > DigestDesk.bufferSize * 3 / 4 else { return }
    // Out of here first: the buffer comes back only when it has one owner.
    var full: [UInt8] = []
    swap(&full, &piece)
    digest.send(piece: consume full)
  }

  /// The order for the digest of all that was taken, once.
  func finishDigest(
    then: @escaping @Sendable (SHA256Digest) -> Void
  ) -> DigestDesk.Order {
    digest.end(digest.hasBegun ? piece : held, then: then)
  }

  private mutating func keepTail(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count >= limits.tail {
      tail = Array(bytes.suffix(limits.tail))
    } else {
      let surplus = tail.count + bytes.count - limits.tail
      if surplus > 0 { tail.removeFirst(surplus) }
      tail.append(contentsOf: bytes)
    }
  }

  /// What was received, under the status it came with; its digest is still to come.
  func download(status: Int) -> Download {
    let body: Download.Body =
      if let file {
        .file(file)
      } else if byteCount <= held.count {
        .memory(held)
      } else {
        .discarded
      }
    return Download(
      status: status, byteCount: byteCount, sha256: .pending,
      head: held.count > limits.head ? Array(held.prefix(limits.head)) : held, tail: tail,
      body: body)
  }
}
