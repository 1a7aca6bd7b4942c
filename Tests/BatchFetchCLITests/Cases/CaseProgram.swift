import Foundation

/// The built program, run as a process of its own.
struct CaseProgram: Sendable {
  struct Ending: Sendable {
    var status: Int32
    var standardError: String
  }

  var path: String

  /// The program of the build that these tests belong to: it lies beside them.
  static let built: CaseProgram? = {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    for place in [CommandLine.arguments[0], own] {
      let folder = URL(filePath: place).deletingLastPathComponent()
      let path = folder.appending(path: "batchfetch").path(percentEncoded: false)
      if FileManager.default.isExecutableFile(atPath: path) { return CaseProgram(path: path) }
    }
    return nil
  }()

  /// Runs the program to its end in an environment like that of a nightly job.
  ///
  /// A run that outlasts the limit is killed, which shows as status 137.
  func run(
    _ arguments: [String], folder: String, limit: Duration = .seconds(40),
    meanwhile: (@Sendable (Int32) -> Void)? = nil
  ) async throws -> Ending {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = Self.environment
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let errors = folder + "/stderr-" + UUID().uuidString
    guard FileManager.default.createFile(atPath: errors, contents: nil) else {
      throw CaseFault("\(folder) cannot be written")
    }
    process.standardError = FileHandle(forWritingAtPath: errors)
    let status = try await Self.ending(of: process, limit: limit, meanwhile: meanwhile)
    let text = FileManager.default.contents(atPath: errors) ?? Data()
    return Ending(status: status, standardError: String(decoding: text, as: UTF8.self))
  }

  private static func ending(
    of process: Process, limit: Duration, meanwhile: (@Sendable (Int32) -> Void)?
  ) async throws -> Int32 {
    try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { ended in
        let isSignal = ended.terminationReason == .uncaughtSignal
        continuation.resume(returning: ended.terminationStatus + (isSignal ? 128 : 0))
      }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
        return
      }
      let identifier = process.processIdentifier
      if let meanwhile { Thread.detachNewThread { meanwhile(identifier) } }
      let deadline = DispatchTime.now() + .seconds(Int(limit.components.seconds))
      DispatchQueue.global().asyncAfter(deadline: deadline) { [weak process] in
        if let process, process.isRunning { kill(process.processIdentifier, SIGKILL) }
      }
    }
  }

  /// No home, no locale, no proxy; only what sanitizers and coverage need is passed on.
  private static let environment: [String: String] = {
    let kept = ["TSAN_OPTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS", "LLVM_PROFILE_FILE"]
    let own = ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }
    return own.merging(["LC_ALL": "C", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]) {
      _, new in new
    }
  }()
}

/// Lets so many tasks work at one time and makes the others wait their turn.
actor CaseSlots {
  static let shared = CaseSlots(6)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  nonisolated func withSlot<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    await take()
    do {
      let result = try await body()
      await giveBack()
      return result
    } catch {
      await giveBack()
      throw error
    }
  }

  private func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func giveBack() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
