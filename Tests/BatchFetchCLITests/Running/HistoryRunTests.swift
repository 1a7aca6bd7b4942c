import AuditReports
import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("Night after night: changes.csv, exit codes and the history file")
struct HistoryRunTests {
  private static let routes: [Route] = [
    Route("/good/", isPrefix: true) { _ in .ok(ProgramRun.picture, type: "image/png") },
    Route("/page/", isPrefix: true) { _ in .ok("<!DOCTYPE html><p>no</p>", type: "text/html") },
  ]

  private func nightly(_ state: [String] = ["--state", "state/history.sqlite"]) throws -> ProgramRun
  {
    var run = try ProgramRun(Self.routes)
    run.state = state
    return run
  }

  /// Writes a list in which each path stands once, in a campaign of its first letter.
  private func list(_ run: ProgramRun, _ paths: [String]) throws {
    let lines = paths.enumerated().map { number, path in
      ProgramRun.line(
        path, id: number, campaign: String(path.split(separator: "/").last!.prefix(1)))
    }
    try run.scratch.write(lines.joined())
  }

  private func changes(_ run: ProgramRun) throws -> [String] {
    try run.report().table("changes.csv").rows.map { row in
      let path = (row["media_url"] ?? "").replacing("http://cdn.example.com", with: "")
      return "\(row["change"] ?? "") \(row["campaign"] ?? "") \(path) \(row["after"] ?? "")"
    }
  }

