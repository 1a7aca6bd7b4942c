import Foundation

/// What this process holds: the figures that a leak shows in.
struct ProcessFigures: Sendable, CustomStringConvertible {
  var descriptors: Int
  /// Without the runtime's pool.
  var threads: Int
  /// Resident memory in bytes.
  var memory: Int

  /// Counts now.
  static func now() -> ProcessFigures {
    let files = FileManager.default
    // Reading the folder takes one descriptor itself.
    let descriptors = (try? files.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    let tasks = (try? files.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    let threads = tasks.filter { task in
      let name = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
      // Those of the runtime's pool come and go by themselves.
      return name?.contains("-qos") == false
    }.count
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))
      .flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) }
    return ProcessFigures(
      descriptors: descriptors - 1, threads: threads,
      memory: (pages ?? 0) * sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Whether the descriptors and threads are as many.
  func holdsAsMany(as other: ProcessFigures) -> Bool {
    descriptors == other.descriptors && threads == other.threads
  }

  var description: String {
    let tenths = memory * 10 / (1 << 20)
    return
      "\(descriptors) descriptors, \(threads) threads, \(tenths / 10).\(tenths % 10) MB resident"
  }
}
