import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

/// A run that is ended in its middle: some downloads are done and in the journal, one is held back.
struct CutRun: Sendable {
  let run: ProgramRun
  let gate: Gate
  /// Paths under `/good/` and one that is busy at first.
  static let paths = (0..<5).map { "/good/\($0).png" } + ["/none.png", "/busy.png"]
  static let held = "/held.png"

  init() throws {
    let gate = Gate()
    let picture = Reply.ok(ProgramRun.picture, type: "image/png")
    self.gate = gate
    run = try ProgramRun([
      Route("/good/", isPrefix: true) { _ in picture },
      Route.failing("/busy.png", .status(503), times: 1, then: picture),
      Route(Self.held, picture.after(.gate(gate))),
    ])
    try run.scratch.write(Self.list())
  }

  /// The list, each URL twice.
  static func list() -> String {
    let paths = paths + [held]
    return (0..<(2 * paths.count)).map {
      ProgramRun.line(paths[$0 % paths.count], id: $0, campaign: "c\($0 % 3)")
    }.joined()
  }

  /// Runs until all but the held download are in the journal, then ends the run by a signal.
  func cut(
    by signal: Int32 = SIGKILL, options: [String] = [], io: [String] = CutRun.io,
    shell: String = CutRun.shell
  ) async throws -> ProgramRun.Ending {
    let (scratch, server) = (run.scratch, run.server)
    let held = server.requestCount(Self.held) + 1
    return try await run(
      ["--retries", "0"] + options, io: io, shell: shell,
      meanwhile: { process in
        let facts = eventually {
          Self.facts(scratch).count >= Self.paths.count && server.requestCount(Self.held) == held
        }
        #expect(facts, "the journal holds what was learned")
        kill(process, signal)
      })
  }

  /// Runs the same command to its end.
  func goOn(
    options: [String] = [], io: [String] = CutRun.io, shell: String = CutRun.shell
  ) async throws -> ProgramRun.Ending {
    gate.open()
    return try await run(["--retries", "0"] + options, io: io, shell: shell)
  }

  static let io = ["--input", "list.ndjson", "--output", "report"]
  static let shell = "exec \"$@\" </dev/null"

  /// The whole lines of the journal's facts.
  static func facts(_ scratch: Scratch) -> [Substring] {
    let text = scratch.text("report.partial/facts.ndjson") ?? ""
    return text[..<(text.lastIndex(of: "\n") ?? text.startIndex)].split(separator: "\n")
  }

  /// How often each path was asked for.
  var counts: [String: Int] {
    Dictionary(
      uniqueKeysWithValues: (Self.paths + [Self.held]).map { ($0, run.server.requestCount($0)) })
  }

  /// Paths with how often they are asked for when the run went on from the journal.
  static let wentOn = Dictionary(
    uniqueKeysWithValues: paths.map { ($0, $0 == "/busy.png" ? 2 : 1) } + [(held, 2)])
  /// The same when it began anew.
  static let anew = Dictionary(uniqueKeysWithValues: (paths + [held]).map { ($0, 2) })
}

/// Waits until a condition holds; false when it does not within a minute.
func eventually(_ holds: () -> Bool) -> Bool {
  let deadline = ContinuousClock.now + .seconds(60)
  while !holds() {
    if ContinuousClock.now > deadline { return false }
    poll(nil, 0, 5)
  }
  return true
}
