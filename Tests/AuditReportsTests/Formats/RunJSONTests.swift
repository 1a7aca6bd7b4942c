import AuditReports
import AuditRules
import ExactJSON
import Testing

struct RunJSONTests {
  static func run(_ settings: [RunJSON.Setting] = []) -> RunJSON {
    RunJSON(
      version: "1.2.3", started: 0, finished: 4, isComplete: true,
      inputs: [.init(name: "-", bytes: 100, lines: 3, records: 2, sha256: "ab")],
      settings: settings,
      work: .init(urls: 10, plannedURLs: 11, requests: 12, bytes: 1000, peakMemory: 5))
  }

  @Test("run.json holds the run, its input, totals and throughput")
  func contents() throws {
    var totals = ReportTotals()
    totals.add(.sample(line: 1, warnings: [.redirected, .flaky]))
    totals.add(.sample(line: 2, outcome: .media, reason: .ok, warnings: [.flaky]))
    totals.add(.sample(line: 3, url: "", outcome: .invalid, reason: .invalidJSON))
    let root = try JSONDocument(Self.run().encode(totals)).root
    #expect(root["tool"]?.string == "batchfetch")
    #expect(root["version"]?.string == "1.2.3")
    #expect(root["started"]?.string == "1970-01-01T00:00:00Z")
    #expect(root["finished"]?.string == "1970-01-01T00:00:04Z")
    #expect(root["complete"]?.bool == true)
    #expect(root["interrupted_by"]?.kind == .null)
    #expect(root["inputs"]?[0]?["sha256"]?.string == "ab")
    #expect(root["inputs"]?[0]?["lines"]?.integer == 3)
    let sums = try #require(root["totals"])
    #expect(sums["payloads"]?.integer == 3)
    #expect(sums["with_media"]?.integer == 2)
    #expect(sums["lost"]?.integer == 1)
    #expect(sums["lost_share"]?.numberText == "0.5000")
    #expect(sums["outcomes"]?.exactText == #"{"media":1,"alt_text":1,"invalid":1}"#)
    #expect(sums["reasons"]?.exactText == #"{"ok":1,"invalid_json":1,"http_status":1}"#)
    #expect(sums["warnings"]?.exactText == #"{"flaky":2,"redirected":1}"#)
    let throughput = try #require(root["throughput"])
    #expect(throughput["urls_per_second"]?.numberText == "2.5")
    #expect(throughput["payloads_per_second"]?.numberText == "0.8")
    #expect(throughput["peak_memory_bytes"]?.integer == 5)
    #expect(throughput["urls"]?.integer == 10)
    #expect(throughput["urls_planned"]?.integer == 11)
  }

  @Test("An interrupted run says so, and a run of no time divides by nothing")
  func interrupted() throws {
    var run = Self.run()
    run.isComplete = false
    run.interruptedBy = "SIGINT"
    run.finished = 0
    let root = try JSONDocument(run.encode(ReportTotals())).root
    #expect(root["complete"]?.bool == false)
    #expect(root["interrupted_by"]?.string == "SIGINT")
    #expect(root["throughput"]?["urls_per_second"]?.numberText == "0.0")
    #expect(root["totals"]?["lost_share"]?.kind == .null)
  }

  @Test("Settings keep their types, secrets are struck out")
  func settings() throws {
    let run = Self.run([
      .init("concurrency", .number(64)), .init("fail-above", .number(0.02)),
      .init("allow-http", .flag(false)), .init("ca-file", .none),
      .init("header", .list(["Authorization: Bearer s3cret", "COOKIE:s3cret", "Accept: */*"])),
      .init("proxy", .text("http://me:s3/cret@proxy:3128")), .init("output", .text("a@b")),
      .init("other", .list(["socks5://me:s3cret@h"])),
    ])
    let bytes = run.encode(ReportTotals())
    #expect(!String(decoding: bytes, as: UTF8.self).contains("s3"))
    let settings = try JSONDocument(bytes).root["settings"]
    #expect(
      settings?.exactText
        == #"{"concurrency":64,"fail-above":0.02,"allow-http":false,"ca-file":null,"#
        + #""header":["Authorization: [redacted]","COOKIE: [redacted]","Accept: */*"],"#
        + #""proxy":"http://[redacted]@proxy:3128","output":"a@b","#
        + #""other":["socks5://[redacted]@h"]}"#)
  }

  @Test(
    "Header values are struck out unless their header is known to be open",
    arguments: [
      ("Authorization: Basic x", "Authorization: [redacted]"),
      ("X-Api-Key: k", "X-Api-Key: [redacted]"), ("user-agent: me", "user-agent: me"),
      ("no colon", "[redacted]"), ("Proxy-Authorization:x", "Proxy-Authorization: [redacted]"),
    ])
  func headers(_ line: String, _ expected: String) { #expect(Redaction.header(line) == expected) }

  @Test("The layout is for readers and changes no value")
  func layout() throws {
    let text = String(
      decoding: Self.run([.init("header", .list(["X: {\"a\",[b]:\\"]))]).encode(ReportTotals()),
      as: UTF8.self)
    #expect(text.hasPrefix("{\n  \"tool\": \"batchfetch\",\n  \"version\": \"1.2.3\",\n"))
    #expect(text.contains("    \"outcomes\": {},\n"))
    #expect(text.hasSuffix("\n}\n"))
  }
}
