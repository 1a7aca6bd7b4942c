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

  /// The text of a file in the folder, empty where there is none.
  ///
  /// Foundation's own reading leaks its buffer on an empty file.
  func read(_ name: String) -> String {
    guard let file = fopen(path + "/" + name, "r") else { return "" }
    defer { fclose(file) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      text += buffer.prefix(count)
    }
    return String(decoding: text, as: UTF8.self)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
