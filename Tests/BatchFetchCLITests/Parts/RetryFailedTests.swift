import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("--retry-failed asks again only for what a report lost")
struct RetryFailedTests {
  /// A good picture, one that recovers, one that stays lost, one that the payload itself loses.
  private func secondNight() async throws -> ProgramRun {
    let picture = Reply.ok(ProgramRun.picture, type: "image/png")
    let run = try ProgramRun([
      Route("/good.png", picture), Route("/blocked.png", picture),
      Route.failing("/mended.png", .status(404), times: 1, then: picture),
      Route.failing("/busy.png", .status(503), times: 1, then: picture),
    ])
    let paths = ["good", "mended", "busy", "lost", "good"]
    var text = paths.enumerated().map { ProgramRun.line("/\($1).png", id: $0) }.joined()
    text += ProgramRun.line("/blocked.png", id: 9).replacing(
      "\"mutable-content\":1", with: "\"mutable-content\":0")
    try run.scratch.write(text)
    #expect(try await run(["--retries", "0"]).status == 0)
    return run
  }

  private static let asked = ["good": 1, "blocked": 1, "mended": 2, "busy": 2, "lost": 2]

  private func counts(_ run: ProgramRun) -> [String: Int] {
    Self.asked.keys.reduce(into: [:]) { $0[$1] = run.server.requestCount("/\($1).png") }
  }

  @Test("The lost ones are asked again and merged; the report takes the old one's place")
  func merges() async throws {
    let run = try await secondNight()
    let ending = try await run(
      ["--retries", "0"], io: ["--input", "list.ndjson", "--retry-failed", "report"])
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(
      ending.errors.contains("of report 2 URLs are kept, 3 with lost pictures are asked again"))
    #expect(counts(run) == Self.asked)
    #expect(run.scratch.names() == ["list.ndjson", "report"])
    try await run.again(into: "undisturbed")
    let differences = try MaskedReport(run).differences(from: MaskedReport(run, "undisturbed"))
    #expect(differences == [])
  }

  @Test("From standard input into another folder, and what is new in the list is fetched")
  func otherFolder() async throws {
    let run = try await secondNight()
    let list = run.scratch.text("list.ndjson") ?? ""
    try run.scratch.write(list + ProgramRun.line("/new.png", id: 10))
    let ending = try await run(
      ["--retries", "0"],
      io: ["--input", "-", "--retry-failed", "report", "--output", "merged"],
      shell: "cat list.ndjson | \"$@\"")
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(counts(run) == Self.asked)
    #expect(run.server.requestCount("/new.png") == 1)
    #expect(run.scratch.names() == ["list.ndjson", "merged", "report"])
    #expect(try run.report("merged").table("payloads.csv").rows.count == 7)
  }

  @Test("A folder without facts is named, and nothing is asked")
  func noReport() async throws {
    let run = try await secondNight()
    let before = run.server.requestCount
    let ending = try await run(
      io: ["--input", "list.ndjson", "--retry-failed", "none", "--output", "report"])
    #expect(ending.status == 3)
    #expect(ending.errors.contains("cannot read none/facts.ndjson: No such file or directory"))
    #expect(run.server.requestCount == before)
  }
}
