import Foundation
import LoopbackServer
import Testing

@testable import AuditReports
@testable import BatchFetchCLI

@Suite("Whole runs of the program: order, totals, kept files")
struct WholeRunTests {
  private static let routes: [Route] = [
    Route("/image/", isPrefix: true) { _ in .ok(ProgramRun.picture, type: "image/png") },
    Route("/page/", isPrefix: true) { _ in .ok("<!DOCTYPE html><p>no</p>", type: "text/html") },
    Route("/moved/", isPrefix: true) { .redirect(to: $0.path.replacing("moved", with: "image")) },
  ]

  @Test("2,000 payloads over 300 URLs keep their order, and each URL is asked for once")
  func onceAndInOrder() async throws {
    let run = try ProgramRun(Self.routes)
    let paths = (0..<300).map { "/image/\($0).png" }
    let lines = (0..<2_000).map { number in
      ProgramRun.line(paths[number * 7919 % 300], id: number, campaign: "c\(number % 7)")
    }
    try run.scratch.write(lines.joined())
    #expect(try await run().status == 0)
    #expect(run.server.requestCount == 300)
    for path in paths { #expect(run.server.requestCount(path) == 1) }
    let rows = try run.report().table("payloads.csv").rows
    #expect(rows.map { $0["line"] } == (1...2_000).map { "\($0)" })
    #expect(rows.map { $0["id"] } == (0..<2_000).map { "m-\($0)" })
    #expect(rows.allSatisfy { $0["outcome"] == "media" && $0["reason"] == "ok" })
    let results = try run.report().rows("results.ndjson")
    #expect(results.map { $0["line"] } == (1...2_000).map { .integer($0) })
    #expect(try run.report().rows("facts.ndjson").count == 300)
  }

  @Test("The totals of every file are those of its payload rows")
  func totals() async throws {
    let run = try ProgramRun(Self.routes)
    var text = ""
    for number in 0..<120 {
      let kind = ["image", "page", "moved", "none"][number % 4]
      let end = number % 5 == 0 ? "" : ".png"
      text += ProgramRun.line(
        "/\(kind)/\(number % 17)\(end)", id: number, campaign: "=c\(number % 6)")
      if number % 20 == 0 { text += "broken\n\n{\"campaign\":\"=c1\"}\n" }
    }
    try run.scratch.write(text)
    #expect(try await run().status == 0)
    let rows = try run.report().table("payloads.csv").rows
    #expect(rows.count == 132)
    #expect(Set(rows.map { $0["outcome"] }).count >= 4, "the rows differ")
    try campaigns(run.report(), rows)
    try media(run.report(), rows)
    try results(run.report(), rows)
    try record(run.report(), rows)
  }

  private typealias Row = [String: String]

  private func isLost(_ row: Row) -> Bool {
    row["media_url"] != "" && row["outcome"] != "media" && row["outcome"] != "unknown"
  }

  private func campaigns(_ report: CaseReport, _ rows: [Row]) throws {
    let table = try report.table("campaigns.csv")
    #expect(table.header == CampaignsCSV.columns)
    let groups = Dictionary(grouping: rows) { $0["campaign"] }
    #expect(Set(table.rows.map { $0["campaign"] }) == Set(groups.keys))
    for row in table.rows {
      let own = groups[row["campaign"]] ?? []
      #expect(row["payloads"] == "\(own.count)")
      #expect(row["with_media"] == "\(own.filter { $0["media_url"] != "" }.count)")
      for outcome in ["media", "blank", "alt_text", "original", "not_shown", "unknown", "invalid"] {
        #expect(row[outcome] == "\(own.filter { $0["outcome"] == outcome }.count)")
      }
      #expect(
        row["distinct_media"]
          == "\(Set(own.compactMap { $0["media_url"] }).subtracting([""]).count)")
      let reasons = Dictionary(grouping: own.filter(isLost)) { $0["reason"] }
      let most = reasons.values.map(\.count).max() ?? 0
      #expect(row["main_reason_payloads"] == "\(most)")
      if most > 0 { #expect(reasons[row["main_reason"]]?.count == most) }
    }
    let losses = table.rows.map { row in (groups[row["campaign"]] ?? []).filter(isLost).count }
    #expect(losses == losses.sorted(by: >), "worst first")
  }

  private func media(_ report: CaseReport, _ rows: [Row]) throws {
    let table = try report.table("media.csv")
    #expect(table.header == MediaCSV.columns)
    let groups = Dictionary(grouping: rows.filter { $0["media_url"] != "" }) { $0["media_url"] }
    #expect(table.rows.map { $0["media_url"] }.count == groups.count)
    for row in table.rows {
      let own = groups[row["media_url"]] ?? []
      #expect(row["payloads"] == "\(own.count)")
      #expect(row["campaigns"] == "\(Set(own.map { $0["campaign"] }).count)")
      #expect(own.contains { $0["outcome"] == row["outcome"] && $0["reason"] == row["reason"] })
      #expect(own.allSatisfy { $0["http_status"] == row["http_status"] })
      #expect(own.allSatisfy { $0["detected_type"] == row["detected_type"] })
    }
  }

  private func results(_ report: CaseReport, _ rows: [Row]) throws {
    let results = try report.rows("results.ndjson")
    #expect(results.count == rows.count)
    for (result, row) in zip(results, rows) {
      for column in ["outcome", "reason", "media_url", "local_name", "advice"] {
        let text = if case .text(let text) = result[column] { text } else { "" }
        #expect(text == row[column])
      }
    }
  }

  private func record(_ report: CaseReport, _ rows: [Row]) throws {
    let bytes = try #require(CaseFiles.bytes(report.folder + "/run.json"))
    guard case .object(let record) = try CaseValue(json: bytes),
      case .object(let totals) = record["totals"], case .object(let outcomes) = totals["outcomes"],
      case .object(let reasons) = totals["reasons"], case .object(let work) = record["throughput"]
    else {
      Issue.record("run.json lacks a member")
      return
    }
    #expect(record["complete"] == .bool(true))
    #expect(totals["payloads"] == .integer(rows.count))
    #expect(totals["with_media"] == .integer(rows.filter { $0["media_url"] != "" }.count))
    #expect(totals["lost"] == .integer(rows.filter(isLost).count))
    for (counts, column) in [(outcomes, "outcome"), (reasons, "reason")] {
      for (word, count) in counts {
        #expect(count == .integer(rows.filter { $0[column] == word }.count), "\(word)")
      }
      let known = Set(counts.keys)
      #expect(rows.allSatisfy { known.contains($0[column] ?? "") })
    }
    #expect(work["urls"] == .integer(try report.rows("facts.ndjson").count))
  }

  @Test("Files are kept once each under their digest and the extension of their type")
  func saveMedia() async throws {
    let run = try ProgramRun(Self.routes)
    try run.scratch.write(
      ProgramRun.line("/image/a.jpg") + ProgramRun.line("/image/b", id: 2)
        + ProgramRun.line("/page/c.png", id: 3) + ProgramRun.line("/none.png", id: 4))
    #expect(try await run(["--save-media", "kept"]).status == 0)
    let facts = try run.report().rows("facts.ndjson")
    let names = run.scratch.names(in: "kept")
    var digests: Set<String> = []
    for fact in facts {
      if case .text(let digest) = fact["sha256"] { digests.insert(digest) }
    }
    #expect(names.allSatisfy { digests.contains(String($0.prefix(64))) }, "\(facts)")
    #expect(names.map { String($0.dropFirst(64)) }.sorted() == [".html", ".png", ".txt"])
    let picture = try #require(names.first { $0.hasSuffix(".png") })
    #expect(run.scratch.bytes("kept/\(picture)") == ProgramRun.picture)
    // A second run keeps what is there.
    #expect(try await run(["--save-media", "kept"]).status == 0)
    #expect(run.scratch.names(in: "kept") == names)
  }

  @Test("A dry run asks nobody: rows that need a download are unknown, in a folder of its own")
  func dryRun() async throws {
    let run = try ProgramRun(Self.routes)
    try run.scratch.write(
      ProgramRun.line("/image/a.png") + ProgramRun.line("/image/a.png", id: 2)
        + "{\"id\":\"m-3\",\"aps\":{\"alert\":\"x\"}}\nbroken\n")
    let ending = try await run(["--dry-run"], io: ["--input", "list.ndjson"])
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(run.server.connectionCount == 0)
    #expect(run.scratch.names() == ["batchfetch-report.plan", "list.ndjson"])
    #expect(run.scratch.names(in: "batchfetch-report.plan") == ProgramRun.files)
    let rows = try run.report("batchfetch-report.plan").table("payloads.csv").rows
    #expect(
      rows.prefix(2).allSatisfy { $0["outcome"] == "unknown" && $0["reason"] == "not_checked" })
    #expect(rows.dropFirst(2).map { $0["reason"] } == ["mutable_content_off", "invalid_json"])
    #expect(run.scratch.bytes("batchfetch-report.plan/facts.ndjson") == [])
    // With a name given the report goes there.
    #expect(try await run(["--dry-run"]).status == 0)
    #expect(run.scratch.names(in: "report") == ProgramRun.files)
    #expect(run.server.connectionCount == 0)
  }

  @Test("A very long line takes no more memory than a short one")
  func flatMemory() async throws {
    let run = try ProgramRun()
    let long = [UInt8](repeating: 0x78, count: 50 << 20)
    let text = Coding.gzip.apply(to: Array(ProgramRun.line("/a.png").utf8) + long + [0x0A])
    try run.scratch.write(text)
    #expect(try await run().status == 0)
    #expect(
      try run.report().table("payloads.csv").rows.map { $0["reason"] } == ["ok", "line_too_long"])
    let record = try CaseValue(json: try #require(run.scratch.bytes("report/run.json")))
    guard case .object(let members) = record, case .object(let work) = members["throughput"],
      case .integer(let peak) = work["peak_memory_bytes"]
    else {
      Issue.record("run.json does not say how much memory was used")
      return
    }
    let isSanitized = ProcessInfo.processInfo.environment.keys.contains {
      $0.hasSuffix("SAN_OPTIONS")
    }
    if !isSanitized { #expect(peak < 120 << 20) }
  }
}
