import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("The program's exit codes and what stays of last night's report")
struct ExitCodeTests {
  @Test("A whole run ends with 0, a table and a report")
  func done() async throws {
    let run = try ProgramRun()
    try run.scratch.write(ProgramRun.line("/a.png") + ProgramRun.line("/none.png", id: 2))
    let ending = try await run()
    #expect(ending.status == 0)
    #expect(ending.remarks == [])
    #expect(ending.output.contains("spring"))
    #expect(ending.output.hasSuffix("Report: report\n"))
    #expect(run.scratch.names(in: "report") == ProgramRun.files)
    #expect(
      try run.report().table("payloads.csv").rows.map { $0["outcome"] } == ["media", "alt_text"])
    #expect(run.server.requestCount == 2)
    #expect(run.scratch.names() == ["list.ndjson", "report"], "nothing else is left")
  }

  @Test(
    "More lost than --fail-above allows ends with 1 and a whole report",
    arguments: [("49%", 1), ("50%", 0)])
  func failAbove(_ share: String, _ status: Int32) async throws {
    let run = try ProgramRun()
    try run.scratch.write(ProgramRun.line("/a.png") + ProgramRun.line("/none.png", id: 2))
    #expect(try await run(["--fail-above", share]).status == status)
    #expect(run.scratch.names(in: "report") == ProgramRun.files)
  }

  @Test("A wrong option ends with 2 and one line")
  func usage() async throws {
    let run = try ProgramRun()
    for arguments in [
      ["--conc", "1"], ["--retries", "x"], ["--header", "X: a\u{1B}b"], ["\u{1B}[2J"],
    ] {
      let ending = try await run(arguments)
      #expect(ending.status == 2)
      #expect(ending.output == "")
      #expect(ending.errors.hasPrefix("batchfetch: "))
      #expect(ending.errors.split(separator: "\n").count == 1)
      #expect(!ending.errors.contains("\u{1B}"))
    }
    #expect(run.scratch.names() == [])
  }

  @Test("Help, version and profiles need neither input nor network")
  func answers() async throws {
    let run = try ProgramRun()
    #expect(try await run(["--help"], io: []).output == OptionTable.help)
    #expect(try await run(["--version"], io: []).output == "batchfetch \(Settings.version)\n")
    #expect(try await run(["--list-profiles"], io: []).output == Answers.profiles())
    #expect(run.scratch.names() == [])
  }

  /// What makes a run fail, and how.
  struct Failure: Sendable, CustomTestStringConvertible {
    var what: String
    var input: [UInt8]?
    var arguments: [String] = []
    var io = ["--input", "list.ndjson", "--output", "report"]
    var status: Int32
    var says: String
    var testDescription: String { what }
  }

  @Test(
    "A run that fails leaves last night's report as it was",
    arguments: [
      Failure(
        what: "no input", status: 3,
        says: "cannot read input list.ndjson: No such file or directory; check the path"),
      Failure(
        what: "a JSON array", input: Array("[{}]".utf8), status: 3,
        says: "input list.ndjson looks like one JSON array; convert it with: jq -c '.[]' "
          + "list.ndjson > converted.ndjson"),
      Failure(
        what: "torn gzip",
        input: Coding(.gzip, .cut).apply(to: Array(ProgramRun.line("/a.png").utf8)),
        status: 3, says: "input list.ndjson: the gzip data is cut short (after line 0)"),
      Failure(
        what: "an empty input", input: [], status: 3,
        says: "list.ndjson: the input holds no record"),
      Failure(
        what: "no valid line", input: Array("{\n\n1\nx\n".utf8).map { $0 == 0x7B ? 0x22 : $0 },
        status: 3, says: "list.ndjson: not one of 3 lines is a payload"),
      Failure(
        what: "a folder to keep files that cannot be made",
        input: Array((1...300).map { ProgramRun.line("/\($0).png", id: $0) }.joined().utf8),
        arguments: ["--save-media", "none/media"], status: 4,
        says: "--save-media: cannot make the folder none/media: No such file or directory"),
      Failure(
        what: "a file where the folder to keep files should be",
        input: Array(ProgramRun.line("/a.png").utf8),
        arguments: ["--save-media", "list.ndjson"], status: 4,
        says: "--save-media: list.ndjson is no folder; choose another name"),
      Failure(
        what: "a foreign report folder", input: Array(ProgramRun.line("/a.png").utf8),
        io: ["--input", "list.ndjson", "--output", "foreign"], status: 4,
        says: "holds files that are no report of batchfetch"),
      Failure(
        what: "a file in the report's place", input: Array(ProgramRun.line("/a.png").utf8),
        io: ["--input", "list.ndjson", "--output", "list.ndjson"], status: 4,
        says: "list.ndjson is no folder; choose another name for the report folder."),
      Failure(
        what: "a place that cannot be written", input: Array(ProgramRun.line("/a.png").utf8),
        io: ["--input", "list.ndjson", "--output", "/proc/none/report"], status: 4,
        says: "/proc/none"),
    ])
  func failures(_ failure: Failure) async throws {
    let run = try ProgramRun()
    try run.scratch.write(ProgramRun.line("/a.png"))
    try FileManager.default.createDirectory(
      atPath: run.scratch.path + "/foreign", withIntermediateDirectories: true)
    try run.scratch.write("mine", to: "foreign/notes.txt")
    try #require(try await run().status == 0)
    let before = ProgramRun.files.map { run.scratch.bytes("report/\($0)") }
    try FileManager.default.removeItem(atPath: run.scratch.path + "/list.ndjson")
    if let input = failure.input { try run.scratch.write(input) }

    let ending = try await run(failure.arguments, io: failure.io)
    #expect(ending.status == failure.status)
    #expect(ending.errors.contains(failure.says), "\(ending.errors)")
    let errors = ending.errors.split(separator: "\n").filter { $0.hasPrefix("batchfetch: error: ") }
    #expect(errors.count == 1, "one line says why")
    #expect(ProgramRun.files.map { run.scratch.bytes("report/\($0)") } == before)
    #expect(run.scratch.text("foreign/notes.txt") == "mine")
    #expect(run.scratch.bytes("list.ndjson") == failure.input)
  }

  @Test("A gzip list that is torn far inside says where the facts learned so far lie")
  func tornInside() async throws {
    let run = try ProgramRun([
      Route("/", isPrefix: true) { _ in .ok(ProgramRun.picture, type: "image/png") }
    ])
    // More than can wait at once: the end is reached only when some are downloaded.
    let lines = (1...4_000).map { ProgramRun.line("/\($0).png", id: $0) }.joined()
    try run.scratch.write(Coding(.gzip, .cut).apply(to: Array(lines.utf8)))
    let ending = try await run()
    #expect(ending.status == 3)
    #expect(ending.errors.contains("the gzip data is cut short"))
    #expect(
      ending.errors.contains("; the facts learned so far lie in report.partial"), "\(ending.errors)"
    )
    let facts = try #require(run.scratch.text("report.partial/facts.ndjson"))
    #expect(facts.split(separator: "\n").count > 1_000)
  }
}
