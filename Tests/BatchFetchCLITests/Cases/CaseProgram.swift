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
    _ arguments: [String], errors: String, environment: [String: String] = [:],
    limit: Duration = .seconds(40), meanwhile: (@Sendable (pid_t) -> Void)? = nil
  ) async throws -> Ending {
    let process = CaseProcess(
      arguments: [path] + arguments,
      environment: Self.environment.merging(environment) { _, own in own }, errors: errors)
    let status = try await withCheckedThrowingContinuation { continuation in
      // Waiting blocks, so it has a thread of its own.
      Thread.detachNewThread {
        continuation.resume(
          with: Result { try process.run(within: limit, meanwhile: meanwhile) })
      }
    }
    let text = CaseFiles.bytes(errors) ?? []
    return Ending(status: status, standardError: String(decoding: text, as: UTF8.self))
  }

  /// No home, no locale, no proxy; only what sanitizers and coverage need is passed on.
  static let environment: [String: String] = {
    let kept = ["TSAN_OPTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS", "LLVM_PROFILE_FILE"]
    let own = ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }
    return own.merging(["LC_ALL": "C", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]) {
      _, new in new
    }
  }()
}
