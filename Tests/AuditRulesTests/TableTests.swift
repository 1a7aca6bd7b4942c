import Testing

@testable import AuditRules

/// The tables K, U1, U3 and O, cell by cell, as the rules print them. ALT cells are seen with an
/// alt text that takes the body's place.
@Suite("K, U, O: every cell of the tables")
struct TableTests {
  /// A payload of a profile that runs into the situation, and the facts of its fetch.
  private typealias Case = (
    url: Payload.Field, facts: @Sendable (String) -> MediaFacts?, reason: Reason
  )

  private static let situations: [String: Case] = [
    "no URL key": (.absent, { _ in nil }, .noMediaURL),
    "URL is empty": (.text(""), { _ in nil }, .mediaURLEmpty),
    "URL is no string": (.notText, { _ in nil }, .mediaURLNotText),
    "nil, with extension": (.text("https://x .com/a.png"), { _ in nil }, .urlUnparsable),
    "nil, without extension": (.text("https://x .com/a"), { _ in nil }, .urlUnparsable),
    "relative": (.text("movie.mp4"), { _ in nil }, .urlRelative),
    "bad scheme": (.text("blob:https://x/1"), { _ in nil }, .urlSchemeUnsupported),
    "no host": (.text("https:///a.png"), { _ in nil }, .urlNoHost),
    "file": (.text("file:///movie.mp4"), { _ in nil }, .urlIsLocalFile),
    "data": (.text("data:text/plain;base64,aGVsbG8="), { _ in nil }, .urlIsData),
    "data that does not decode": (.text("data:image/png;base64,!"), { _ in nil }, .urlIsData),
    "App Transport Security": (.text("http://x.com/a.png"), { _ in nil }, .httpNotSecure),
    "status 404": (
      .text(pictureURL), { facts($0, type: "text/html", status: 404) }, .httpStatus
    ),
    "transport error": (.text(pictureURL), { failed(.dnsNotFound, $0) }, .dnsNotFound),
    "redirect refused": (.text(pictureURL), { failed(.redirectNotSecure, $0) }, .redirectNotSecure),
    "too slow": (.text(pictureURL), { failed(.tooSlow, $0) }, .tooSlow),
    "move fails": (.text("https://x.com/"), { facts($0) }, .nameMissing),
    "creation fails": (
      .text(pictureURL), { facts($0, bytes: 10 * 1_048_576 + 1) }, .tooLarge
    ),
    "not drawable": (.text(pictureURL), { facts($0, type: "text/html") }, .notMedia),
    "all well": (.text(pictureURL), { facts($0) }, .ok),
  ]

  static let rows: [TableRow] = [
    // K.                objc              2017                swift       SDK Swift   SDK objc          mapp
    TableRow("no URL key", "alt_text", "original", "alt_text", "original", "original", "original"),
    TableRow(
      "URL is empty", "alt_text", "alt_text", "alt_text", "original", "original", "original"),
    TableRow(
      "URL is no string", "original crash", "original", "alt_text", "original", "original crash",
      "original crash"),
    // U1.
    TableRow(
      "nil, with extension", "original crash", "alt_text", "alt_text", "original", "original",
      "original"),
    TableRow(
      "nil, without extension", "alt_text", "alt_text", "alt_text", "original", "original",
      "original"),
    // U2, U3.
    TableRow("relative", "alt_text", "alt_text", "alt_text", "original", "original", "original"),
    TableRow("bad scheme", "alt_text", "alt_text", "alt_text", "original", "original", "original"),
    TableRow("no host", "alt_text", "alt_text", "alt_text", "original", "original", "original"),
    TableRow(
      "file", "alt_text", "alt_text expiry", "alt_text", "original", "original", "original"),
    TableRow(
      "data", "original crash", "original crash", "alt_text", "original", "original", "blank"),
    TableRow(
      "data that does not decode", "alt_text", "alt_text", "alt_text", "original", "original",
      "original"),
    // O.
    TableRow(
      "App Transport Security", "alt_text", "alt_text", "alt_text", "original", "original",
      "original"),
    TableRow("status 404", "alt_text", "alt_text", "alt_text", "original", "original", "blank"),
    TableRow(
      "transport error", "alt_text", "alt_text", "alt_text", "original", "original", "original"),
    TableRow(
      "redirect refused", "alt_text", "alt_text", "alt_text", "original", "original", "original"),
    TableRow(
      "too slow", "alt_text expiry", "alt_text expiry", "alt_text expiry", "original expiry",
      "original expiry", "original expiry"),
    // A move cannot fail under mapp: its name never depends on the URL.
    TableRow("move fails", "alt_text", "alt_text", "alt_text", "original", "original", "media"),
    TableRow(
      "creation fails", "alt_text", "original crash", "alt_text", "original", "original",
      "original"),
    TableRow("not drawable", "blank", "blank", "blank", "blank", "blank", "blank"),
    TableRow("all well", "media", "media", "media", "media", "media", "media"),
  ]

