internal import Glibc

/// The one owner of an open file.
final class OpenDescriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  /// Opens a file for reading; nil where that cannot be done.
  ///
  /// Without waiting: a pipe of that name must not hold us up.
  init?(reading path: String) {
    number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if number < 0 { return nil }
  }

  /// Opens a file anew for writing and reading.
  convenience init(writingAnew path: String) throws(RunFailure) {
    try self.init(writing: path, flags: O_CREAT | O_TRUNC)
  }

  /// Opens a file for writing and reading.
  init(writing path: String, flags: Int32) throws(RunFailure) {
    number = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0o666)
    if number < 0 { throw RunFailure(writing: path) }
  }

  // One that was never opened keeps errno as it is.
  deinit { if number >= 0 { close(number) } }

  /// Refuses what cannot be read in any order.
  func expectFile(_ path: String) throws(RunFailure) {
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw RunFailure(.input, "cannot read \(path): it is no plain file")
    }
  }

  /// Writes all bytes; how many were written before a fault stays with the file.
  func append(_ bytes: [UInt8], path: String) throws(RunFailure) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        write(number, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw RunFailure(writing: path)
      }
      done += count
    }
  }

  /// Reads `length` bytes at `offset`; nil where the file ends before.
  func read(at offset: UInt64, length: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: length)
    var filled = 0
    while filled < length {
      let count = bytes.withUnsafeMutableBytes { buffer in
        pread(
          number, buffer.baseAddress.map { $0 + filled }, length - filled,
          off_t(offset) + off_t(filled))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      filled += count
    }
    return bytes
  }

  /// Waits until the file's bytes are on the disk.
  func synchronise(path: String) throws(RunFailure) {
    // EINVAL: what stands there cannot be synchronised, a pipe for instance.
    if fdatasync(number) != 0, errno != EINVAL { throw RunFailure(writing: path) }
  }
}

extension RunFailure {
  /// The system's last fault, met while a file of ours was written.
  init(writing path: String) {
    let number = errno
    let cause = String(cString: strerror(number))
    let remedy =
      switch number {
      case ENOSPC, EDQUOT, EFBIG: "; free space and run again"
      case _ where Remedy.lacksDescriptors(number): "; \(Remedy.raiseLimit) and run again"
      default: ""
      }
    self.init(.output, "cannot write \(path): \(cause)\(remedy)")
  }
}
