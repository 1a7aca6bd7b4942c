internal import Glibc

/// One file of a report while it is written: a large buffer and the one owner of its descriptor.
///
/// Its bytes are complete on disk only after ``close()``; one that is dropped before writes what it holds.
public struct ReportFile: ~Copyable, Sendable {
  private static let bufferSize = 256 << 10

  /// Where it stands.
  public let path: String
  /// Bytes written so far, those still in the buffer included.
  public var byteCount: Int { written + buffer.count }

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var written = 0

  /// Opens a file anew, or to append to what is there.
  init(at path: String, appending: Bool = false) throws(ReportFolderError) {
    let opened = open(
      path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (appending ? O_APPEND : O_TRUNC), 0o666)
    if opened < 0 { throw ReportFolderError(systemNumber: errno, path) }
    self.path = path
    descriptor = opened
    buffer.reserveCapacity(Self.bufferSize + (64 << 10))
  }

  deinit {
    // Whoever drops it early wants what there is; a fault would have nobody to hear of it.
    _ = Self.write(buffer, to: descriptor)
    Glibc.close(descriptor)
  }

  /// Lets `body` append to the buffer, and writes it out when it is full.
  public mutating func write(_ body: (inout [UInt8]) -> Void) throws(ReportFolderError) {
    body(&buffer)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Appends bytes.
  public mutating func append(_ bytes: [UInt8]) throws(ReportFolderError) {
    try write { $0.append(contentsOf: bytes) }
  }

  /// Hands everything to the system, so that it survives the end of this process.
  public mutating func flush() throws(ReportFolderError) {
    let bytes = buffer.count
    let fault = Self.write(buffer, to: descriptor)
    // What could not be written is given up: trying again could write a part twice.
    buffer.removeAll(keepingCapacity: true)
    if fault != 0 { throw ReportFolderError(systemNumber: fault, path) }
    written += bytes
  }

  /// Writes everything out and waits until it is on the disk.
  public mutating func synchronise() throws(ReportFolderError) {
    try flush()
    // EINVAL: what stands there cannot be synchronised, a pipe for instance.
    if fsync(descriptor) != 0, errno != EINVAL {
      throw ReportFolderError(systemNumber: errno, path)
    }
  }

  /// Ends the file: it is whole and on the disk.
  public consuming func close() throws(ReportFolderError) { try synchronise() }

  /// Writes all bytes; the system's number of a fault, or 0.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer
      while let base = rest.baseAddress, rest.count > 0 {
        let count = Glibc.write(descriptor, base, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          return errno
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return 0
    }
  }
}
