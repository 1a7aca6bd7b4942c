import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("What happens beside a run while it goes on")
struct TwoRunsTests {
  /// A run whose only download waits for the gate.
  private func gated() throws -> (run: ProgramRun, gate: Gate) {
    let gate = Gate()
    let picture = Reply.ok(ProgramRun.picture, type: "image/png")
    let run = try ProgramRun([Route("/a.png", picture.after(.gate(gate)))])
    try run.scratch.write(ProgramRun.line("/a.png"))
    return (run, gate)
  }

  private func waitForRequest(_ run: ProgramRun) async throws -> Bool {
    let server = run.server
    return try await OwnThread.run("wait") { server.waitForRequests(1, within: .seconds(60)) }
  }

  @Test("Of two runs on one report the second is refused, and the first ends well")
  func twoRuns() async throws {
    let (run, gate) = try gated()
    defer { gate.open() }
    async let first = run()
    #expect(try await waitForRequest(run))
    let second = try await run()
    #expect(second.status == 4)
    #expect(second.errors.contains("is being written by another run"), "\(second.errors)")
    let other = try await run(["--dry-run"], io: ["--input", "list.ndjson", "--output", "other"])
    #expect(other.status == 0)
    gate.open()
    #expect(try await first.status == 0)
    #expect(run.server.requestCount == 1)
    #expect(try run.report().table("payloads.csv").rows.map { $0["outcome"] } == ["media"])
  }

  @Test("An input that changes while the run goes on ends it with 3 and a partial report")
  func changedInput() async throws {
    let (run, gate) = try gated()
    defer { gate.open() }
    async let ending = run()
    #expect(try await waitForRequest(run))
    // What was read is written over in its place; the length stays.
    let handle = try #require(FileHandle(forWritingAtPath: run.scratch.path + "/list.ndjson"))
    try handle.write(contentsOf: Data("{\"id\":\"m-9\"".utf8))
    gate.open()
    let ended = try await ending
    #expect(ended.status == 3)
    #expect(
      ended.errors.contains("list.ndjson changed while it was read; run again with a file at rest"))
    #expect(run.scratch.names() == ["list.ndjson", "report.partial"])
  }

  @Test("An input that is replaced while the run goes on is read on as it was")
  func replacedInput() async throws {
    let (run, gate) = try gated()
    defer { gate.open() }
    async let ending = run()
    #expect(try await waitForRequest(run))
    try Data("[]".utf8).write(
      to: URL(filePath: run.scratch.path + "/list.ndjson"), options: .atomic)
    gate.open()
    #expect(try await ending.status == 0)
    #expect(try run.report().table("payloads.csv").rows.map { $0["id"] } == ["m-1"])
  }
}
