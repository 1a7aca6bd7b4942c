import Testing

@testable import AuditRules

@Suite("O: the alt rule")
struct AltTextTests {
  struct Cell: Sendable {
    var ids: [String]
    var alt: Payload.Field
    var hasHeading = true
    var outcome: Outcome
    var shows: String
    var warnings: [String]
  }

  static let objectiveC = ["sfmc-objc"]
  static let swift = ["sfmc-swift", "sfmc-swift-2017"]
  static let never = ["sfmc-sdk-swift", "sfmc-sdk-objc", "mapp"]

  static let cells: [Cell] = [
    Cell(
      ids: objectiveC + swift, alt: .absent, outcome: .original, shows: "Tap here",
      warnings: ["alt_missing"]),
    Cell(
      ids: objectiveC + swift, alt: .text("Sale"), outcome: .altText, shows: "Sale", warnings: []),
    Cell(ids: objectiveC + swift, alt: .text("  "), outcome: .altText, shows: "  ", warnings: []),
    Cell(
      ids: objectiveC, alt: .text(""), outcome: .altText, shows: "", warnings: ["alt_empty"]),
    Cell(
      ids: objectiveC, alt: .text(""), hasHeading: false, outcome: .original, shows: "Tap here",
      warnings: ["alt_empty"]),
    Cell(
      ids: swift, alt: .text(""), outcome: .original, shows: "Tap here", warnings: ["alt_empty"]),
    Cell(
      ids: objectiveC, alt: .notText, outcome: .original, shows: "Tap here",
      warnings: ["uncertain"]),
    Cell(ids: swift, alt: .notText, outcome: .original, shows: "Tap here", warnings: []),
    Cell(ids: never, alt: .absent, outcome: .original, shows: "Tap here", warnings: []),
    Cell(ids: never, alt: .text("Sale"), outcome: .original, shows: "Tap here", warnings: []),
  ]

  @Test("Each cell of the alt table, on current phones", arguments: cells)
  func current(cell: Cell) {
    for id in cell.ids {
      let sent = payload(
        id,
        change: {
          $0.altText = cell.alt
          $0.hasHeading = cell.hasHeading
        })
      let verdict = judge(sent) { failed(.dnsNotFound, $0) }
      #expect(verdict.current == Prediction(cell.outcome, .dnsNotFound, via: .handler), "\(id)")
      #expect(verdict.shows == cell.shows, "\(id)")
      #expect(words(verdict.warnings) == cell.warnings, "\(id)")
    }
  }

  @Test("Each cell of the alt table, on old phones alone", arguments: cells)
  func old(cell: Cell) {
    for id in cell.ids {
      // Relative on current phones too, but there is no crash on either.
      let sent = payload(
        id, url: .text("http://8.8.8.8/a.png"),
        change: {
          $0.altText = cell.alt
          $0.hasHeading = cell.hasHeading
        })
      let verdict = judge(sent) { failed(.connectFailed, $0) }
      #expect(verdict.current.reason == .ipAddressHost)
      #expect(verdict.old == Prediction(cell.outcome, .connectFailed, via: .handler), "\(id)")
    }
  }

  @Test("A missing alt text is named whatever the outcome", arguments: objectiveC + swift)
  func missing(id: String) {
    #expect(words(judge(payload(id, alt: .absent)).warnings) == ["alt_missing"])
    let closed = payload(id, alt: .absent, change: { $0.mutableContent = .off })
    #expect(judge(closed).warnings.contains(.altMissing))
    #expect(!judge(payload(id)).warnings.contains(.altMissing))
    #expect(!judge(payload(id, url: .absent, alt: .absent)).warnings.contains(.altMissing))
    #expect(!judge(payload(id, url: .text(""), alt: .absent)).warnings.contains(.altMissing))
  }

  @Test("Profiles without an alt text miss none", arguments: never)
  func notMissed(id: String) {
    #expect(judge(payload(id)).warnings.isEmpty || id == "mapp")
    #expect(!judge(payload(id)).warnings.contains(.altMissing))
  }

  @Test("K: an alt text without a media URL replaces the body, and that is said")
  func replacesBody() {
    for url in [Payload.Field.absent, .text("")] {
      let verdict = judge(payload("sfmc-objc", url: url))
      #expect(verdict.shows == "Spring sale")
      #expect(words(verdict.warnings) == ["alt_replaces_body"])
    }
    #expect(words(judge(payload("sfmc-swift", url: .notText)).warnings) == ["alt_replaces_body"])
    #expect(judge(payload("sfmc-swift-2017", url: .absent)).warnings.isEmpty)
    #expect(judge(payload("sfmc-objc", url: .absent, alt: .absent)).warnings.isEmpty)
    let lost = judge(payload("sfmc-objc")) { failed(.dnsNotFound, $0) }
    #expect(!lost.warnings.contains(.altReplacesBody))
  }
}
