import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("The program in surroundings of all kinds")
struct SurroundingsTests {
  private func runWithList() throws -> ProgramRun {
    let run = try ProgramRun()
    try run.scratch.write(
      ProgramRun.line("/a.png") + "broken\n" + ProgramRun.line("/none.png", id: 3))
    return run
  }

  /// Reads every file of a report by the strict readers.
  private func expectWhole(_ run: ProgramRun, _ name: String = "report") throws {
    #expect(run.scratch.names(in: name) == ProgramRun.files)
    let report = run.report(name)
    #expect(try report.table("payloads.csv").rows.count == 3)
    #expect(try report.table("campaigns.csv").rows.count == 2)
    #expect(try report.table("media.csv").rows.count == 2)
    #expect(try report.rows("results.ndjson").count == 3)
    #expect(try report.rows("facts.ndjson").count == 2)
    _ = try CaseValue(json: try #require(run.scratch.bytes("\(name)/run.json")))
  }

  @Test("Quiet means quiet, and verbose names every download")
  func quiet() async throws {
    let run = try runWithList()
    var ending = try await run(["--quiet", "--progress", "always"])
    #expect(ending.status == 0 && ending.output == "" && ending.errors == "")
    ending = try await run()
    #expect(ending.errors.contains("\nbatchfetch: warning: list.ndjson:2: invalid_json: "))
    ending = try await run(["--verbose", "--log-format", "json"])
    let lines = try ending.errors.split(separator: "\n").map { try CaseValue(json: Array($0.utf8)) }
    #expect(lines.count >= 3)
    #expect(ending.errors.contains("http://cdn.example.com/none.png, status 404"))
  }

  @Test("Progress is written where it is asked for and wiped at the end")
  func progress() async throws {
    let run = try runWithList()
    let ending = try await run(["--progress", "always"])
    #expect(ending.errors.contains("\r\u{1B}[K"))
    #expect(ending.errors.contains(" failed, "))
    #expect(!ending.output.contains("\u{1B}"))
    #expect(ending.status == 0)
  }

  @Test("A reader that goes away early does not spoil the run")
  func head() async throws {
    let run = try runWithList()
    let ending = try await run(
      shell: "{ \"$@\" </dev/null; echo \"status $?\" >&2; } | { read line; echo \"$line\"; }")
    #expect(ending.errors.hasSuffix("status 0\n"))
    #expect(ending.output.split(separator: "\n").count == 1)
    try expectWhole(run)
    let closed = try await run(
      shell: "{ \"$@\" </dev/null; echo \"status $?\" >&2; } | :")
    #expect(closed.errors.hasSuffix("status 0\n"))
    try expectWhole(run)
  }

  @Test(
    "Closed standard streams do not lead what is printed into the report",
    arguments: [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"])
  func closedStreams(_ redirections: String) async throws {
    let run = try runWithList()
    #expect(try await run(["--verbose"], shell: "exec \"$@\" \(redirections)").status == 0)
    try expectWhole(run)
  }

  @Test(
    "Neither an empty nor a strange environment matters",
    arguments: [
      "exec env -i \"$@\" </dev/null", "LC_ALL=C exec \"$@\" </dev/null",
      "HOME=/none TMPDIR=/none LANG=xx TZ=Asia/Tokyo exec \"$@\" </dev/null",
      "http_proxy=http://127.0.0.1:9 https_proxy=x all_proxy=y exec \"$@\" </dev/null",
      "CURL_CA_BUNDLE=/none SSL_CERT_FILE= SSL_CERT_DIR=/none exec \"$@\" </dev/null",
      "ulimit -n 64; exec \"$@\" </dev/null",
    ])
  func environment(_ shell: String) async throws {
    let run = try runWithList()
    let ending = try await run(shell: shell)
    #expect(ending.status == 0, "\(ending.errors)")
    try expectWhole(run)
    let record = run.scratch.text("report/run.json") ?? ""
    let year = Calendar(identifier: .gregorian).component(.year, from: Date())
    #expect(record.contains("\"started\": \"\(year)"))
  }

  @Test("Names with blanks, quotes and letters of all kinds are taken as they are")
  func names() async throws {
    let run = try runWithList()
    let name = "l'été \"ü\" 雪 $x.ndjson"
    try FileManager.default.moveItem(
      atPath: run.scratch.path + "/list.ndjson", toPath: run.scratch.path + "/" + name)
    let ending = try await run(
      io: ["--input", name, "--output", "weit unten/Bericht ö/雪 "],
      shell: "LC_ALL=C exec \"$@\" </dev/null")
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.hasSuffix("Report: weit unten/Bericht ö/雪 \n"))
    try expectWhole(run, "weit unten/Bericht ö/雪 ")
    #expect(
      try run.report("weit unten/Bericht ö/雪 ").table("payloads.csv").rows.allSatisfy {
        $0["input"] == name
      })
  }

  @Test("A relative path that leaves the folder leads where it says")
  func relative() async throws {
    let run = try runWithList()
    let ending = try await run(
      io: ["--input", "../../list.ndjson", "--output", "../report"],
      shell: "mkdir -p a/b && cd a/b && exec \"$@\" </dev/null")
    #expect(ending.status == 0, "\(ending.errors)")
    try expectWhole(run, "a/report")
  }

  @Test("The umask is kept to")
  func umask() async throws {
    let run = try runWithList()
    #expect(
      try await run(["--save-media", "kept"], shell: "umask 077; exec \"$@\" </dev/null").status
        == 0)
    let paths = ["report", "kept"].flatMap { folder in
      [folder] + run.scratch.names(in: folder).map { "\(folder)/\($0)" }
    }
    #expect(paths.count == 10)
    for path in paths {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: run.scratch.path + "/" + path)
      let mode = try #require(attributes[.posixPermissions] as? Int)
      #expect(mode & 0o077 == 0, "\(path) \(String(mode, radix: 8))")
    }
  }

  @Test("Colours are for terminals, and NO_COLOR is heeded", .enabled(if: hasScript))
  func colours() async throws {
    // script(1) gives the program a terminal.
    let shell = "exec script -qec \"$*\" /dev/null </dev/null"
    for (environment, isColoured) in [
      (["TERM": "xterm"], true), (["TERM": "xterm", "NO_COLOR": "1"], false),
      (["TERM": "xterm", "NO_COLOR": ""], true), (["TERM": "dumb"], false),
    ] {
      let run = try runWithList()
      let ending = try await run(["--progress", "never"], shell: shell, environment: environment)
      #expect(ending.output.contains("spring"))
      #expect(ending.output.contains("\u{1B}[") == isColoured, "\(environment)")
    }
    let run = try runWithList()
    #expect(!(try await run(environment: ["TERM": "xterm"]).output.contains("\u{1B}")))
  }

  @Test("Standard input from a file, a pipe and gzip gives the same rows")
  func standardInput() async throws {
    let run = try runWithList()
    let list = try #require(run.scratch.bytes("list.ndjson"))
    try run.scratch.write(Coding.gzip.apply(to: list), to: "list.gz")
    var tables: [[[String: String]]] = []
    for shell in [
      "exec \"$@\" <list.ndjson", "cat list.ndjson | \"$@\"", "exec \"$@\" <list.gz",
      "cat list.gz | \"$@\"",
    ] {
      let ending = try await run(io: ["--input", "-", "--output", "report"], shell: shell)
      #expect(ending.status == 0, "\(ending.errors)")
      tables.append(
        try run.report().table("payloads.csv").rows.map { $0.filter { $0.key != "seconds" } })
    }
    #expect(tables.allSatisfy { $0 == tables[0] })
    #expect(tables[0].count == 3)
  }
}

private let hasScript = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")
