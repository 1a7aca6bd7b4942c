internal import Glibc

extension ConfigFile {
  /// No list of options is longer; a payload list named by mistake is not read into memory.
  private static let longest = 1 << 20

  /// Reads a file; what cannot be read is named with the reason.
  init(path: String) throws(UsageError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw Self.unreadable(path, errno) }
      if count == 0 { break }
      bytes += buffer[..<count]
      guard bytes.count <= Self.longest else {
        throw UsageError("--config \(path): longer than 1 MiB, so no list of options")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw UsageError("--config \(path): not UTF-8 text")
    }
    try self.init(text, name: path)
  }

  private static func unreadable(_ path: String, _ number: Int32) -> UsageError {
    UsageError("--config \(path): \(String(cString: strerror(number)))")
  }
}

extension ParsedOptions {
  /// The same options with those of the file that `--config` names; without it as they are.
  func withConfig() throws(UsageError) -> ParsedOptions {
    guard let path = try Value.nonEmpty(self, "config") else { return self }
    return adding(try ConfigFile(path: path))
  }
}
