internal import CPlatform
internal import Glibc

/// The one owner of a body on disk: a file without a name, gone with its owner unless it is kept.
public final class TemporaryFile: Sendable {
  /// Why a file could not be made, written or kept.
  public struct Fault: Error, Sendable, CustomStringConvertible {
    /// The system's number.
    public let number: Int32
    /// One sentence.
    public let description: String

    init(_ action: String, number: Int32) {
      self.number = number
      description = "\(action): \(String(cString: strerror(number)))."
    }
  }

  /// Open for reading and writing; valid as long as the owner lives.
  public let descriptor: Int32

  /// Opens a file without a name in `directory`.
  public init(in directory: String) throws(Fault) {
    let opened = cplatform_open_unnamed(directory)
    guard opened >= 0 else {
      throw Fault("A temporary file cannot be made in \(directory)", number: errno)
    }
    descriptor = opened
  }

  deinit {
    close(descriptor)
  }

  /// Appends all bytes.
  public func append(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
    var rest = bytes
    while let base = rest.baseAddress, rest.count > 0 {
      let written = write(descriptor, base, rest.count)
      if written < 0 {
        if errno == EINTR { continue }
        throw Fault("A temporary file cannot be written", number: errno)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }

  /// Reads up to `count` bytes from `offset`.
  public func read(at offset: Int, count: Int) throws(Fault) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let base = buffer.baseAddress {
        let got = pread(descriptor, base + filled, count - filled, off_t(offset + filled))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        guard got > 0 else { break }
        filled += got
      }
    }
    guard failure == 0 else { throw Fault("A temporary file cannot be read", number: failure) }
    return bytes
  }

  /// Gives the file a name in one step: a reader sees the old file or the whole new one.
  public func keep(as path: String) throws(Fault) {
    guard cplatform_keep_unnamed(descriptor, path) == 0 else {
      throw Fault("\(path) cannot be written", number: errno)
    }
  }
}
