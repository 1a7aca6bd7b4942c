import Testing

@testable import AuditRules

/// Table K: six profiles by three situations.
@Suite("Key look-up (K)")
struct KeyTableTests {
  /// One cell; the payload has a title, a body and the alt text "Alt".
  struct Cell: Sendable, CustomTestStringConvertible {
    var profile: String
    /// JSON of the media key's value; nil: the key is absent.
    var value: String?
    var expected: String
    var testDescription: String { "\(profile), \(value ?? "absent")" }
  }

  static let absent = [
    Cell(profile: "sfmc-objc", expected: "alt_text via handler: no_media_url"),
    Cell(profile: "sfmc-swift-2017", expected: "original via handler: no_media_url"),
    Cell(profile: "sfmc-swift", expected: "alt_text via handler: no_media_url"),
    Cell(profile: "sfmc-sdk-swift", expected: "original via handler: no_media_url"),
    Cell(profile: "sfmc-sdk-objc", expected: "original via handler: no_media_url"),
    Cell(profile: "mapp", expected: "original via handler: no_media_url"),
  ]

  static let empty = [
    ("sfmc-objc", "alt_text via handler: media_url_empty"),
    ("sfmc-swift-2017", "alt_text via handler: media_url_empty"),
    ("sfmc-swift", "alt_text via handler: media_url_empty"),
    ("sfmc-sdk-swift", "original via handler: media_url_empty"),
    ("sfmc-sdk-objc", "original via handler: media_url_empty"),
    ("mapp", "original via handler: media_url_empty"),
  ].map { Cell(profile: $0, value: #""""#, expected: $1) }

  static let notText = ["5", "true", "false", "null", "{}", #"{"a":"b"}"#, "[]", #"["x"]"#]
    .flatMap { value in
      [
        ("sfmc-objc", "original via crash: media_url_not_text"),
        ("sfmc-swift-2017", "original via handler: media_url_not_text"),
        ("sfmc-swift", "alt_text via handler: media_url_not_text"),
        ("sfmc-sdk-swift", "original via handler: media_url_not_text"),
        ("sfmc-sdk-objc", "original via crash: media_url_not_text"),
        ("mapp", "original via crash: media_url_not_text"),
      ].map { Cell(profile: $0, value: value, expected: $1) }
    }

  @Test("Every cell of table K, alike on both generations", arguments: absent + empty + notText)
  func cell(_ cell: Cell) throws {
    let key = cell.profile == "mapp" ? "ios_apx_media" : "_mediaUrl"
    let member = cell.value.map { #""\#(key)":\#($0),"# } ?? ""
    let rig = Rig(members: #"\#(member)"_mediaAlt":"Alt""#, profile: cell.profile)
    let verdict = try rig.verdict(nil)
    #expect(verdict.current.line == cell.expected)
    #expect(verdict.old == nil)
    #expect(verdict.shows == (cell.expected.hasPrefix("alt_text") ? "Alt" : "Body"))
    let replaces = verdict.warnings.contains(.altReplacesBody)
    #expect(replaces == cell.expected.hasPrefix("alt_text"))
    #expect(!verdict.warnings.contains(.altMissing))
  }

  @Test("Without an alt text ALT leaves the original and replaces nothing")
  func withoutAltText() throws {
    for profile in ["sfmc-objc", "sfmc-swift"] {
      let verdict = try Rig(members: "", profile: profile).verdict(nil)
      #expect(verdict.current.line == "original via handler: no_media_url")
      #expect(verdict.words == "")
      #expect(verdict.shows == "Body")
    }
  }

  @Test("Keys are case-sensitive and stand at the top level")
  func otherPlaces() throws {
    for members in [#""_MediaUrl":"https://c.com/a.png""#, #""data":{"_mediaUrl":"u"}"#] {
      let verdict = try Rig(members: members, profile: "sfmc-swift").verdict(nil)
      #expect(verdict.current.reason == .noMediaURL)
      #expect(verdict.words == "media_key_misplaced")
    }
  }
}
