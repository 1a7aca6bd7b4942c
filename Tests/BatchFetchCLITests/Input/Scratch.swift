import Foundation

/// A folder of a test's own, gone with its owner.
///
/// In memory where the system has such a place: a report is flushed to its disk file by file, which
/// takes longer than the whole run of a test.
final class Scratch: Sendable {
  let path: String

  init() throws {
    let manager = FileManager.default
    let parent =
      manager.isWritableFile(atPath: "/dev/shm")
      ? "/dev/shm" : manager.temporaryDirectory.path(percentEncoded: false)
    path = parent + "/batchfetch-" + UUID().uuidString
    try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and gives its path.
  @discardableResult
  func write(_ bytes: some Sequence<UInt8>, to name: String = "list.ndjson") throws -> String {
    let file = "\(path)/\(name)"
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }

  @discardableResult
  func write(_ text: String, to name: String = "list.ndjson") throws -> String {
    try write(text.utf8, to: name)
  }

  /// The bytes of a file, or nil when it is not there.
  func bytes(_ name: String) -> [UInt8]? {
    // Foundation loses its buffer where a file grows while it is read.
    CaseFiles.bytes("\(path)/\(name)")
  }

  func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

  /// The names in a folder, sorted; none when it is not there.
  func names(in folder: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).sorted()
  }
}
