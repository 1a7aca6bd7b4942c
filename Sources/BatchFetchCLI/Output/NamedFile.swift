internal import BatchFetch
internal import CPlatform
internal import Glibc

/// A file that the command line names: there whole or as it was, gzip when its name ends in `.gz`.
///
/// It is built in `NAME.partial` beside its place, which one run at a time holds, and renamed when
/// it is published; one that is given up leaves nothing behind.
final class NamedFile: Sendable {
  private let state: Locked<PartialFile>

  /// Begins the file; a place that cannot be written or is being written is refused.
  init(at path: String) throws(RunFailure) {
    state = Locked(try PartialFile(for: path))
  }

  /// Appends bytes, which reach the system when there are many.
  func append(_ bytes: [UInt8]) throws(RunFailure) {
    try state.withLock { file throws(RunFailure) in try file.append(bytes) }
  }

  /// Ends the file and puts it in its place.
  func publish() throws(RunFailure) {
    try state.withLock { file throws(RunFailure) in try file.publish() }
  }

  /// Takes away what was built, unless it was published.
  func discard() { state.withLock { $0.discard() } }
}

/// The file while it is built.
private final class PartialFile {
  private static let bufferSize = 256 << 10

  private let path: String
  private let partial: String
  private let descriptor: Int32
  private let gzip: Gzip?
  private var pending: [UInt8] = []
  private var isSettled = false

  init(for name: String) throws(RunFailure) {
    let path = Self.target(of: name)
    let partial = path + ".partial"
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw RunFailure(
        .output, "cannot write \(path): \(isFolder ? "it is a folder" : "it is no plain file")")
    }
    descriptor = try Self.claim(partial, for: path)
    gzip = name.hasSuffix(".gz") ? Gzip() : nil
    self.path = path
    self.partial = partial
  }

  /// Opens the partial file and locks it against other runs.
  private static func claim(_ partial: String, for path: String) throws(RunFailure) -> Int32 {
    let opened = cplatform_lock_file(partial)
    if opened < 0 { throw fault(path, errno) }
    // Whoever held it a moment ago may have published it between opening and locking.
    guard cplatform_is_open_at(opened, partial) == 1, ftruncate(opened, 0) == 0 else {
      close(opened)
      throw fault(path, EWOULDBLOCK)
    }
    return opened
  }

  deinit {
    discard()
    close(descriptor)
  }

  func discard() {
    if !isSettled { unlink(partial) }
    isSettled = true
  }

  func append(_ bytes: [UInt8]) throws(RunFailure) {
    pending += bytes
    if pending.count >= Self.bufferSize { try flush() }
  }

  func publish() throws(RunFailure) {
    guard !isSettled else { return }
    try flush(isLast: true)
    guard fsync(descriptor) == 0 || errno == EINVAL, rename(partial, path) == 0 else {
      throw Self.fault(path, errno)
    }
    isSettled = true
  }

  private func flush(isLast: Bool = false) throws(RunFailure) {
    var bytes = pending
    if let gzip {
      bytes = []
      guard gzip.add(pending, isLast: isLast, to: &bytes) else {
        throw RunFailure(.output, "cannot write \(path): no memory left to compress it")
      }
    }
    pending.removeAll(keepingCapacity: true)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw Self.fault(path, errno) }
      done += count
    }
  }

  /// Where a name leads: a link is followed, so that it stays one.
  private static func target(of name: String) -> String {
    guard let resolved = realpath(name, nil) else { return name }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func fault(_ path: String, _ number: Int32) -> RunFailure {
    let remedy =
      switch number {
      case EWOULDBLOCK: "it is being written by another run"
      case ENOENT: "its folder does not exist; make it first"
      case EACCES, EPERM, EROFS: "\(String(cString: strerror(number))); check its permissions"
      case ENOSPC, EDQUOT: "\(String(cString: strerror(number))); free space and run again"
      case _ where Remedy.lacksDescriptors(number):
        "\(String(cString: strerror(number))); \(Remedy.raiseLimit) and run again"
      default: String(cString: strerror(number))
      }
    return RunFailure(.output, "cannot write \(path): \(remedy)")
  }
}
