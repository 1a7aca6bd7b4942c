import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("The three parts on their own: plan, fetch, report")
struct PartsTests {
  private static let hosts = ["cdn.example.com", "img.example.net", "static.example.org"]

  /// A run against a server with answers of many kinds, and a list of 120 lines over 60 URLs.
  private func list() throws -> ProgramRun {
    let picture = Reply.ok(ProgramRun.picture, type: "image/png")
    let run = try ProgramRun([
      Route("/image/", isPrefix: true) { _ in picture },
      Route("/page/", isPrefix: true) { _ in .ok("<!DOCTYPE html><p>no</p>", type: "text/html") },
      Route("/moved/", isPrefix: true) {
        .redirect(to: $0.path.replacing("moved", with: "image"))
      },
      Route("/busy/", isPrefix: true) { _ in .status(503) },
    ])
    var text = ""
    for number in 0..<120 {
      let kind = ["image", "page", "moved", "none", "busy"][number % 5]
      let host = Self.hosts[[0, 0, 0, 1, 1, 2][number % 6]]
      text += ProgramRun.line(
        "/\(kind)/\(number % 60).png#f", id: number, campaign: "c\(number % 7)"
      ).replacing("cdn.example.com", with: host)
      if number % 30 == 0 { text += "broken\n" }
    }
    try run.scratch.write(text)
    return run
  }

  private static let retries = ["--retries", "0"]