  @Test("Every situation has a row, and every row a cell for each profile")
  func whole() {
    #expect(Set(Self.rows.map(\.situation)) == Set(Self.situations.keys))
    #expect(Self.rows.allSatisfy { $0.cells.count == columns.count })
  }

  @Test("Current phones end as the table says", arguments: rows)
  func current(row: TableRow) throws {
    let situation = try #require(Self.situations[row.situation])
    for (id, cell) in zip(columns, row.cells) {
      let verdict = judge(payload(id, url: situation.url), facts: situation.facts)
      #expect(word(verdict.current) == cell, "\(id)")
      if !(id == "mapp" && ["move fails", "data"].contains(row.situation)) {
        #expect(verdict.current.reason == situation.reason, "\(id)")
      }
    }
  }

  /// The current parser must end elsewhere, so that the old one's cell shows by itself: `unlike`
  /// writes the string so that only the old phone runs into the situation.
  @Test("Old phones end as the table says", arguments: rows)
  func old(row: TableRow) throws {
    let situation = try #require(Self.situations[row.situation])
    for (id, cell) in zip(columns, row.cells) {
      #expect(
        oldWord(judge(payload(id, url: situation.url), facts: situation.facts)) == cell, "\(id)")
    }
  }

  @Test("The table holds for old phones when current ones do not even ask", arguments: rows)
  func oldAlone(row: TableRow) throws {
    // An address over http: blocked on current phones, requested by old ones (T1).
    let onlyOld = "http://8.8.8.8/p/hero.png"
    let situation = try #require(Self.situations[row.situation])
    guard case .text(pictureURL) = situation.url else { return }
    for (id, cell) in zip(columns, row.cells) {
      let verdict = judge(payload(id, url: .text(onlyOld)), facts: situation.facts)
      #expect(verdict.current.reason == .ipAddressHost)
      #expect(oldWord(verdict) == cell, "\(id)")
    }
  }

  @Test(
    "An unparsable string ends by U1 on old phones alone",
    arguments: zip(
      columns,
      [
        "original crash", "alt_text", "alt_text", "original", "original", "original",
      ]))
  func oldUnparsable(id: String, cell: String) {
    let verdict = judge(payload(id, url: .text("https://x.com/a b.png")))
    #expect(word(verdict.current) == "media")
    #expect(oldWord(verdict) == cell)
    #expect(verdict.old?.reason == .urlUnparsable)
  }

  @Test("mapp shows a picture that comes with an error status, and says so")
  func errorPicture() {
    let verdict = judge(payload("mapp")) { facts($0, status: 404) }
    #expect(verdict.current == Prediction(.media, .ok, via: .handler))
    #expect(words(verdict.warnings) == ["error_status", "type_mismatch"])
  }

  @Test("mapp's error page that is too large for a picture leaves the original")
  func errorTooLarge() {
    let verdict = judge(payload("mapp")) { facts($0, bytes: 10 * 1_048_576 + 1, status: 500) }
    #expect(verdict.current == Prediction(.original, .tooLarge, via: .handler))
  }
}
