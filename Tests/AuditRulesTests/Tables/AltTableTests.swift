import Testing

@testable import AuditRules

/// The alt rule at the foot of section O: five kinds of `_mediaAlt` by six profiles.
@Suite("Alt text (O)")
struct AltTableTests {
  struct Cell: Sendable, CustomTestStringConvertible {
    var profile: String
    /// JSON of `_mediaAlt`; nil: absent.
    var alt: String?
    var outcome: String
    var shows: String
    var warnings: String
    var testDescription: String { "\(profile), \(alt ?? "absent")" }
  }

  static let readers = ["sfmc-swift", "sfmc-swift-2017"]
  static let others = ["sfmc-sdk-swift", "sfmc-sdk-objc", "mapp"]

  static let cells: [Cell] =
    [
      Cell(
        profile: "sfmc-objc", alt: nil, outcome: "original", shows: "Body", warnings: "alt_missing"),
      Cell(
        profile: "sfmc-objc", alt: #""Alt""#, outcome: "alt_text", shows: "Alt", warnings: ""),
      Cell(
        profile: "sfmc-objc", alt: #""  ""#, outcome: "alt_text", shows: "  ", warnings: ""),
      Cell(
        profile: "sfmc-objc", alt: #""""#, outcome: "alt_text", shows: "", warnings: "alt_empty"),
    ]
    + ["5", "true", "null", "{}", "[]"].map {
      Cell(
        profile: "sfmc-objc", alt: $0, outcome: "original", shows: "Body", warnings: "uncertain")
    }
    + readers.flatMap { profile in
      [
        Cell(
          profile: profile, alt: nil, outcome: "original", shows: "Body", warnings: "alt_missing"),
        Cell(profile: profile, alt: #""Alt""#, outcome: "alt_text", shows: "Alt", warnings: ""),
        Cell(profile: profile, alt: #"" ""#, outcome: "alt_text", shows: " ", warnings: ""),
        Cell(
          profile: profile, alt: #""""#, outcome: "original", shows: "Body", warnings: "alt_empty"),
      ]
        + ["5", "true", "null", "{}", "[]"].map {
          Cell(profile: profile, alt: $0, outcome: "original", shows: "Body", warnings: "")
        }
    }
    + others.flatMap { profile in
      [nil, #""Alt""#, #"" ""#, #""""#, "5", "null"].map {
        Cell(profile: profile, alt: $0, outcome: "original", shows: "Body", warnings: "")
      }
    }

  private static func rig(_ cell: Cell, url: String, aps: String? = nil) -> Rig {
    let key = cell.profile == "mapp" ? "ios_apx_media" : "_mediaUrl"
    let alt = cell.alt.map { #","_mediaAlt":\#($0)"# } ?? ""
    let members = #""\#(key)":"\#(url)"\#(alt)"#
    guard let aps else { return Rig(members: members, profile: cell.profile) }
    return Rig(#"{"aps":\#(aps),\#(members)}"#, profile: cell.profile)
  }

  @Test("Every cell of the alt table when a download fails", arguments: cells)
  func cell(_ cell: Cell) throws {
    let rig = Self.rig(cell, url: "https://c.com/a.jpg")
    let verdict = try rig.verdict(Rig.failing(.connectFailed))
    #expect(verdict.current.line == "\(cell.outcome) via handler: connect_failed")
    #expect(verdict.shows == cell.shows)
    #expect(verdict.words == cell.warnings)
    #expect(verdict.old == nil)
  }

  @Test("Every cell when it fails on old phones alone", arguments: cells)
  func oldCell(_ cell: Cell) throws {
    let rig = Self.rig(cell, url: "https://c.com/a[1].jpg")
    let verdict = try rig.verdict(current: { _ in }, old: Rig.failing(.connectFailed))
    #expect(verdict.current.line == "media via handler: ok")
    #expect(verdict.onOld.line == "\(cell.outcome) via handler: connect_failed")
    #expect(verdict.shows == "Body")
    // What only the old phones' alt text gives is not said of the row, but its uncertainty is.
    #expect(verdict.words == cell.warnings.replacing("alt_empty", with: ""))
  }

  @Test("When all is well no alt text is looked at, but a missing one is named", arguments: cells)
  func unused(_ cell: Cell) throws {
    let verdict = try Self.rig(cell, url: "https://c.com/a.jpg").verdict()
    #expect(verdict.current.line == "media via handler: ok")
    #expect(verdict.words == (cell.warnings == "alt_missing" ? "alt_missing" : ""))
    #expect(verdict.shows == "Body")
  }

  @Test(
    "An empty alt text empties the body in Objective-C only if a title or subtitle remains",
    arguments: [
      (#"{"alert":{"title":"T","body":"B"},"mutable-content":1}"#, "alt_text", ""),
      (#"{"alert":{"subtitle":"S","body":"B"},"mutable-content":1}"#, "alt_text", ""),
      (#"{"alert":{"title-loc-key":"K","body":"B"},"mutable-content":1}"#, "alt_text", ""),
      (#"{"alert":{"subtitle-loc-key":"K","body":"B"},"mutable-content":1}"#, "alt_text", ""),
      (#"{"alert":{"title":"","body":"B"},"mutable-content":1}"#, "original", "B"),
      (#"{"alert":{"title":5,"body":"B"},"mutable-content":1}"#, "original", "B"),
      (#"{"alert":{"body":"B"},"mutable-content":1}"#, "original", "B"),
      (#"{"alert":"B","mutable-content":1}"#, "original", "B"),
    ])
  func emptyAltText(_ aps: String, _ outcome: String, _ shows: String) throws {
    let cell = Cell(
      profile: "sfmc-objc", alt: #""""#, outcome: outcome, shows: shows, warnings: "alt_empty")
    let rig = Self.rig(cell, url: "https://c.com/a.jpg", aps: aps)
    let verdict = try rig.verdict(Rig.failing(.connectFailed))
    #expect(verdict.current.line == "\(outcome) via handler: connect_failed")
    #expect(verdict.shows == shows)
    #expect(verdict.words == "alt_empty")
  }

  @Test("The alt rule holds at expiry too, with its warnings (U3, T6)")
  func atExpiry() throws {
    let local = try Rig(url: "file:///a.jpg", profile: "sfmc-swift-2017", alt: "").verdict(nil)
    #expect(local.current.line == "original via expiry: url_is_local_file")
    #expect(local.words == "alt_empty")
    let slow = try Rig(url: "https://c.com/a.jpg", profile: "sfmc-objc", alt: "")
      .verdict(Rig.failing(.tooSlow))
    #expect(slow.current.line == "alt_text via expiry: too_slow")
    #expect(slow.shows == "")
    #expect(slow.words == "alt_empty")
  }

  @Test("An alt text with NUL, emoji or marks is shown as it is")
  func exactText() throws {
    let verdict = try Rig(url: "N/A", alt: #"a\u0000b 🎉 e\u0301"#).verdict(nil)
    #expect(verdict.current.outcome == .altText)
    #expect(Array(verdict.shows.utf8) == Array("a\0b 🎉 e\u{301}".utf8))
  }
}
