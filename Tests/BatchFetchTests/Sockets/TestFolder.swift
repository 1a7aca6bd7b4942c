import Foundation

/// A folder that is gone with its owner.
final class TestFolder: Sendable {
  let path: String

  init?() {
    path = NSTemporaryDirectory() + "batchfetch-test-\(UUID().uuidString)"
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
    } catch {
      return nil
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The names in it, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
