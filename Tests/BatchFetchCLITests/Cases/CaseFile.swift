import Foundation
import LoopbackServer

/// One end-to-end case: the input's bytes, what the servers answer, and what the report must say.
struct CaseFile: Sendable {
  var id: String
  var about: String
  var options: [String]
  var input: [UInt8]
  var files: [String: [UInt8]]
  var routes: [CaseRoute]
  var hosts: [CaseHost]
  /// Names of the certificate, in place of the hosts of the routes.
  var certificateNames: [String]?
  var usesHTTP2: Bool
  /// Whether connections go where the URLs say, and not to the case's servers.
  var isDirect: Bool
  /// A proxy stands in the environment, and does this with what comes.
  var proxy: LoopbackProxy.Mode?
  /// What a name server of the case answers; nil: there is none. With one the run is made in this
  /// process, since no option names a server to the program.
  var names: [String: LoopbackNameServer.Answer]?
  /// What a second run on the same report must come to, made while the first waits for answers.
  var secondRun: CaseExpectation?
  /// SIGTERM is sent when the servers have seen so many requests.
  var stopsAfterRequests: Int?
  var expect: CaseExpectation
  /// What the first row must say under other profiles.
  var profiles: [String: [String: CaseValue]]
  /// The piece of work that has to come first; nil: the case runs.
  var waitsFor: String?

  private static let members: Set<String> = [
    "id", "about", "covers", "report", "note", "options", "input", "input_text", "input_base64",
    "input_gzip", "direct", "files", "server", "hosts", "certificate_names", "http2", "proxy",
    "names", "second_run", "stop_after_requests", "expect", "profiles", "waits_for",
  ]

  init(json: [UInt8], media: CaseMedia) throws {
    let members = try Self.members(json)
    let summary = try CaseSummary(members)
    id = summary.id
    about = try members.needed("about")
    options = try members.texts("options") ?? []
    input = try Self.input(members)
    if try members.flag("input_gzip") == true { input = Coding.gzip.apply(to: input) }
    files = try (members.object("files") ?? [:]).mapValues { try media.bytes($0) }
    routes = try (members.list("server") ?? []).map { try CaseRoute($0, media: media) }
    hosts = try (members.list("hosts") ?? []).map { try CaseHost($0) }
    certificateNames = try members.texts("certificate_names")
    usesHTTP2 = try members.flag("http2") ?? false
    isDirect = try members.flag("direct") ?? false
    proxy = try members.text("proxy").map(Self.proxy)
    names = try members.object("names")?.mapValues(Self.answer)
    secondRun = try members["second_run"].map { try CaseExpectation($0) }
    stopsAfterRequests = try members.integer("stop_after_requests")
    profiles = try (members.object("profiles") ?? [:]).mapValues { value in
      guard case .object(let row) = value else { throw CaseFault("a profile's row is no object") }
      return row
    }
    waitsFor = summary.waitsFor
    expect = try CaseExpectation(members["expect"] ?? .object([:]))
    guard waitsFor != nil || expect.saysAnything else { throw CaseFault("nothing is expected") }
  }

  static func members(_ json: [UInt8]) throws -> CaseMembers {
    try CaseMembers(CaseValue(json: json), in: "the case", known: members)
  }

  private static func proxy(_ word: String) throws -> LoopbackProxy.Mode {
    let modes: [String: LoopbackProxy.Mode] = [
      "works": .works, "refuses": .refuses(status: 407), "closes": .closes,
    ]
    guard let mode = modes[word] else { throw CaseFault("no proxy \(word)") }
    return mode
  }

  /// `server_failure`, `not_found`, an address, or a list of these, one after the other.
  private static func answer(_ value: CaseValue) throws -> LoopbackNameServer.Answer {
    switch value {
    case .list(let answers): .sequence(try answers.map(answer))
    case .text("server_failure"): .serverFailure
    case .text("not_found"): .notFound
    case .text(let address): .addresses([address])
    default: throw CaseFault("no answer of a name server: \(value.json)")
    }
  }

  /// The bytes of the list: a text is one line as it is, an object one line of compact JSON.
  private static func input(_ members: CaseMembers) throws -> [UInt8] {
    if let coded = try members.text("input_base64") {
      guard let data = Data(base64Encoded: coded) else { throw CaseFault("no base64") }
      return Array(data)
    }
    if let text = try members.text("input_text") { return Array(text.utf8) }
    let lines = try (members.list("input") ?? []).map { value in
      switch value {
      case .text(let line): line
      case .object: value.json
      default: throw CaseFault("a line of the input must be a text or an object")
      }
    }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }
}

/// What a case is, without the bytes that its servers send.
struct CaseSummary: Sendable {
  var id: String
  /// Ids of the rules that the case proves.
  var covers: [String]
  /// The piece of work that has to come first; nil: the case runs.
  var waitsFor: String?

  init(_ members: CaseMembers) throws {
    id = try members.needed("id")
    covers = try members.texts("covers") ?? []
    waitsFor = try members.text("waits_for")
  }
}

/// What a case expects of the run and its report.
struct CaseExpectation: Sendable {
  var exit: Int32
  /// The rows of `results.ndjson` in order, each with the columns that matter; nil: no report.
  var rows: [[String: CaseValue]]?
  /// The requests of the whole run by URL; nil: not looked at.
  var requests: [String: CaseValue]?
  /// How many requests came to the proxy; nil: not looked at.
  var proxied: Int?
  /// Header lines of every request for a URL; null: must be absent.
  var requestHeaders: [String: CaseValue]
  /// Rows of CSV files in order, each with the raw cells that matter.
  var tables: [String: [[String: CaseValue]]]
  /// Files beside the report and their sizes.
  var files: [String: CaseValue]
  var standardError: [String]
  /// Whether the report is left in `DIR.partial`.
  var isPartial: Bool

  private static let members: Set<String> = [
    "exit", "rows", "requests", "no_requests", "request_headers", "csv", "files", "stderr",
    "partial", "proxied",
  ]

  init(_ value: CaseValue) throws {
    let members = try CaseMembers(value, in: "expect", known: Self.members)
    exit = Int32(try members.integer("exit") ?? 0)
    rows = try members.list("rows")?.map(Self.row)
    requests = try members.object("requests")
    if try members.flag("no_requests") == true { requests = [:] }
    requestHeaders = try members.object("request_headers") ?? [:]
    tables = try (members.object("csv") ?? [:]).mapValues { table in
      guard case .list(let rows) = table else { throw CaseFault("a CSV file needs a list of rows") }
      return try rows.map(Self.row)
    }
    files = try members.object("files") ?? [:]
    standardError = try members.texts("stderr") ?? []
    proxied = try members.integer("proxied")
    isPartial = try members.flag("partial") ?? false
  }

  var saysAnything: Bool { rows != nil || !tables.isEmpty || !standardError.isEmpty || exit != 0 }

  private static func row(_ value: CaseValue) throws -> [String: CaseValue] {
    guard case .object(let row) = value else { throw CaseFault("a row is no object") }
    return row
  }
}
