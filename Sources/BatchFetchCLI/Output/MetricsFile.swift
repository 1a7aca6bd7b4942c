internal import Foundation
internal import Glibc

/// The file of `--metrics`: read for what goes on from run to run, and written anew at each end.
enum MetricsFile {
  /// No file of ours is longer; what is longer is not read.
  private static let longest = 1 << 20

  /// Writes the figures of a run in place of those of the run before, in one step.
  static func write(_ ending: RunEnding, to path: String) throws(RunFailure) {
    let file = try NamedFile(at: path)
    try file.append(Array(RunMetrics.text(ending, previous: previous(path)).utf8))
    try file.publish()
  }

  /// Whether nothing stands there, or figures of ours.
  static func mayReplace(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return true }
    guard status.st_mode & S_IFMT == S_IFREG else { return false }
    return status.st_size == 0 || previous(path).contains("\nbatchfetch_build_info{")
  }

  private static func previous(_ path: String) -> String {
    guard let handle = FileHandle(forReadingAtPath: path) else { return "" }
    defer { try? handle.close() }
    let bytes = (try? handle.read(upToCount: longest)) ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }
}
