import Foundation

/// A folder of our own under the system's temporary folder, removed when its owner goes.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("loopback-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch { preconditionFailure("no temporary folder: \(error)") }
    path = folder.path
  }

  deinit { remove() }

  /// Writes a small file into the folder.
  func write(_ text: String, to name: String) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    } catch { preconditionFailure("cannot write \(name): \(error)") }
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
