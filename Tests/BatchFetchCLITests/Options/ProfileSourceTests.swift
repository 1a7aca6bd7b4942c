import Foundation
import LoopbackServer
import Testing

@testable import AuditReports
@testable import AuditRules
@testable import BatchFetchCLI

@Suite("--profiles and profile-template")
struct ProfileSourceTests {
  private static let own = Readme.root.appending(path: "samples/profiles/own.json")
    .path(percentEncoded: false)

  private func answer(_ words: String...) throws -> String? {
    try Answers.text(ParsedOptions(words))
  }

  @Test("A team's own profiles are listed, chosen and printed")
  func own() throws {
    let list = try #require(try answer("--list-profiles", "--profiles", Self.own))
    let lines = list.split(separator: "\n")
    #expect(lines.count == ProfileTable.standard.profiles.count + 3)
    #expect(lines.contains { $0.hasPrefix("our-app ") && $0.hasSuffix(" high") })
    #expect(lines.contains { $0.contains("in our app, pictures only") })
    let settings = try Settings(
      ParsedOptions(["-i", "a", "--profiles", Self.own, "--profile", "our-app"]))
    guard case .fixed(let profile) = settings.profile else {
      Issue.record("no profile")
      return
    }
    #expect(profile.id == "our-app")
    #expect(settings.record.contains { $0.name == "profiles" && $0.value == .text(Self.own) })
    let text = try answer("profile-template", "our-app", "--profiles", Self.own)
    #expect(text?.contains("/push/picture") == true)
  }

  @Test("A byte-order mark before the file is passed over, and faults keep their place")
  func byteOrderMark() throws {
    let scratch = try Scratch()
    let text = try String(contentsOfFile: Self.own, encoding: .utf8)
    let file = try scratch.write("\u{FEFF}" + text, to: "own.json")
    #expect(try answer("--list-profiles", "--profiles", file)?.contains("our-app") == true)
    #expect(
      try answer("profile-template", "our-app", "--profiles", file)?.contains("/push/picture")
        == true)
    let broken = try scratch.write("\u{FEFF}{\"profiles\": x}", to: "broken.json")
    let plain = try scratch.write("{\"profiles\": x}", to: "plain.json")
    let faults = [broken, plain].map { name in
      #expect(throws: UsageError.self) { try answer("--list-profiles", "--profiles", name) }?
        .description.replacing(name, with: "")
    }
    #expect(faults[0] == faults[1])
  }

  @Test("Every profile is printed by its id")
  func templates() throws {
    for profile in ProfileTable.standard.profiles {
      #expect(try answer("profile-template", profile.id)?.contains("\"\(profile.id)\"") == true)
    }
  }

  @Test("A file of options may name the profiles, and its faults are told with both places")
  func config() throws {
    let scratch = try Scratch()
    let file = try scratch.write("profiles = \(Self.own)\n", to: "a.conf")
    #expect(try answer("--list-profiles", "--config", file)?.contains("our-app") == true)
    let other = try scratch.write("\nprofiles = /none.json\n", to: "b.conf")
    #expect(throws: UsageError("\(other):2: --profiles /none.json: No such file or directory")) {
      try answer("profile-template", "braze", "--config", other)
    }
  }

  @Test(
    "An unknown id is one line with the nearest",
    arguments: [
      ("brase", "did you mean braze?"),
      ("SFMC-Swif", "did you mean sfmc-swift or sfmc-swift-2017?"),
      ("adobe", "did you mean adobe-ajo, adobe-ajo-sample or adobe-carousel?"),
      ("x", "use one that --list-profiles names"), ("", "use one that --list-profiles names"),
    ])
  func unknown(_ word: String, _ hint: String) {
    #expect(
      throws: UsageError("profile-template: no extension is called '\(word)'; \(hint)")
    ) { try answer("profile-template", word) }
  }

  @Test("Without an id, or with two, the command says so")
  func words() {
    #expect(throws: UsageError("profile-template needs a profile's id, for example braze")) {
      try answer("profile-template")
    }
    #expect(throws: UsageError("--id stands twice: give it once")) {
      try answer("profile-template", "braze", "fcm")
    }
  }

  @Test("Every fault of a file is one line with the file and the line; every command refuses it")
  func faults() async throws {
    let run = try ProgramRun()
    try run.scratch.write(ProgramRun.line("/a.png"))
    try run.scratch.write(
      """
      {"profiles": [
        {"id": "x", "media_urls": ["/a"],
         "nmae": ["unchanged"],
         "https_only": 1}
      ]}
      """, to: "own.json")
    let says = """
      batchfetch: --profiles own.json: line 2: the profile has no 'name'
      batchfetch: --profiles own.json: line 3: 'nmae' is no member of a profile
      batchfetch: --profiles own.json: line 4: 'https_only' must be true or false

      """
    for io in [
      ["--input", "list.ndjson"], ["plan", "--input", "list.ndjson"], ["fetch"],
      ["report", "--input", "list.ndjson", "--facts", "x"], ["--list-profiles"],
      ["profile-template", "braze"],
    ] {
      let ending = try await run(["--profiles", "own.json"], io: io)
      #expect(ending.status == 2, "\(io)")
      #expect(ending.errors == says, "\(io)")
    }
    #expect(run.scratch.names() == ["list.ndjson", "own.json"])
    #expect(run.server.requestCount == 0)
  }

  @Test("The whole run and its parts judge by a team's own profiles")
  func everyStage() async throws {
    let run = try ProgramRun()
    let path = "http://cdn.example.com/a.png"
    try run.scratch.write(
      #"{"aps":{"alert":"A","mutable-content":1},"push":{"picture":"\#(path)"}}"# + "\n"
        + #"{"aps":{"alert":"A","mutable-content":1},"picture":"\#(path)"}"# + "\n")
    let options = ["--profiles", Self.own]
    #expect(try await run(options).status == 0)
    let shell = """
      "$@" --input list.ndjson >plan.ndjson || exit 9
      p="$1"; shift; shift
      "$p" fetch "$@" <plan.ndjson >facts.ndjson || exit 10
      exec "$p" report "$@" --input list.ndjson --output joined --facts facts.ndjson
      """
    let joined = try await run(options, io: ["plan"], shell: shell)
    #expect(joined.status == 0, "\(joined.errors)")
    for name in ["report", "joined"] {
      let rows = try run.report(name).table("payloads.csv").rows
      #expect(rows.map { $0["profile"] } == ["our-app", "our-marketing-app"])
      #expect(rows.map { $0["outcome"] } == ["media", "media"])
    }
    #expect(run.server.requestCount == 2)
  }
}
