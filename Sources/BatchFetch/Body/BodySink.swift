/// Takes a decoded body as it streams: counts it, digests it, keeps its ends, spills it late.
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
  private let digest: StreamDigest
  private var held: [UInt8] = []
  private var tail: [UInt8] = []
  private var file: TemporaryFile?

  init(_ limits: Limits, digest: StreamDigest) {
    self.limits = limits
    self.digest = digest
    digest.begin()
  }

  /// Makes room for a body of a declared length.
  mutating func expect(_ length: Int) {
    held.reserveCapacity(max(0, min(length, limits.held)))
  }

  /// Takes the next bytes; one byte beyond the limit is the last.
  mutating func take(_ all: UnsafeRawBufferPointer) throws(Stop) {
    let room = limits.body + 1 - byteCount
    let bytes = all.count > room ? UnsafeRawBufferPointer(rebasing: all[..<room]) : all
    let before = byteCount
    byteCount += bytes.count
    digest.add(bytes)
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
    if let file {
      try file.append(bytes)
      return
    }
    if before + bytes.count <= limits.held {
      held.append(contentsOf: bytes)
      return
    }
    guard limits.keepsBodies else {
      held.append(contentsOf: bytes.prefix(max(0, limits.held - before)))
      return
    }
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

  private mutating func keepTail(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count >= limits.tail {
      tail = Array(bytes.suffix(limits.tail))
    } else {
      let surplus = tail.count + bytes.count - limits.tail
      if surplus > 0 { tail.removeFirst(surplus) }
      tail.append(contentsOf: bytes)
    }
  }

  /// What was received, under the status it came with.
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
      status: status, byteCount: byteCount, sha256: digest.finish(),
      head: held.count > limits.head ? Array(held.prefix(limits.head)) : held, tail: tail,
      body: body)
  }
}
