import Testing

@testable import AuditRules

/// Cells in the order of `columns`: sfmc-objc, 2017, sfmc-swift, SDK Swift, SDK Objective-C, mapp.
private let deadly = [
  "original crash", "alt_text", "alt_text", "original", "original", "original",
]
private let harmless = ["alt_text", "alt_text", "alt_text", "original", "original", "original"]

@Suite("U1: strings of which a parser makes nothing")
struct UnparsableTests {
  /// Both parsers give nil.
  static let nilOnBoth: [(text: String, cells: [String])] = [
    ("https://x .com/a.png", deadly),
    ("https://x .com?f=a.png", deadly),
    ("https://x .com/a?f=a.png", deadly),
    ("https://x .com/a?f=b/c.png", deadly),
    ("https://x .com/a.png?u=b/c", harmless),
    ("https://x .com/a.png#b/c", harmless),
    // The host is the last component: what follows its dot is the extension.
    ("https://x .com", deadly),
    ("https://x .com/", deadly),
    ("https://x .com/a.b/", deadly),
    ("https://x .com/a", harmless),
    ("https://x .com/a.b/c", harmless),
    ("https://x .com/.png", harmless),
    ("https://x .com/a.", harmless),
    (" https://x.com/a.png", deadly),
    ("\thttps://x.com/a", harmless),
    ("\u{FEFF}https://x.com/a.gif", deadly),
    (#"https://x.com\a.png"#, deadly),
  ]

  @Test("Both generations end as the profile's cell says", arguments: nilOnBoth)
  func both(text: String, cells: [String]) {
    for (id, cell) in zip(columns, cells) {
      let verdict = judge(payload(id, url: .text(text)))
      #expect(word(verdict.current) == cell, "\(id)")
      #expect(verdict.current.reason == .urlUnparsable, "\(id)")
      #expect(verdict.old == nil, "\(id)")
      // Only what Objective-C does with a string without extension is inferred (L).
      let isUnsure = id == "sfmc-objc" && cell == "alt_text"
      #expect(words(verdict.warnings) == (isUnsure ? ["uncertain"] : []), "\(id)")
    }
  }

  /// The old parser alone gives nil; the current one requests a picture.
  static let nilOnOld: [(text: String, cells: [String])] = [
    ("https://x.com/a b.png", deadly),
    ("https://x.com/é.png", deadly),
    ("https://x.com/100%.png", deadly),
    ("https://x.com/a%2.png", deadly),
    ("https://x.com/a.png?x={1}", deadly),
    ("https://x.com/a.png?x=|/c", harmless),
    ("https://x.com/a.png/#b#c", harmless),
    ("https://müller.example/a.png", deadly),
  ]

  @Test("Old phones alone end as the profile's cell says", arguments: nilOnOld)
  func oldAlone(text: String, cells: [String]) {
    for (id, cell) in zip(columns, cells) {
      let verdict = judge(payload(id, url: .text(text))) { facts($0, type: "image/png") }
      #expect(verdict.current == Prediction(.media, .ok, via: .handler), "\(id)")
      #expect(verdict.old.map(word) == cell, "\(id)")
      #expect(verdict.old?.reason == .urlUnparsable, "\(id)")
      let isUnsure = id == "sfmc-objc" && cell == "alt_text"
      #expect(verdict.warnings.contains(.uncertain) == isUnsure, "\(id)")
    }
  }

  /// The current parser alone gives nil; the old one parses what cannot be loaded.
  static let nilOnCurrent: [(text: String, cells: [String], old: Reason)] = [
    ("1http://x/a.png", deadly, .urlRelative),
    ("1http://x/a", harmless, .urlRelative),
    ("https://x.com:abc/a.png", deadly, .urlNoHost),
    ("https://[::1/a.png", deadly, .urlNoHost),
  ]

  @Test("Current phones alone end as the profile's cell says", arguments: nilOnCurrent)
  func currentAlone(text: String, cells: [String], old: Reason) {
    for (id, cell) in zip(columns, cells) {
      let verdict = judge(payload(id, url: .text(text)))
      #expect(word(verdict.current) == cell, "\(id)")
      #expect(verdict.current.reason == .urlUnparsable, "\(id)")
      let hasAlt = payload(id).profile.altKey != nil
      let expected = Prediction(hasAlt ? .altText : .original, old, via: .handler)
      #expect(verdict.old == expected, "\(id)")
    }
  }
}
