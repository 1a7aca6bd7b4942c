import LoopbackServer

/// What a case's server answers to one URL.
struct CaseRoute: Sendable {
  var url: String
  var condition: CaseCondition?
  /// One reply after the other, the last again and again.
  var replies: [Reply]

  private static let members: Set<String> = [
    "url", "when", "answers", "status", "headers", "body", "framing", "fault", "delay", "interim",
  ]

  init(_ value: CaseValue, media: CaseMedia) throws {
    let members = try CaseMembers(value, in: "a route", known: Self.members)
    url = try members.needed("url")
    condition = try members["when"].map { try CaseCondition($0) }
    if let answers = try members.list("answers") {
      replies = try answers.map {
        try Self.reply(CaseMembers($0, in: "an answer", known: Self.members), media: media)
      }
      guard !replies.isEmpty else { throw CaseFault("a route needs an answer") }
    } else {
      replies = [try Self.reply(members, media: media)]
    }
  }

  func reply(to attempt: Int) -> Reply { replies[min(attempt, replies.count) - 1] }

  private static func reply(_ members: CaseMembers, media: CaseMedia) throws -> Reply {
    let body = members["body"] ?? .text("empty")
    let bytes = try media.bytes(body)
    var headers = HeaderLines()
    for (name, value) in try (members.object("headers") ?? [:]).sorted(by: { $0.key < $1.key }) {
      headers.add(name, value.cell)
    }
    var reply: Reply
    if let fault = try members.text("fault") {
      guard let make = CaseFaults.table[fault] else { throw CaseFault("no fault \(fault)") }
      reply = make(bytes, headers)
    } else {
      reply = .answer(
        try members.integer("status") ?? 200, bytes, headers: headers,
        coding: try CaseMedia.coding(body), framing: try framing(members))
    }
    if let status = try members.integer("interim") { reply = reply.afterInterim(status) }
    if let delay = try members.seconds("delay") { reply = reply.after(.wait(delay)) }
    return reply
  }

  /// How the body's end is told: a word, or the length to declare.
  private static func framing(_ members: CaseMembers) throws -> Framing {
    switch members["framing"] {
    case nil: return .length
    case .integer(let length): return .lengths(["\(length)"])
    case .text("chunked"): return .chunked(size: 4096)
    case .text("chunked_cut"): return .chunkedCut(size: 4096)
    case .text("until_close"): return .untilClose
    case .text("http10"): return .http10
    default: throw CaseFault("no such framing")
    }
  }
}

/// Which requests a route answers.
struct CaseCondition: Sendable {
  private var method: String?
  private var header: String?
  private var prefixes: [String]
  private var parts: [String]

  private static let members: Set<String> = ["method", "header", "starts_with", "contains"]

  init(_ value: CaseValue) throws {
    let members = try CaseMembers(value, in: "when", known: Self.members)
    method = try members.text("method")
    header = try members.text("header")
    prefixes = try members.texts("starts_with") ?? []
    parts = try members.texts("contains") ?? []
  }

  func holds(for request: Request) -> Bool {
    if let method, request.method != method { return false }
    guard let header else { return true }
    let value = request.headers[header] ?? ""
    return prefixes.contains { value.hasPrefix($0) } || parts.contains { value.contains($0) }
  }
}

/// The faults a case may name.
enum CaseFaults {
  typealias Maker = @Sendable ([UInt8], HeaderLines) -> Reply

  static let table: [String: Maker] = [
    "stall_before_head": { _, _ in .stallBeforeHead },
    "stall_after_head": { _, _ in .stallAfterHead },
    "stall_in_body": { body, _ in .stallInBody(body) },
    "reset_before_head": { _, _ in .resetBeforeHead },
    "reset_after_head": { _, _ in .resetAfterHead },
    "reset_in_body": { body, _ in .resetInBody(body) },
    "close_before_head": { _, _ in .closeBeforeHead },
    "garbage": { _, _ in .garbage },
    "head_cut_short": { _, _ in .headCutShort },
    "bad_status_line": { _, _ in .badStatusLine },
    "header_flood": { _, _ in .headerFlood(20_000) },
    "drip": { body, headers in
      .drip(body, type: headers["Content-Type"] ?? "image/png", every: .milliseconds(500))
    },
    // The body again and again, ten times a second.
    "endless": { body, headers in
      .endless(
        body, type: headers["Content-Type"] ?? "image/png", framing: .untilClose,
        every: .milliseconds(100))
    },
    "endless_fast": { body, headers in
      .endless(body, type: headers["Content-Type"] ?? "image/png", framing: .chunked)
    },
  ]
}
