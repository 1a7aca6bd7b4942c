import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("The program as a nightly job")
struct NightlyTests {
  private static let picture = Reply.ok(ProgramRun.picture, type: "image/png")

  @Test("Under cron: no terminal, no locale, no environment, another folder, umask 077")
  func cron() async throws {
    let run = try ProgramRun()
    let text = ProgramRun.line("/a.png") + ProgramRun.line("/früh.png", campaign: "Früh 🌷")
    try run.scratch.write(text)
    #expect(try await run().status == 0)
    let usual = try run.report().table("payloads.csv").rows
    let path = run.scratch.path
    try run.scratch.write(
      """
      input = \(path)/list.ndjson
      output = \(path)/night
      metrics = \(path)/batchfetch.prom
      results = \(path)/results.ndjson.gz

      """, to: "nightly.conf")
    let ending = try await run(
      io: ["--config", "\(path)/nightly.conf"],
      shell: "cd / && umask 077 && exec env -i PATH=/usr/bin:/bin \"$@\" </dev/null")
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.contains("Früh 🌷"))
    #expect(!ending.output.contains("\u{1B}") && !ending.errors.contains("\u{1B}"))
    let rows = try run.report("night").table("payloads.csv").rows
    func timeless(_ rows: [[String: String]]) -> [[String: String]] {
      rows.map { $0.filter { !["seconds", "input"].contains($0.key) } }
    }
    #expect(timeless(rows) == timeless(usual))
    let files = run.scratch.names(in: "night").map { "night/\($0)" }
    for file in files + ["batchfetch.prom", "results.ndjson.gz"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(file)")
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
    }
    #expect(
      run.scratch.names() == [
        "batchfetch.prom", "list.ndjson", "night", "nightly.conf", "report", "results.ndjson.gz",
      ])
  }

  @Test("A whole, a failed and an interrupted run each leave their figures")
  func metrics() async throws {
    let gate = Gate()
    let run = try ProgramRun([
      Route("/a.png", Self.picture), Route("/gated.png", Self.picture.after(.gate(gate))),
    ])
    defer { gate.open() }
    func values() throws -> [String: Double] {
      PrometheusText.values(in: try #require(run.scratch.text("night.prom")))
    }
    let options = ["--metrics", "night.prom"]
    try run.scratch.write(ProgramRun.line("/a.png") + ProgramRun.line("/none.png", id: 2))
    #expect(try await run(options).status == 0)
    var found = try values()
    #expect(found["batchfetch_last_run_success"] == 1)
    #expect(found["batchfetch_payloads{outcome=\"media\"}"] == 1)
    #expect(found["batchfetch_payloads_by_reason{reason=\"http_status\"}"] == 1)
    #expect(found["batchfetch_downloads"] == 2)
    #expect(found["batchfetch_requests"] == 2)
    #expect(found["batchfetch_lost_ratio"] == 0.5)
    let success = try #require(found["batchfetch_last_success_timestamp_seconds"])

    try run.scratch.write("[]\n")
    #expect(try await run(options).status == 3)
    found = try values()
    #expect(found["batchfetch_last_run_success"] == 0)
    #expect(found["batchfetch_last_run_exit_code"] == 3)
    #expect(found["batchfetch_last_success_timestamp_seconds"] == success)

    try run.scratch.write(ProgramRun.line("/gated.png"))
    let server = run.server
    let ending = try await run(
      options,
      meanwhile: { process in
        if server.waitForRequests(3, within: .seconds(60)) { kill(process, SIGTERM) }
      })
    #expect(ending.status == 143)
    found = try values()
    #expect(found["batchfetch_last_run_success"] == 0)
    #expect(found["batchfetch_last_run_exit_code"] == 143)
    #expect(found["batchfetch_payloads{outcome=\"unknown\"}"] == 1)
    for code in ["0", "3", "143"] {
      #expect(found["batchfetch_runs_total{exit_code=\"\(code)\"}"] == 1, "\(code)")
    }
  }

  @Test("A run whose options are wrong leaves the figures of a failed one, and costs no file")
  func metricsOfUsage() async throws {
    let run = try ProgramRun()
    try run.scratch.write(ProgramRun.line("/a.png"))
    func values(_ name: String) throws -> [String: Double] {
      PrometheusText.values(in: try #require(run.scratch.text(name)))
    }
    try run.scratch.write("metrics = conf.prom\nconcurency 5\n", to: "nightly.conf")
    try run.scratch.write("do not lose me\n", to: "notes.txt")
    let nights: [(options: [String], file: String?)] = [
      (["--metrics", "night.prom"], "night.prom"),
      (["--fail-abov", "5%", "--metrics=night.prom"], "night.prom"),
      (["--metrics", "night.prom", "--per-host", "many"], "night.prom"),
      (["--config", "nightly.conf"], "conf.prom"), (["--metrics", "notes.txt", "--quik"], nil),
      (["--metrics", "list.ndjson"], nil), (["--metrics", "report/night.prom"], nil),
    ]
    var codes: [Int32] = []
    for (options, file) in nights {
      codes.append(try await run(options).status)
      guard let file else { continue }
      let found = try values(file)
      #expect(found["batchfetch_last_run_exit_code"] == Double(codes.last ?? -1), "\(options)")
      #expect(found["batchfetch_last_run_success"] == (codes.last == 0 ? 1 : 0))
    }
    #expect(codes == [0, 2, 2, 2, 2, 2, 2])
    let found = try values("night.prom")
    #expect(found["batchfetch_runs_total{exit_code=\"0\"}"] == 1)
    #expect(found["batchfetch_runs_total{exit_code=\"2\"}"] == 2)
    #expect(found["batchfetch_last_success_timestamp_seconds"] != nil)
    #expect(run.scratch.text("notes.txt") == "do not lose me\n")
    #expect(run.scratch.text("list.ndjson") == ProgramRun.line("/a.png"))
    #expect(run.scratch.names(in: "report") == ProgramRun.files)
  }

  @Test("A quiet run that ends with 1 says why: cron mails what is said and no exit code")
  func finding() async throws {
    let run = try ProgramRun()
    try run.scratch.write(ProgramRun.line("/none.png"))
    let ending = try await run(["--quiet", "--fail-above", "5%"])
    #expect(ending.status == 1 && ending.output == "")
    #expect(
      ending.errors
        == "batchfetch: error: 1 of 1 payloads with media are lost, more than --fail-above allows; "
        + "campaigns.csv names the worst\n")
  }

  @Test("Figures that cannot be written end a good run with 4, and the report is there")
  func unwritableMetrics() async throws {
    let run = try ProgramRun()
    try run.scratch.write(ProgramRun.line("/a.png"))
    let ending = try await run(["--metrics", "none/night.prom"])
    #expect(ending.status == 4)
    #expect(
      ending.errors.contains(
        "error: cannot write none/night.prom: its folder does not exist; make it first"))
    #expect(run.scratch.names(in: "report") == ProgramRun.files)
  }

  @Test("Results go to a file of their own too, gzip when its name ends in .gz")
  func results() async throws {
    let run = try ProgramRun()
    try run.scratch.write(ProgramRun.line("/a.png") + "broken\n")
    for name in ["copy.ndjson", "copy.ndjson.gz"] {
      #expect(try await run(["--results", name]).status == 0)
      let copy = try ReadLines.of(try #require(run.scratch.bytes(name)))
      let own = try ReadLines.of(try #require(run.scratch.bytes("report/results.ndjson")))
      #expect(copy == own && own.lines.count == 2)
    }
    let packed = run.scratch.bytes("copy.ndjson.gz")
    #expect(packed?.starts(with: [0x1F, 0x8B]) == true)
    // A run without a complete report leaves last night's.
    try run.scratch.write("broken\n")
    #expect(try await run(["--results", "copy.ndjson.gz"]).status == 3)
    #expect(run.scratch.bytes("copy.ndjson.gz") == packed)
    #expect(!run.scratch.names().contains("copy.ndjson.gz.partial"))
    let early = try await run(["--results", "none/copy.ndjson"])
    #expect(early.status == 4)
    #expect(run.server.requestCount == 2, "it is refused before anything is asked")
  }

  @Test("SSL_CERT_FILE names the certificates to trust, unless --ca-file does")
  func certificates() async throws {
    let certificate = TestCertificates.certificate(.trusted, names: ["cdn.example.com"])
    let run = try ProgramRun([Route("/a.png", Self.picture)], listener: .tls(certificate))
    try run.scratch.write(
      ProgramRun.line("/a.png").replacing("http://cdn", with: "https://cdn"))
    func reason() throws -> String? {
      try run.report().table("payloads.csv").rows.first?["reason"]
    }
    let own = TestCertificates.authorityFile
    #expect(try await run(environment: ["SSL_CERT_FILE": own]).status == 0)
    #expect(try reason() == "ok")
    #expect(try await run(environment: ["SSL_CERT_FILE": ""]).status == 0)
    #expect(try reason() == "tls_untrusted")
    #expect(
      try await run(["--ca-file", own], environment: ["SSL_CERT_FILE": "/none"]).status == 0)
    #expect(try reason() == "ok")
    let missing = try await run(environment: ["SSL_CERT_FILE": "/none"])
    #expect(missing.status == 2)
    #expect(missing.errors == "batchfetch: SSL_CERT_FILE /none: No such file or directory\n")
  }

  @Test("The environment's proxy is used when asked for, and not for the hosts of no_proxy")
  func proxy() async throws {
    let run = try ProgramRun()
    let proxy = try LoopbackProxy()
    let line = ProgramRun.line("/a.png").replacing(
      "cdn.example.com", with: "cdn.example.com:\(run.server.port)")
    try run.scratch.write(line + line.replacing("cdn.example", with: "intra.example"))
    for (names, count) in [("no_proxy", 1), ("NO_PROXY", 2)] {
      let ending = try await run(
        ["--proxy", "env"],
        environment: [
          "http_proxy": proxy.url, "https_proxy": proxy.url, names: "intra.example.com",
        ])
      #expect(ending.status == 0, "\(ending.errors)")
      #expect(proxy.requests.count == count, "\(names)")
      let rows = try run.report().table("payloads.csv").rows
      #expect(rows.map { $0["reason"] } == ["ok", "ok"])
    }
    #expect(
      try await run(environment: ["http_proxy": proxy.url, "all_proxy": proxy.url]).status == 0)
    #expect(proxy.requests.count == 2, "nothing goes through a proxy that nobody asked for")
  }
}