  @Test("Plan, fetch and report over one machine give the report of the one command")
  func sameReport() async throws {
    let run = try list()
    try await run.again(into: "whole")
    let shell = """
      "$@" --input list.ndjson >/dev/null || exit 9
      p="$1"; shift; shift
      "$p" plan "$@" --input list.ndjson --shards 2 --output part || exit 10
      "$p" fetch "$@" <part-1.ndjson >one.ndjson || exit 11
      "$p" fetch "$@" --input part-2.ndjson >two.ndjson || exit 12
      exec "$p" report "$@" --input list.ndjson --output joined --facts one.ndjson two.ndjson
      """
    let ending = try await run(Self.retries, io: ["plan"], shell: shell)
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.hasSuffix("Report: joined\n"))
    #expect(
      try MaskedReport(run, "joined").differences(from: MaskedReport(run, "whole")) == [])
    // Each URL twice: by the one command and by the parts.
    #expect(
      Set(run.server.requests.map(\.path)).allSatisfy { run.server.requestCount($0) % 2 == 0 })

    let plans = try ["part-1.ndjson", "part-2.ndjson"].map { try planned(run, $0) }
    let hosts = plans.map { Set($0.map(\.host)) }
    #expect(hosts == [["cdn.example.com"], ["img.example.net", "static.example.org"]])
    #expect(Set(plans.joined().map(\.url)).count == plans.joined().count)
    #expect(plans.joined().count == (try run.report("whole").rows("facts.ndjson").count))
    #expect(!run.scratch.names().contains { $0.hasSuffix(".partial") })
  }

  private func planned(_ run: ProgramRun, _ name: String) throws -> [(host: String, url: String)] {
    try (run.scratch.text(name) ?? "").split(separator: "\n").map { line in
      guard case .object(let members) = try CaseValue(json: Array(line.utf8)),
        case .text(let host) = members["host"], case .text(let url) = members["url"]
      else { throw CaseFault("no line of a plan: \(line)") }
      return (host, url)
    }
  }

  @Test("Facts that lack are counted and named, and no report is written")
  func missingFacts() async throws {
    let run = try list()
    let shell = """
      p="$1"; shift; shift
      "$p" plan "$@" --input list.ndjson --shards 2 --output some/folder/ || exit 10
      "$p" fetch "$@" <some/folder/plan-1.ndjson >one.ndjson || exit 11
      exec "$p" report "$@" --input list.ndjson --output joined --facts one.ndjson
      """
    let parts = try await run(
      Self.retries, io: ["plan"], shell: "mkdir some\n" + shell)
    #expect(parts.status == 3)
    let missing = try planned(run, "some/folder/plan-2.ndjson")
    let all = try planned(run, "some/folder/plan-1.ndjson").count + missing.count
    #expect(
      parts.errors.contains("error: \(missing.count) of \(all) URLs have no facts, the first of"),
      "\(parts.errors)")
    #expect(missing.contains { parts.errors.contains(" \($0.url); fetch them") })
    #expect(!run.scratch.names().contains { $0.hasPrefix("joined") })
  }

  @Test("The last line of fetch proves what stands before it; cut or changed facts are refused")
  func proof() async throws {
    let run = try list()
    let fetched = try await run(
      Self.retries, io: ["fetch"],
      shell: """
        p="$1"; shift; shift
        "$p" plan "$@" --input list.ndjson >plan.ndjson && exec "$p" fetch "$@" <plan.ndjson
        """)
    #expect(fetched.status == 0)
    let lines = fetched.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "")
    let end = try #require(FactsProof.Stated(Array(lines[lines.count - 2].utf8)[...]))
    #expect(end.lines == lines.count - 2)
    var proof = FactsProof()
    proof.add(lines.dropLast(2).map { $0 + "\n" }.joined().utf8, lines: lines.count - 2)
    #expect(end.holds(of: proof))

    let report = ["report", "--input", "list.ndjson", "--output", "joined", "--facts", "f.ndjson"]
    for (text, status) in [
      (fetched.output, Int32(0)),
      (fetched.output + fetched.output, 0),
      (fetched.output.replacing("\"attempts\":1", with: "\"attempts\":2"), 3),
      (lines.dropFirst().joined(separator: "\n"), 3),
      (lines.dropLast(3).joined(separator: "\n"), 3),
      (lines.dropLast(2).joined(separator: "\n") + "\n", 3),
      (fetched.output + "\n", 0), (lines.dropLast().joined(separator: "\n"), 0),
      (fetched.output + lines[0] + "\n", 3),
    ] {
      try run.scratch.write(text, to: "f.ndjson")
      #expect(try await run(io: report).status == status)
    }
    let facts = lines.count - 2
    try run.scratch.write(lines.dropLast(2).joined(separator: "\n") + "\n", to: "f.ndjson")
    let cut = try await run(io: report)
    #expect(cut.errors.contains("f.ndjson:\(facts + 1): the end line is missing"))
    #expect(cut.errors.contains("run fetch again for that plan"))
    try run.scratch.write(fetched.output.replacing("\"bytes\"", with: "\"Bytes\""), to: "f.ndjson")
    let changed = try await run(io: report)
    #expect(changed.errors.contains("f.ndjson:\(facts + 1): the end line is not true"))
    try run.scratch.write("", to: "f.ndjson")
    #expect(try await run(io: report).errors.contains("f.ndjson:1: the end line is missing"))
    let ending = try await run(io: report.dropLast() + ["none.ndjson"])
    #expect(ending.status == 3)
    #expect(ending.errors.contains("cannot read none.ndjson: No such file or directory"))
  }

  @Test("The facts of a report need no end line where they lie: its run vouches for them")
  func factsOfReport() async throws {
    let run = try list()
    try await run.again(into: "whole")
    let report = ["report", "--input", "list.ndjson", "--output", "joined", "--facts"]
    #expect(try await run(Self.retries, io: report + ["whole/facts.ndjson"]).status == 0)
    #expect(
      try MaskedReport(run, "joined").differences(from: MaskedReport(run, "whole")) == [])
    let inside = try await run(
      io: [
        "report", "--input", "../list.ndjson", "--output", "../again", "--facts", "facts.ndjson",
      ],
      shell: "cd whole && exec \"$@\"")
    #expect(inside.status == 0, "\(inside.errors)")
    try run.scratch.write(run.scratch.text("whole/facts.ndjson") ?? "", to: "facts.ndjson")
    #expect(try await run(io: report + ["facts.ndjson"]).status == 3)
  }

  @Test("A plan line that is none ends fetch with 3, without an end line")
  func brokenPlan() async throws {
    let run = try list()
    for line in ["{\"url\":\"http://cdn.example", "{}", "https://cdn.example.com/a.png"] {
      try run.scratch.write(
        "{\"url\":\"http://cdn.example.com/image/1.png\"}\n\(line)\n", to: "plan.ndjson")
      let ending = try await run(io: ["fetch"], shell: "exec \"$@\" <plan.ndjson")
      #expect(ending.status == 3)
      #expect(ending.errors.contains("line 2 is none of a plan"))
      #expect(!ending.output.contains("\"complete\""))
    }
  }

  @Test("A fetch that is stopped or cannot write bears no end line, and ends with its own code")
  func incomplete() async throws {
    let gate = Gate()
    defer { gate.open() }
    let picture = Reply.ok(ProgramRun.picture, type: "image/png")
    let run = try ProgramRun([
      Route("/a.png", picture), Route("/held.png", picture.after(.gate(gate))),
    ])
    let urls = ["a", "held", "a"].map { "{\"url\":\"http://cdn.example.com/\($0).png\"}\n" }
    try run.scratch.write(urls.joined(), to: "plan.ndjson")
    let server = run.server
    let stopped = try await run(
      io: ["fetch"], shell: "exec \"$@\" <plan.ndjson",
      meanwhile: { process in
        if server.waitForRequests(2, within: .seconds(60)) { kill(process, SIGTERM) }
      })
    #expect(stopped.status == 143)
    #expect(!stopped.output.contains("\"complete\""))
    gate.open()
    let full = try await run(io: ["fetch"], shell: "exec \"$@\" <plan.ndjson >/dev/full")
    #expect(full.status == 4)
    #expect(full.errors.contains("cannot write standard output: No space left on device"))
    let again = try await run(
      ["--save-media", "kept"], io: ["fetch"], shell: "exec \"$@\" <plan.ndjson")
    #expect(again.status == 0)
    #expect(run.scratch.names(in: "kept").count == 1)
    // A line that stands twice is answered once.
    #expect(run.server.requestCount("/a.png") == 3)
  }

  @Test("Each part has its help on a screen, and says what it lacks")
  func usage() async throws {
    for command in Command.allCases where command != .audit {
      let options = try ParsedOptions([command.rawValue, "--help"])
      let text = try #require(try Answers.text(options))
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 40 && lines.allSatisfy { $0.count <= 84 }, "\(command)")
      #expect(text.hasPrefix("Usage: batchfetch \(command.rawValue)"))
      #expect(Set(command.rows.map(\.name)).isSuperset(of: OptionTable.rows.map(\.name)))
    }
    let faults = [
      (["plan"], "no input: "),
      (["plan", "--input", "x", "--shards", "2"], "--shards needs --output"),
      (["report", "--input", "x"], "no facts: "),
      (["report", "--input", "x", "y"], "'y' is no option"),
      (["plan", "--input", "x", "--facts", "y"], "unknown option --facts"),
      (["--input", "x", "plan"], "'plan' is no option"), (["audit"], "'audit' is no option"),
    ]
    for (words, start) in faults {
      let fault = #expect(throws: UsageError.self) { try Settings(ParsedOptions(words)) }
      #expect(fault?.description.hasPrefix(start) == true, "\(words): \(fault?.description ?? "")")
    }
    let files = try Settings(ParsedOptions(["report", "-i", "x", "--facts", "a", "b", "--", "c"]))
    #expect(files.parts.factsFiles == ["a", "b", "c"])
    #expect(try Settings(ParsedOptions(["fetch"])).inputs == ["-"])
  }
}
