internal import Glibc

/// Reads the files that options name; what cannot be read is named with the reason.
enum OptionFile {
  /// No such file is longer; a payload list named by mistake is not read into memory.
  private static let longest = 1 << 20

  /// The bytes of a file; `label` is the option with the path, `what` the kind that it should be.
  static func bytes(_ path: String, label: String, what: String) throws(UsageError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(label, errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw unreadable(label, errno) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= longest else {
        throw UsageError("\(label): longer than 1 MiB, so no \(what)")
      }
    }
  }

  private static func unreadable(_ label: String, _ number: Int32) -> UsageError {
    UsageError("\(label): \(String(cString: strerror(number)))")
  }
}

extension ConfigFile {
  /// What stands in a file of options, as far as it is text; nil where it cannot be read.
  static func text(_ path: String) -> String? {
    let bytes = try? OptionFile.bytes(path, label: "", what: "")
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads a file of options.
  init(path: String) throws(UsageError) {
    let label = "--config \(path)"
    let bytes = try OptionFile.bytes(path, label: label, what: "list of options")
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw UsageError("\(label): not UTF-8 text")
    }
    try self.init(text, name: path)
  }
}

extension ParsedOptions {
  /// The same options with those of the file that `--config` names; without it as they are.
  func withConfig() throws(UsageError) -> ParsedOptions {
    guard let path = try Value.nonEmpty(self, "config") else { return self }
    return adding(try ConfigFile(path: path))
  }
}
