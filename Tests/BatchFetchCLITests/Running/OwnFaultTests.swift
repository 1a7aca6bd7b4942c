import BatchFetch
import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("What this machine or its network lacks is not the campaign's fault")
struct OwnFaultTests {
  @Test(
    "A disk that is full while a body is kept ends the run with 4, its row not checked",
    .disabled(if: Sanitizer.isThread))
  func diskFull() async throws {
    let long = try CaseMedia.padded(ProgramRun.picture, to: 300_000)
    let run = try ProgramRun([
      Route("/long.png", .ok(long, type: "image/png")),
      Route("/a.png", .ok(ProgramRun.picture, type: "image/png")),
    ])
    try run.scratch.write(ProgramRun.line("/a.png") + ProgramRun.line("/long.png", id: 2))
    // No file may grow beyond 64 KiB: the body lies in memory up to there.
    let ending = try await run(
      ["--save-media", "kept"], shell: "trap '' XFSZ; ulimit -f 128; exec \"$@\" </dev/null")
    #expect(ending.status == 4)
    #expect(ending.errors.contains("this machine ran out of something: http://cdn.example.com/"))
    let rows = try run.report("report.partial").table("payloads.csv").rows
    #expect(rows.map { $0["outcome"] } == ["media", "unknown"])
    #expect(rows.map { $0["reason"] } == ["ok", "not_checked"])
    #expect(run.server.requestCount("/long.png") == 1)
  }

  @Test(
    "A run with few descriptors takes fewer connections and finds the same", arguments: [44, 64])
  func fewDescriptors(_ count: Int) async throws {
    let run = try ProgramRun()
    let lines = (0..<200).map { number in
      ProgramRun.line("/a.png", id: number).replacing("cdn.example", with: "h\(number).example")
    }
    try run.scratch.write(lines.joined())
    let ending = try await run(shell: "ulimit -n \(count); exec \"$@\" </dev/null")
    #expect(ending.status == 0, "\(ending.errors)")
    let rows = try run.report().table("payloads.csv").rows
    #expect(rows.count == 200)
    #expect(rows.allSatisfy { $0["outcome"] == "media" && $0["attempts"] == "1" })
    #expect(run.server.requestCount == 200)
    #expect(run.server.peakConnectionCount < count)
  }

  @Test(
    "A lasting lack of descriptors ends the run within bounds and blames no picture",
    .disabled(if: Sanitizer.isAny, "a sanitizer's own end needs descriptors"))
  func noDescriptors() async throws {
    // Without the bound each window of a thousand URLs would wait its twenty seconds.
    let lines = (0..<10_000).map { ProgramRun.line("/a.png?\($0)", id: $0) }.joined()
    try await withThrowingTaskGroup(of: Void.self) { group in
      // What lacks first, the report's files, the engine's or a socket, hangs on the shell's own.
      for count in 8...40 {
        group.addTask {
          let run = try ProgramRun()
          try run.scratch.write(lines)
          let ending = try await run(
            shell: "exec </dev/null; ulimit -n \(count); exec \"$@\"")
          if ending.status == 0 { return }
          // 3 where there was none to open the list with.
          #expect([3, 4].contains(ending.status), "\(count): \(ending.errors)")
          #expect(ending.errors.contains("raise the limit"), "\(count): \(ending.errors)")
          guard run.scratch.names(in: "report.partial").contains("payloads.csv") else {
            return
          }
          let rows = try run.report("report.partial").table("payloads.csv").rows
          #expect(rows.count == 10_000)
          let blamed = rows.filter { !["media", "unknown"].contains($0["outcome"]) }
          #expect(blamed.isEmpty, "\(count): \(blamed.prefix(1))")
          let unknown = rows.filter { $0["outcome"] == "unknown" }
          #expect(unknown.allSatisfy { $0["reason"] == "not_checked" })
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(
    "A run that cannot start its threads ends at once and says which limits to raise",
    .disabled(if: Sanitizer.isAny, "a sanitizer wants terabytes of addresses"))
  func noThreads() async throws {
    let run = try ProgramRun()
    try run.scratch.write(ProgramRun.line("/a.png"))
    // Twelve stacks of 4 GB do not fit in 16 GB, all the rest does.
    let ending = try await run(
      ["--metrics", "night.prom"],
      shell: "ulimit -s 4194304; ulimit -v 16777216; exec \"$@\" </dev/null")
    #expect(ending.status == 4, "\(ending.errors)")
    #expect(ending.errors.contains("raise the limits (ulimit -v, ulimit -u)"))
    #expect(run.scratch.text("night.prom")?.contains("batchfetch_last_run_success 0") == true)
    #expect(run.server.requestCount == 0)
  }

  @Test("Where nothing answers the run ends with 5, the rest unknown, and keeps what it learned")
  func offline() async throws {
    let scratch = try Scratch()
    let lively = try LoopbackServer { _ in .ok(ProgramRun.picture, type: "image/png") }
    let silent = try DeadPort(.silent)
    let names = try LoopbackNameServer([:], otherwise: .addresses(["127.0.0.1"]))
    func line(_ url: String) -> String {
      """
      {"payload":{"aps":{"alert":"Sale","mutable-content":1},"_mediaUrl":"\(url)"}}

      """
    }
    let silentLines = (0..<12).map { line(silent.url("/\($0).png", host: "s\($0 % 3).test")) }
    try scratch.write(line(lively.url("/a.png", host: "l.test")) + silentLines.joined())
    var settings = try Settings(
      ParsedOptions([
        "--input", scratch.path + "/list.ndjson", "--output", scratch.path + "/report",
        "--no-state", "--quiet", "--allow-http", "--allow-address", "127.0.0.0/8",
        "--time-limit", "2", "--per-host", "1",
      ]))
    settings.fetch.resolver.servers = [names.address]
    settings.fetch.offlineSpan = .seconds(1)
    let audit = AuditRun(
      settings: settings, console: Console(errorIsTerminal: false, outputTakesColour: false),
      log: Log(format: .text, level: .error, wipesLine: false), stop: StopRequest())
    let summary = try await audit.run()
    #expect(summary.code == .offline)
    let rows = try CaseReport(folder: scratch.path + "/report.partial").rows("results.ndjson")
    #expect(rows.count == 13)
    #expect(rows.first?["outcome"] == .text("media"))
    let reasons = rows.dropFirst().map { $0["reason"]?.cell ?? "" }
    #expect(Set(reasons) == ["too_slow", "audit_offline"])
    #expect(reasons.filter { $0 == "too_slow" }.count <= 3)
    let isUnknown = rows.filter { $0["reason"] == .text("audit_offline") }
      .allSatisfy { $0["outcome"] == .text("unknown") }
    #expect(isUnknown)
  }
}
