import AuditRules
import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("A run that was cut short is gone on with")
struct ResumeTests {
  @Test(
    "What was learned is not asked again, what may pass is, and the report is the undisturbed one",
    arguments: [SIGKILL, SIGTERM, SIGINT])
  func goesOn(_ signal: Int32) async throws {
    let cut = try CutRun()
    #expect(try await cut.cut(by: signal).status == 128 + signal)
    let journal = try #require(cut.run.scratch.bytes("report.partial/.journal.json"))
    #expect(JournalHeader(journal)?.inputs.first?.isWhole == true)
    // What a sudden end leaves of a line, and what a power cut may leave of a block.
    let facts = cut.run.scratch.text("report.partial/facts.ndjson") ?? ""
    try cut.run.scratch.write(
      "\0\0\0\n" + facts + "{\"url\":\"http://cdn.example.com/held.png\",\"atte",
      to: "report.partial/facts.ndjson")

    let ending = try await cut.goOn()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.errors.contains("was cut short: 6 URLs are known, 1 are asked again\n"))
    #expect(cut.counts == CutRun.wentOn)
    #expect(cut.run.scratch.names() == ["list.ndjson", "report"])
    #expect(cut.run.scratch.names(in: "report") == ProgramRun.files)

    try await cut.run.again(into: "undisturbed")
    #expect(try MaskedReport(cut.run).differences(from: MaskedReport(cut.run, "undisturbed")) == [])
  }

  @Test("A run that was cut short twice goes on twice")
  func twice() async throws {
    let cut = try CutRun()
    #expect(try await cut.cut().status == 137)
    #expect(try await cut.cut(by: SIGTERM).status == 143)
    let ending = try await cut.goOn()
    #expect(ending.errors.contains("was cut short: 7 URLs are known, 0 are asked again\n"))
    #expect(cut.counts == CutRun.wentOn.merging([CutRun.held: 3]) { $1 })
  }

  @Test(
    "What a fetch would learn otherwise begins anew and is said in one line",
    arguments: [
      ["--accept-language", "fr"], ["--header", "X-Audit: 2"], ["--time-limit", "28"],
    ])
  func settings(_ options: [String]) async throws {
    let cut = try CutRun()
    _ = try await cut.cut()
    let ending = try await cut.goOn(options: options)
    #expect(ending.status == 0)
    #expect(said(ending, "the settings of fetching are others"), "\(ending.errors)")
    #expect(cut.counts == CutRun.anew)
  }

  @Test("A team's own profiles that were edited begin anew, the same go on")
  func profiles() async throws {
    for isEdited in [false, true] {
      let cut = try CutRun()
      let text = #"{"profiles": [{"id": "x", "media_urls": ["/x"], "name": ["unchanged"]}]}"#
      try cut.run.scratch.write(text, to: "own.json")
      _ = try await cut.cut(options: ["--profiles", "own.json"])
      if isEdited { try cut.run.scratch.write(text + "\n", to: "own.json") }
      _ = try await cut.goOn(options: ["--profiles", "own.json"])
      #expect(cut.counts == (isEdited ? CutRun.anew : CutRun.wentOn))
    }
  }

  @Test("What only the judging asks for, or how fast, goes on")
  func judging() async throws {
    let cut = try CutRun()
    _ = try await cut.cut()
    _ = try await cut.goOn(
      options: [
        "--profile", ProfileTable.base[0].id, "--per-host", "2", "--concurrency", "3", "--verbose",
      ])
    #expect(cut.counts == CutRun.wentOn)
  }

  @Test(
    "A changed input begins anew, whether a byte or its length changed",
    arguments: [
      CutRun.list().replacing("Sale", with: "Male"), CutRun.list() + "\n",
      String(CutRun.list().dropLast()),
    ])
  func changedInput(_ list: String) async throws {
    let cut = try CutRun()
    _ = try await cut.cut()
    try cut.run.scratch.write(list)
    let ending = try await cut.goOn()
    #expect(ending.status == 0)
    #expect(said(ending, "the input changed"), "\(ending.errors)")
    #expect(cut.counts == CutRun.anew)
  }

  @Test("Standard input is compared once it was kept: the same goes on, another begins anew")
  func standardInput() async throws {
    for isSame in [true, false] {
      let cut = try CutRun()
      let io = ["--input", "-", "--output", "report"]
      let shell = "cat list.ndjson | \"$@\""
      // Cut from a file, since the signal must reach the program and not the shell of a pipe.
      _ = try await cut.cut(io: io, shell: "exec \"$@\" <list.ndjson")
      if !isSame { try cut.run.scratch.write(CutRun.list() + "{}\n") }
      let ending = try await cut.goOn(io: io, shell: shell)
      #expect(ending.status == 0, "\(ending.errors)")
      #expect(said(ending, "the input changed") == !isSame)
      #expect(cut.counts == (isSame ? CutRun.wentOn : CutRun.anew))
      #expect(
        try cut.run.report().table("payloads.csv").rows.count == 16 + (isSame ? 0 : 1))
    }
  }

  @Test(
    "What is learned while standard input still comes is in the journal, and its beginning counts")
  func slowInput() async throws {
    for isSame in [true, false] {
      let cut = try CutRun()
      let pipe = try NamedPipe(in: cut.run.scratch, "slow")
      let lines = CutRun.list().split(separator: "\n").map { $0 + "\n" }
      try pipe.fill(lines.prefix(9).joined())
      let io = ["--input", "-", "--output", "report"]
      _ = try await cut.cut(io: io, shell: "exec \"$@\" <slow")
      let journal = try #require(cut.run.scratch.bytes("report.partial/.journal.json"))
      #expect(JournalHeader(journal)?.inputs.first?.isWhole == false)
      // What was not yet read may be anything, what was read may not.
      let rest = lines.dropFirst(9).reversed().joined()
      try cut.run.scratch.write(
        lines.prefix(9).joined().replacing(isSame ? "none" : "Sale", with: isSame ? "none" : "Male")
          + rest)
      let ending = try await cut.goOn(io: io, shell: "exec \"$@\" <list.ndjson")
      #expect(ending.status == 0, "\(ending.errors)")
      #expect(said(ending, "the input changed") == !isSame, "\(ending.errors)")
      #expect(cut.counts == (isSame ? CutRun.wentOn : CutRun.anew))
    }
  }

  @Test("A folder older than --resume-within begins anew")
  func tooOld() async throws {
    for (hours, options) in [(7.0, []), (0, ["--resume-within", "0"]), (-1, [])] {
      let cut = try CutRun()
      _ = try await cut.cut()
      try cut.age(byHours: hours)
      let ending = try await cut.goOn(options: options)
      #expect(said(ending, "that is longer ago than --resume-within allows"), "\(ending.errors)")
      #expect(cut.counts == CutRun.anew)
    }
    let cut = try CutRun()
    _ = try await cut.cut()
    try cut.age(byHours: 7)
    _ = try await cut.goOn(options: ["--resume-within", "8h"])
    #expect(cut.counts == CutRun.wentOn)
  }

  @Test("A journal that is lost or damaged, and facts that are gone, begin anew")
  func lost() async throws {
    for (name, text) in [
      (".journal.json", nil), (".journal.json", "{\"tool\":\"batchf"), ("facts.ndjson", nil),
    ] {
      let cut = try CutRun()
      _ = try await cut.cut()
      if let text {
        try cut.run.scratch.write(text, to: "report.partial/\(name)")
      } else {
        try FileManager.default.removeItem(atPath: "\(cut.run.scratch.path)/report.partial/\(name)")
      }
      #expect(try await cut.goOn().status == 0)
      #expect(cut.counts == CutRun.anew)
    }
  }

  private func said(_ ending: ProgramRun.Ending, _ why: String) -> Bool {
    let lines = ending.errors.split(separator: "\n")
    return lines.filter {
      $0.hasPrefix("batchfetch: warning: starting anew, not where the run of ") && $0.hasSuffix(why)
    }.count == 1
  }
}

extension CutRun {
  /// Writes another beginning into the journal.
  func age(byHours hours: Double) throws {
    let path = "report.partial/.journal.json"
    var header = try #require(run.scratch.bytes(path).flatMap { JournalHeader($0) })
    header.started -= hours * 3600
    try run.scratch.write(header.encode(), to: path)
  }
}

extension ProgramRun {
  /// Runs undisturbed into another folder.
  func again(into name: String, options: [String] = ["--retries", "0"]) async throws {
    let ending = try await self(options, io: ["--input", "list.ndjson", "--output", name])
    try #require(ending.status == 0, "\(ending.errors)")
  }
}
