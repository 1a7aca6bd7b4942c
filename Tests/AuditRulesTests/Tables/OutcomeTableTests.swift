import Testing

@testable import AuditRules

/// Table O: six profiles by seven situations, for each generation alone.
@Suite("Outcome by situation (O)")
struct OutcomeTableTests {
  enum Trouble: String, CaseIterable, Sendable {
    case errorStatus, transport, tooSlow, moveFails, creationFails, notDrawable, allWell
  }

  /// The columns of the rows below.
  static let profiles = [
    "sfmc-objc", "sfmc-swift-2017", "sfmc-swift", "sfmc-sdk-swift", "sfmc-sdk-objc", "mapp",
  ]

  static let rows: [(trouble: Trouble, cells: [String])] = [
    (
      .errorStatus,
      [
        "alt_text via handler: http_status", "alt_text via handler: http_status",
        "alt_text via handler: http_status", "original via handler: http_status",
        "original via handler: http_status", "media via handler: ok",
      ]
    ),
    (
      .transport,
      [
        "alt_text via handler: connect_failed", "alt_text via handler: connect_failed",
        "alt_text via handler: connect_failed", "original via handler: connect_failed",
        "original via handler: connect_failed", "original via handler: connect_failed",
      ]
    ),
    (
      .tooSlow,
      [
        "alt_text via expiry: too_slow", "alt_text via expiry: too_slow",
        "alt_text via expiry: too_slow", "original via expiry: too_slow",
        "original via expiry: too_slow", "original via expiry: too_slow",
      ]
    ),
    (
      .moveFails,
      [
        "alt_text via handler: name_has_slash", "alt_text via handler: name_has_slash",
        "alt_text via handler: name_has_slash", "original via handler: name_has_slash",
        "original via handler: name_has_slash", "media via handler: ok",
      ]
    ),
    (
      .creationFails,
      [
        "alt_text via handler: too_large", "original via crash: too_large",
        "alt_text via handler: too_large", "original via handler: too_large",
        "original via handler: too_large", "original via handler: too_large",
      ]
    ),
    (.notDrawable, Array(repeating: "blank via handler: not_media", count: 6)),
    (.allWell, Array(repeating: "media via handler: ok", count: 6)),
  ]

  struct Cell: Sendable, CustomTestStringConvertible {
    var trouble: Trouble
    var profile: String
    var expected: String
    var testDescription: String { "\(trouble.rawValue), \(profile)" }
  }

  static let cells = rows.flatMap { row in
    zip(profiles, row.cells).map { Cell(trouble: row.trouble, profile: $0, expected: $1) }
  }

  /// The rename goes by the name alone, which is the same in both requests.
  static let separable = cells.filter { $0.trouble != .moveFails }

  private static func answer(_ trouble: Trouble) -> Rig.Answer {
    switch trouble {
    case .errorStatus: Rig.status(404)
    case .transport: Rig.failing(.connectFailed)
    case .tooSlow: Rig.failing(.tooSlow)
    case .creationFails: Rig.body("image/jpeg", bytes: 10_485_761, .whole)
    case .notDrawable: Rig.body("text/html")
    case .moveFails, .allWell: { _ in }
    }
  }

  /// Brackets are escaped by the current parser and kept by the old one: two requests (U5).
  private static func url(_ trouble: Trouble) -> String {
    trouble == .moveFails ? "https://c.com/a%2Fb.jpg?[1]" : "https://c.com/a[1].jpg"
  }

  private static func shows(_ expected: String) -> String {
    expected.hasPrefix("alt_text") ? "Alt" : "Body"
  }

  @Test("The table has all 42 cells")
  func whole() {
    #expect(Self.cells.count == 42)
    #expect(Set(Self.profiles) == Set(ProfileTable.base.map(\.id)))
    #expect(Self.rows.map(\.trouble) == Trouble.allCases)
  }

  @Test("Both generations meet the same trouble", arguments: cells)
  func both(_ cell: Cell) throws {
    let rig = Rig(url: Self.url(cell.trouble), profile: cell.profile)
    let verdict = try rig.verdict(Self.answer(cell.trouble))
    #expect(verdict.current.line == cell.expected)
    #expect(verdict.old == nil)
    #expect(verdict.shows == Self.shows(cell.expected))
  }

  @Test("Only current phones meet it", arguments: separable)
  func current(_ cell: Cell) throws {
    let rig = Rig(url: Self.url(cell.trouble), profile: cell.profile)
    let verdict = try rig.verdict(current: Self.answer(cell.trouble), old: { _ in })
    #expect(verdict.current.line == cell.expected)
    #expect(verdict.onOld.line == "media via handler: ok")
    #expect(verdict.shows == Self.shows(cell.expected))
  }

  @Test("Only old phones meet it", arguments: separable)
  func old(_ cell: Cell) throws {
    let rig = Rig(url: Self.url(cell.trouble), profile: cell.profile)
    let verdict = try rig.verdict(current: { _ in }, old: Self.answer(cell.trouble))
    #expect(verdict.onOld.line == cell.expected)
    #expect(verdict.current.line == "media via handler: ok")
    #expect(verdict.shows == "Body")
  }
}
