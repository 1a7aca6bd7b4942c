import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

/// One run of the built program by a shell, in a folder of its own.
struct ProgramRun: Sendable {
  /// How it ended and what it said.
  struct Ending: Sendable {
    var status: Int32
    var output: String
    var errors: String

    /// What was said besides the lines that tell the start and the end of a run.
    var remarks: [String] {
      errors.split(separator: "\n").map(String.init).filter {
        $0.wholeMatch(of: /batchfetch: run [-0-9a-fTZ]+ (starts|ends)[: ].*/) == nil
      }
    }
  }

  let scratch: Scratch
  let server: LoopbackServer
  /// What is said of the history; by default the runs of a test keep none.
  var state = ["--no-state"]
  /// Whether every host leads to the server.
  var isDetoured = true

  /// Runs against a server that has these routes for every host.
  init(
    _ routes: [Route] = [Route("/a.png", .ok(ProgramRun.picture, type: "image/png"))],
    listener: Listener = .plain
  ) throws {
    scratch = try Scratch()
    server = try LoopbackServer(listener, routes: routes)
  }

  /// A whole and small PNG.
  static let picture: [UInt8] =
    CaseFiles.bytes(
      Readme.root.appending(path: "samples/media/banner.png").path(percentEncoded: false)) ?? []

  /// One line of a list: a push that shows the media of a path.
  static func line(_ path: String, id: Int = 1, campaign: String = "spring") -> String {
    """
    {"id":"m-\(id)","campaign":"\(campaign)","payload":{"aps":{"alert":{"body":"Sale"},\
    "mutable-content":1},"_mediaUrl":"http://cdn.example.com\(path)","_mediaAlt":"A picture"}}

    """
  }

  /// What leads every host to the server, and the app's leave to ask it.
  private var detour: [String] {
    let detour = isDetoured ? ["--connect-to", "::127.0.0.1:\(server.port)"] : []
    return ["--allow-http"] + detour + state
  }

  /// Runs the program with these arguments, by default `--input list.ndjson --output report`.
  ///
  /// `shell` says how: `"$@"` is the whole command. Standard output and error are kept.
  func callAsFunction(
    _ arguments: [String] = [], io: [String] = ["--input", "list.ndjson", "--output", "report"],
    shell: String = "exec \"$@\" </dev/null", environment: [String: String] = [:],
    meanwhile: (@Sendable (pid_t) -> Void)? = nil
  ) async throws -> Ending {
    try await CaseSlots.shared.withSlot {
      let program = try #require(CaseProgram.built, "batchfetch lies beside the tests").path
      let name = UUID().uuidString
      let script = "cd '\(scratch.path)' && exec >'\(name).out' && \(shell)"
      let process = CaseProcess(
        arguments: ["/bin/sh", "-c", script, "sh", program] + io + detour + arguments,
        environment: Self.kept.merging(environment) { _, new in new },
        errors: "\(scratch.path)/\(name).err")
      let status = try await OwnThread.run("program") {
        try process.run(within: .seconds(120), meanwhile: meanwhile)
      }
      let ending = Ending(
        status: status, output: scratch.text("\(name).out") ?? "",
        errors: scratch.text("\(name).err") ?? "")
      for end in ["out", "err"] {
        try FileManager.default.removeItem(atPath: "\(scratch.path)/\(name).\(end)")
      }
      return ending
    }
  }

  /// The report of the folder `report`, or of another.
  func report(_ name: String = "report") -> CaseReport {
    CaseReport(folder: "\(scratch.path)/\(name)")
  }

  /// What sanitizers and coverage need; else the environment is empty but for the search path.
  private static let kept: [String: String] = {
    let names = ["TSAN_OPTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS", "LLVM_PROFILE_FILE"]
    let own = ProcessInfo.processInfo.environment.filter { names.contains($0.key) }
    return own.merging(["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]) { _, new in new }
  }()

  /// The names of a whole report.
  static let files = [
    "campaigns.csv", "facts.ndjson", "media.csv", "payloads.csv", "results.ndjson", "run.json",
  ]
}