  @Test("The first night has an empty changes.csv; the second tells what is different")
  func twoNights() async throws {
    let run = try nightly()
    try list(run, ["/good/a.png", "/good/b.png", "/page/b.png", "/none/c.png", "/good/d.png"])
    let first = try await run(["--fail-on", "newly-lost"])
    #expect(first.status == 0, "there is nothing to compare with: \(first.errors)")
    let begun =
      "a new history begins in state/history.sqlite: nothing is compared with an earlier run"
    #expect(
      first.remarks == [
        "batchfetch: warning: the folder state was not there and has been made; \(begun)"
      ])
    #expect(first.output.contains("First run with this history"))
    #expect(
      run.scratch.names(in: "report") == ["campaigns.csv", "changes.csv"]
        + ProgramRun.files.dropFirst())
    #expect(try run.report().table("changes.csv").header == ChangesCSV.columns)
    #expect(try changes(run) == [])
    #expect(run.scratch.names(in: "state") == ["history.sqlite"])

    // One is lost now, one is new, one is gone; one stays lost.
    try list(run, ["/good/a.png", "/none/b.png", "/good/b.png", "/page/b.png", "/good/e.png"])
    let second = try await run(["--fail-on", "newly-lost"])
    #expect(second.status == 1)
    #expect(second.output.contains(": 1 newly lost, 1 still lost, 1 new, 2 gone."))
    #expect(
      try changes(run) == [
        "newly_lost b /none/b.png alt_text", "still_lost b /page/b.png blank",
        "new_media e /good/e.png media", "gone c /none/c.png ", "gone d /good/d.png ",
      ])
    let rows = try run.report().table("changes.csv").rows
    #expect(rows[0]["before"] == "" && rows[0]["after_reason"] == "http_status")
    #expect(rows[0]["advice"]?.isEmpty == false)
    let record = run.scratch.text("report/run.json") ?? ""
    #expect(record.contains("\"newly_lost\": 1"))

    // The third night is as the second: what was newly lost is still lost.
    let third = try await run(["--fail-on", "newly-lost"])
    #expect(third.status == 0)
    #expect(third.output.contains(": 2 still lost."))
  }

  @Test("A run without history has no changes.csv, even where the last one had")
  func noState() async throws {
    var run = try nightly()
    try list(run, ["/good/a.png"])
    #expect(try await run().status == 0)
    run.state = ["--no-state"]
    let ending = try await run()
    #expect(ending.status == 0)
    #expect(!ending.output.contains("First run"))
    #expect(run.scratch.names(in: "report") == ProgramRun.files)
    #expect(!(run.scratch.text("report/run.json") ?? "changes").contains("\"changes\""))
  }

  @Test("A dry run neither makes nor reads a history")
  func dryRun() async throws {
    let run = try nightly()
    try list(run, ["/good/a.png"])
    #expect(try await run(["--dry-run"]).status == 0)
    #expect(run.scratch.names() == ["list.ndjson", "report"])
    #expect(run.scratch.names(in: "report") == ProgramRun.files)
  }

  @Test("A run that fails or is interrupted is not entered: the next compares with the one before")
  func incomplete() async throws {
    let run = try nightly()
    try list(run, ["/good/a.png", "/good/b.png"])
    #expect(try await run().status == 0)
    try run.scratch.write("no payload\n")
    #expect(try await run().status == 3)
    #expect(!run.scratch.names(in: "report.partial").contains("changes.csv"))
    try list(run, ["/good/a.png"])
    #expect(try await run(["--fail-above", "0"]).output.contains(": 1 gone."))
    #expect(run.scratch.names() == ["list.ndjson", "report", "state"])
  }

  @Test("A damaged history is set aside with one line, and the audit goes on")
  func damaged() async throws {
    let run = try nightly(["--state", "history.sqlite"])
    try list(run, ["/good/a.png"])
    try run.scratch.write("not a database at all", to: "history.sqlite")
    let ending = try await run()
    #expect(ending.status == 0)
    #expect(ending.remarks.count == 1)
    #expect(ending.errors.contains("warning: the history history.sqlite is damaged"))
    #expect(ending.output.contains("First run with this history"))
    #expect(run.scratch.names().filter { $0.hasPrefix("history.sqlite.damaged-") }.count == 1)
  }

  @Test("A history that is named but cannot be opened ends with 4 before anything is asked")
  func unusable() async throws {
    let run = try nightly(["--state", "list.ndjson/history.sqlite"])
    try list(run, ["/good/a.png"])
    let ending = try await run()
    #expect(ending.status == 4)
    #expect(ending.remarks.count == 1)
    #expect(ending.errors.contains("the history list.ndjson/history.sqlite cannot be opened"))
    #expect(run.server.connectionCount == 0)
    #expect(!run.scratch.names().contains("report"))
  }

  @Test(
    "Where nothing is named the history lies in the system's place; if it cannot, one is warned")
  func place() async throws {
    let run = try nightly([])
    try list(run, ["/good/a.png"])
    let path = run.scratch.path
    #expect(try await run(environment: ["XDG_STATE_HOME": path + "/x"]).status == 0)
    #expect(run.scratch.names(in: "x/batchfetch") == ["history.sqlite"])
    #expect(try await run(environment: ["HOME": path + "/h"]).status == 0)
    #expect(run.scratch.names(in: "h/.local/state/batchfetch") == ["history.sqlite"])
    let ending = try await run(environment: ["HOME": "/dev/null"])
    #expect(ending.status == 0)
    #expect(ending.errors.contains("warning:") && ending.errors.contains("keeps no history"))
    #expect(run.scratch.names(in: "report") == ProgramRun.files)
    // Nobody says where: no history, and nothing to say about it.
    #expect(try await run().remarks == [])
  }

  @Test("A history lost on the way costs the changes and the exit code, not the report")
  func lostOnTheWay() async throws {
    let gate = Gate()
    let picture = Reply.ok(ProgramRun.picture, type: "image/png")
    var run = try ProgramRun([Route("/a.png", picture.after(.gate(gate)))])
    run.state = ["--state", "state/history.sqlite"]
    try run.scratch.write(ProgramRun.line("/a.png"))
    defer { gate.open() }
    async let ending = run()
    let server = run.server
    #expect(
      try await OwnThread.run("wait") { server.waitForRequests(1, within: .seconds(60)) })
    // A folder in the place of the file: nothing can be opened there any more.
    let path = run.scratch.path + "/state/history.sqlite"
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    gate.open()
    let ended = try await ending
    #expect(ended.status == 4)
    #expect(ended.errors.contains("cannot be opened"))
    #expect(ended.errors.contains("this run is not entered in it"))
    #expect(run.scratch.names(in: "report") == ProgramRun.files)
    #expect(ended.output.hasSuffix("Report: report\n"))
  }
}
