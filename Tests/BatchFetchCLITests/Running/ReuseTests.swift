import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("Facts of the last run: reused, asked about, or fetched anew")
struct ReuseTests {
  private static let tag: HeaderLines = [
    "ETag": "\"v1\"", "Last-Modified": "Wed, 21 Oct 2015 07:28:00 GMT",
  ]

  /// Everything under /tagged/ answers 304 when it is asked for with its tag.
  private static let routes: [Route] = [
    Route("/tagged/", isPrefix: true) { request in
      request.headers["If-None-Match"] == "\"v1\""
        ? .answer(304, headers: tag) : .ok(ProgramRun.picture, type: "image/png", headers: tag)
    },
    Route("/changed.png") { request in
      .ok(ProgramRun.picture, type: "image/png", headers: ["ETag": "\"v\(request.attempt)\""])
    },
    Route("/moved.png", .redirect(to: "/tagged/end.png")),
    Route("/plain.png", .ok(ProgramRun.picture, type: "image/png")),
    Route("/page.png", .ok("<!DOCTYPE html><p>no</p>", type: "text/html", headers: tag)),
  ]

  private static let paths = [
    "/tagged/a.png", "/changed.png", "/moved.png", "/plain.png", "/page.png", "/none.png",
  ]

  private func firstNight() async throws -> ProgramRun {
    var run = try ProgramRun(Self.routes)
    run.state = ["--state", "history.sqlite"]
    try run.scratch.write(
      Self.paths.enumerated().map { ProgramRun.line($1, id: $0) }.joined())
    try #require(try await run().status == 0)
    // The report may go: the history alone must be enough.
    try FileManager.default.removeItem(atPath: run.scratch.path + "/report")
    return run
  }

  /// How often each path was asked for.
  private func counts(_ run: ProgramRun) -> [Int] {
    Self.paths.map { run.server.requestCount($0) }
  }

  private func column(_ run: ProgramRun, _ name: String) throws -> [String?] {
    try run.report().table("payloads.csv").rows.map { $0[name] }
  }

  @Test("What was well is taken over from the history; what was lost is asked for again")
  func reuse() async throws {
    let run = try await firstNight()
    #expect(counts(run) == [1, 1, 1, 1, 1, 1])
    let ending = try await run(["--reuse-within", "1h"])
    #expect(ending.status == 0)
    #expect(ending.errors.contains("4 URLs were not fetched: their facts are of an earlier run"))
    #expect(counts(run) == [1, 1, 1, 1, 2, 2])
    #expect(
      try column(run, "outcome") == ["media", "media", "media", "media", "blank", "alt_text"])
    #expect(try column(run, "warnings")[0] == "")
    #expect(try run.report().rows("facts.ndjson").count == 6)
    // Those taken over are taken over once more, with the age of their fetch.
    #expect(try await run(["--reuse-within", "1h"]).status == 0)
    #expect(counts(run) == [1, 1, 1, 1, 3, 3])
    #expect(try await run(["--reuse-within", "0"]).status == 0)
    #expect(counts(run) == [2, 2, 2, 2, 4, 4])
  }

  @Test("Other fetch settings than the last run's: everything is fetched")
  func otherSettings() async throws {
    let run = try await firstNight()
    let ending = try await run(["--reuse-within", "1h", "--user-agent", "other"])
    #expect(ending.errors.contains("everything is fetched"))
    #expect(counts(run) == [2, 2, 2, 2, 2, 2])
  }

  @Test("By default everything is fetched anew, and nothing is asked for under conditions")
  func anew() async throws {
    let run = try await firstNight()
    #expect(try await run().status == 0)
    #expect(counts(run) == [2, 2, 2, 2, 2, 2])
    #expect(run.server.requests.allSatisfy { $0.headers["If-None-Match"] == nil })
  }

  @Test("What the server says is unchanged keeps its facts and bears a warning")
  func revalidate() async throws {
    let run = try await firstNight()
    let before = run.server.requests.count
    #expect(try await run(["--revalidate"]).status == 0)
    let asked = run.server.requests.dropFirst(before)
    let tagged = asked.filter { $0.headers["If-None-Match"] != nil }.map(\.path).sorted()
    #expect(tagged == ["/changed.png", "/page.png", "/tagged/a.png"])
    #expect(
      asked.filter { $0.path == "/tagged/a.png" }.map { $0.headers["If-Modified-Since"] }
        == ["Wed, 21 Oct 2015 07:28:00 GMT"])
    #expect(
      try column(run, "outcome") == ["media", "media", "media", "media", "blank", "alt_text"])
    #expect(
      try column(run, "warnings").map { $0?.contains("revalidated") == true }
        == [true, false, false, false, false, false])
    #expect(try column(run, "http_status")[0] == "200")
    #expect(try column(run, "bytes")[0] == "\(ProgramRun.picture.count)")
    // A night that asks nobody says so, whatever the one before asked.
    #expect(try await run(["--reuse-within", "1h"]).status == 0)
    #expect(try column(run, "warnings").allSatisfy { $0?.contains("revalidated") == false })
    #expect(run.scratch.text("report/facts.ndjson")?.contains("revalidated") == false)
    // A further night rests on the second, which fetched nothing of it.
    #expect(try await run(["--revalidate"]).status == 0)
    #expect(try column(run, "outcome")[0] == "media")
    #expect(try column(run, "warnings")[0]?.contains("revalidated") == true)
  }

  @Test("Without facts, and with a history that cannot be read, everything is fetched")
  func nothingKnown() async throws {
    var run = try ProgramRun(Self.routes)
    run.state = ["--state", "history.sqlite"]
    try run.scratch.write(ProgramRun.line("/tagged/a.png"))
    let ending = try await run(["--revalidate", "--reuse-within", "2d"])
    #expect(ending.status == 0)
    #expect(ending.errors.contains("no facts of an earlier run"))
    #expect(run.server.requestCount == 1)
  }
}
