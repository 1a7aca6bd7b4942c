import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("The --allow-... options of a plan go with its lines and facts")
struct PlanTermsTests {
  private static let picture = Reply.ok(ProgramRun.picture, type: "image/png")

  private func list() throws -> ProgramRun {
    let run = try ProgramRun([
      Route("/a.png", Self.picture), Route("/end.png", Self.picture),
      Route("/moved.png", .redirect(to: "http://other.example.com/end.png")),
    ])
    try run.scratch.write(ProgramRun.line("/a.png") + ProgramRun.line("/moved.png", id: 2))
    return run
  }

  /// Runs the three parts, each with these options of its own.
  private func parts(
    _ run: ProgramRun, plan: String, fetch: String = "", report: String = ""
  ) async throws -> ProgramRun.Ending {
    try await run(
      io: [],
      shell: """
        p="$1"; to="--connect-to ::127.0.0.1:\(run.server.port)"
        "$p" plan --input list.ndjson \(plan) >plan.ndjson || exit 91
        "$p" fetch $to \(fetch) <plan.ndjson >facts.ndjson || exit 92
        exec "$p" report --input list.ndjson --no-state --output joined --facts facts.ndjson \
        \(report)
        """)
  }

  private func outcomes(_ run: ProgramRun) throws -> [String?] {
    try run.report("joined").table("payloads.csv").rows.map { $0["outcome"] }
  }

  @Test("What only plan is told holds for the redirects and for the verdicts too")
  func carried() async throws {
    let run = try list()
    for options in ["--allow-http", "--allow-http-host cdn.example.com"] {
      let ending = try await parts(run, plan: options)
      #expect(ending.status == 0, "\(ending.errors)")
      let word = options.dropFirst(2).replacing(" ", with: "=")
      #expect(ending.errors.contains("judged as planned, with --\(word)"))
      // The one host's exception does not reach where the redirect leads.
      let second = options == "--allow-http" ? "media" : "alt_text"
      #expect(try outcomes(run) == ["media", second])
    }
    let record = run.scratch.text("joined/run.json") ?? ""
    #expect(record.contains("\"cdn.example.com\""))
  }

  @Test("Contradicting options are refused with the words that are wanted")
  func contradictions() async throws {
    let run = try list()
    let report = try await parts(
      run, plan: "--allow-http", report: "--allow-http-host cdn.example.com")
    #expect(report.status == 2)
    #expect(
      report.errors.contains(
        "facts.ndjson is of a plan made with --allow-http, but report was given "
          + "--allow-http-host=cdn.example.com"))
    #expect(!run.scratch.names().contains { $0.hasPrefix("joined") })
    let fetch = try await parts(
      run, plan: "--allow-http", fetch: "--allow-http-host cdn.example.com")
    #expect(fetch.status == 92)
    #expect(fetch.errors.contains("the plan was made with --allow-http, not with"))
    let same = try await parts(
      run, plan: "--allow-http", fetch: "--allow-http", report: "--allow-http")
    #expect(same.status == 0)
  }

  @Test("A plan made with none of the options says so, and others are refused")
  func none() async throws {
    let run = try list()
    let line = ProgramRun.line("/a.png").replacing("http:", with: "https:")
    try run.scratch.write(line)
    let report = try await parts(run, plan: "", report: "--allow-http")
    #expect(report.status == 2)
    #expect(report.errors.contains("is of a plan made with no --allow-... option, but report"))
    let fetch = try await parts(run, plan: "", fetch: "--allow-http")
    #expect(fetch.status == 92)
    #expect(fetch.errors.contains("the plan was made with no --allow-... option, not with"))
    let same = try await parts(run, plan: "")
    #expect(same.status == 0)
    #expect(try outcomes(run) == ["alt_text"])
  }

  @Test(
    "A line whose terms cannot be read is none of a plan",
    arguments: [#""allow-http""#, #"["allow-http",5]"#, #"["zap"]"#, #"["allow-address=x"]"#])
  func broken(_ allow: String) async throws {
    let run = try list()
    try run.scratch.write(
      "{\"url\":\"http://cdn.example.com/a.png\",\"allow\":\(allow)}\n", to: "plan.ndjson")
    let ending = try await run(io: ["fetch"], shell: "exec \"$@\" <plan.ndjson")
    #expect(ending.status == 3)
    #expect(ending.errors.contains("line 1 is none of a plan"))
  }

  @Test(
    "Which addresses may be reached is for each machine to say; fetch says that it was not told")
  func addresses() async throws {
    let run = try list()
    let ending = try await parts(run, plan: "--allow-http --allow-address 10.0.0.0/8")
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(
      ending.errors.contains("the plan was made with --allow-address=10.0.0.0/8, which fetch"))
  }

  @Test("Lines of two plans that differ are not mixed, and a plan of one's own says nothing")
  func mixed() async throws {
    let run = try list()
    try run.scratch.write(
      """
      {"url":"http://cdn.example.com/a.png","allow":["allow-http"]}
      {"url":"http://cdn.example.com/b.png"}

      """, to: "plan.ndjson")
    let mixed = try await run(io: ["fetch"], shell: "exec \"$@\" <plan.ndjson")
    #expect(mixed.status == 3)
    #expect(
      mixed.errors.contains("line 2 is of a plan made with no --allow-... option"))
    try run.scratch.write("{\"url\":\"http://cdn.example.com/a.png\"}\n", to: "plan.ndjson")
    let own = try await run(io: ["fetch"], shell: "exec \"$@\" <plan.ndjson")
    #expect(own.status == 0)
    #expect(own.output.hasSuffix("\"}\n") && !own.output.contains("allow"))
  }
}
