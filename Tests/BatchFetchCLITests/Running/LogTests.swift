import BatchFetch
import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("The log: one line for each event that matters")
struct LogTests {
  private static let picture = Reply.ok(ProgramRun.picture, type: "image/png")

  /// The lines of a JSON log.
  private func lines(_ text: String) throws -> [[String: CaseValue]] {
    try text.split(separator: "\n").map { line in
      guard case .object(let members) = try CaseValue(json: Array(line.utf8)) else {
        throw CaseFault("no object: \(line)")
      }
      return members
    }
  }

  @Test("As JSON a run is told from its start to its end, each line with the run's name")
  func course() async throws {
    let run = try ProgramRun([Route("/a.png", [.status(429), Self.picture])])
    try run.scratch.write(ProgramRun.line("/a.png") + "broken\n")
    let ending = try await run(["--log-format", "json"])
    #expect(ending.status == 0)
    let lines = try lines(ending.errors)
    #expect(
      lines.map { $0["event"]?.cell ?? "" } == ["start", "slowed_host", "", "end"],
      "\(ending.errors)")
    #expect(lines.map { $0["level"]?.cell } == ["info", "warning", "warning", "info"])
    let names = Set(lines.map { $0["run"]?.cell ?? "" })
    #expect(names.count == 1)
    #expect(try names.first?.wholeMatch(of: Regex("[0-9]{8}T[0-9]{6}Z-[0-9a-f]{4}")) != nil)
    #expect(lines.allSatisfy { $0["message"] != nil && $0["time"] != nil })
    #expect(lines[0]["inputs"] == .text("list.ndjson") && lines[0]["output"] == .text("report"))
    #expect(lines[1]["host"] == .text("cdn.example.com"))
    let counts: [String: Int] = [
      "exit_code": 0, "payloads": 2, "with_media": 1, "lost": 0, "downloads": 1, "requests": 2,
      "retries": 1, "failed_downloads": 0,
    ]
    for (name, count) in counts { #expect(lines[3][name] == .integer(count), "\(name)") }
  }

  @Test("A run that is stopped, and one that fails, are told to their end")
  func earlyEnds() async throws {
    let run = try ProgramRun([Route("/a.png", .stallBeforeHead)])
    try run.scratch.write(ProgramRun.line("/a.png"))
    let server = run.server
    let stopped = try await run(
      ["--log-format", "json"],
      meanwhile: { process in
        if server.waitForRequests(1, within: .seconds(60)) { kill(process, SIGTERM) }
      })
    var found = try lines(stopped.errors)
    #expect(
      found.map { $0["event"]?.cell ?? $0["level"]?.cell } == ["start", "stop", "error", "end"])
    #expect(found[1]["signal"] == .integer(15))
    #expect(found[3]["exit_code"] == .integer(143))
    try run.scratch.write("[]\n")
    found = try lines(try await run(["--log-format", "json"]).errors)
    #expect(found.map { $0["event"]?.cell ?? $0["level"]?.cell } == ["start", "error", "end"])
    #expect(found[2]["exit_code"] == .integer(3) && found[2]["payloads"] == nil)
  }

  @Test("As text the first and the last line name the run and its counts; quiet is quiet")
  func text() async throws {
    let run = try ProgramRun()
    try run.scratch.write(ProgramRun.line("/a.png"))
    let lines = try await run().errors.split(separator: "\n").map(String.init)
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix(" starts: list.ndjson, report in report") == true)
    #expect(lines.last?.contains(" ends with 0 after 1 s: 1 payloads, 0 lost of 1 with ") == true)
    #expect(try await run(["--quiet"]).errors == "")
  }

  @Test("At a terminal the course is not told: the table says it", .enabled(if: hasScript))
  func terminal() async throws {
    let run = try ProgramRun()
    try run.scratch.write(ProgramRun.line("/a.png"))
    let ending = try await run(
      ["--progress", "never"], shell: "exec script -qec \"$*\" /dev/null </dev/null")
    #expect(ending.output.contains("Report: report"))
    #expect(!ending.output.contains(" starts: "))
  }

  @Test("For the journal each line begins with its priority, and only there")
  func journal() async throws {
    let run = try ProgramRun()
    try run.scratch.write(ProgramRun.line("/a.png") + "broken\n")
    let shell = "JOURNAL_STREAM=$(stat -Lc %d:%i /proc/self/fd/2) exec \"$@\" </dev/null"
    let text = try await run(shell: shell).errors.split(separator: "\n")
    #expect(text.map { $0.prefix(3) } == ["<6>", "<4>", "<6>"])
    #expect(text.allSatisfy { $0.dropFirst(3).hasPrefix("batchfetch: ") })
    let json = try await run(["--log-format", "json"], shell: shell).errors
    #expect(try lines(json.replacing(/<\d>/, with: "")).count == 3)
    let elsewhere = try await run(environment: ["JOURNAL_STREAM": "1:2"]).errors
    #expect(!elsewhere.contains("<"))
    #expect(!Console.isJournal(0, nil) && !Console.isJournal(-1, "1:2"))
  }

  @Test("Each event has a word, a sentence and its figures")
  func events() {
    let ending = RunEnding(failed: .output, times: RunTimes(started: 10, finished: 71.5))
    let examples: [(event: LogEvent, line: String)] = [
      (.offline, "warning: no host answers any more: nothing further is asked"),
      (
        .slowedHost("a.example"),
        "warning: a.example asks us to slow down (429): one request at a time, further and "
          + "further apart"
      ),
      (.stop(signal: 15), "warning: stopping: no new downloads; once more ends at once"),
      (.end(ending), "run x ends with 4 after 1 min 2 s"),
      (.start(inputs: ["a", "-"], output: "o"), "run x starts: a, -, report in o"),
    ]
    for (event, line) in examples {
      #expect(
        Log.line(event.level, event.text(run: "x"), format: .text, time: "")
          == "batchfetch: \(line)\n")
    }
    #expect(LogEvent(.offline) == .offline)
    #expect(LogEvent(.slowed(host: "a")) == .slowedHost("a"))
    #expect(RunName.make(1_735_689_599, random: 0x3F) == "20241231T235959Z-003f")
  }
}

private let hasScript = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")
