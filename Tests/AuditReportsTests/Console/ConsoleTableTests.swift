import AuditReports
import AuditRules
import Testing

struct ConsoleTableTests {
  static func totals(_ campaigns: [String]) -> ReportTotals {
    TotalsTests.totals(
      campaigns.flatMap { name in
        [
          ReportRow.sample(campaign: name, outcome: .blank, reason: .notMedia),
          ReportRow.sample(campaign: name, outcome: .media, reason: .ok),
        ]
      })
  }

  @Test("The table is aligned by what a terminal shows")
  func aligned() {
    var totals = Self.totals(["日本語", "plain"])
    for line in 1...100 {
      totals.add(.sample(line: line, campaign: "all well", outcome: .media, reason: .ok))
    }
    totals.add(.sample(campaign: "waits", outcome: .unknown, reason: .notChecked))
    totals.add(.sample(campaign: "waits", url: "", outcome: .invalid, reason: .invalidJSON))
    #expect(
      ConsoleTable().text(totals)
        == """
        campaign  payloads         lost  main reason
        plain            2  1 (50.0 %)  not_media
        日本語           2  1 (50.0 %)  not_media
        all well       100           0
        waits            2           0

        106 payloads, 105 with media: 2 lost (1.9 %), 102 shown, 1 unknown; 1 invalid.

        """.replacing("campaign  payloads         lost", with: "campaign  payloads        lost"))
  }

  @Test("Long names are cut, and names that would steer the terminal are made harmless")
  func names() {
    let table = ConsoleTable(nameLimit: 10)
    let text = table.text(
      Self.totals(["abcdefghijk", "abcdefghij", "日本語日本語日", "\u{1B}[2J\r\n", "a\u{202E}b", "👩‍👩‍👧"]))
    #expect(text.contains("\nabcdefghi…  "))
    #expect(text.contains("\nabcdefghij  "))
    #expect(text.contains("\n日本語日…   "))
    #expect(text.contains("\n\u{FFFD}[2J\u{FFFD}\u{FFFD}"))
    #expect(text.contains("\na\u{FFFD}b"))
    #expect(text.contains("\n👩‍👩‍👧          "))
    #expect(!text.unicodeScalars.contains("\u{1B}"))
  }

  @Test(
    "Campaigns beyond the limit are one line",
    arguments: [(3, ""), (2, "and 1 more campaign\n"), (1, "and 2 more campaigns\n")])
  func limit(_ limit: Int, _ expected: String) {
    let text = ConsoleTable(rowLimit: limit).text(Self.totals(["a", "b", "c"]))
    #expect(text.contains("more") == !expected.isEmpty)
    #expect(text.contains(expected + "\n"))
  }

  @Test("Colours come only when they are asked for")
  func colours() {
    let totals = Self.totals(["a"])
    #expect(!ConsoleTable().text(totals).contains("\u{1B}"))
    #expect(ConsoleTable(isColoured: true).text(totals).contains("\u{1B}[31ma "))
  }

  @Test("Without a payload there is a head and a total")
  func empty() {
    #expect(
      ConsoleTable().text(ReportTotals())
        == "campaign  payloads  lost  main reason\n\n0 payloads, 0 with media: 0 lost, 0 shown.\n")
  }

  @Test("A share that is neither none nor all is never written as such")
  func share() {
    var totals = ReportTotals()
    for line in 0..<3000 { totals.add(.sample(line: line, outcome: line == 0 ? .blank : .media)) }
    #expect(ConsoleTable.total(totals).contains("1 lost (0.1 %)"))
    for line in 0..<9000 { totals.add(.sample(line: line, outcome: .blank)) }
    #expect(!ConsoleTable.total(totals).contains("100"))
  }
}
