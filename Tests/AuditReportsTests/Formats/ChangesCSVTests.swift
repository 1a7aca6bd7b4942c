import AuditReports
import AuditRules
import Testing

@Suite("changes.csv and what standard output says of it")
struct ChangesCSVTests {
  static let row = MediaChange(
    campaign: "=spring", mediaURL: "https://c.example/a,b.png", change: .newlyLost,
    before: MediaState(.media, .ok), after: MediaState(.altText, .httpStatus), since: 86_400,
    payloads: 12)

  private func records(_ rows: [MediaChange]) throws -> [[String: String]] {
    var bytes: [UInt8] = []
    ChangesCSV.appendHeader(to: &bytes)
    for row in rows { ChangesCSV.append(row, to: &bytes) }
    return try CSVReader.records(bytes)
  }

  @Test("The header is the contract's")
  func header() {
    #expect(
      ChangesCSV.columns.joined(separator: ",")
        == "campaign,media_url,change,before,after,before_reason,after_reason,since,payloads,advice"
    )
  }

  @Test("A row has every cell, guarded and quoted where needed")
  func cells() throws {
    #expect(
      try records([Self.row]) == [
        [
          "campaign": "'=spring", "media_url": "https://c.example/a,b.png", "change": "newly_lost",
          "before": "media", "after": "alt_text", "before_reason": "ok",
          "after_reason": "http_status", "since": "1970-01-02T00:00:00Z", "payloads": "12",
          "advice": Advice.text(for: .httpStatus),
        ]
      ])
  }

  @Test("What was not there before, or is no longer, has empty cells")
  func empty() throws {
    var new = Self.row
    (new.change, new.before, new.after) = (.newMedia, nil, MediaState(.media, .ok))
    var gone = Self.row
    (gone.change, gone.after) = (.gone, nil)
    let records = try records([new, gone])
    #expect(records[0]["before"] == "" && records[0]["before_reason"] == "")
    #expect(records[0]["advice"] == "")
    #expect(records[1]["after"] == "" && records[1]["after_reason"] == "")
    #expect(records[1]["advice"] == "" && records[1]["before"] == "media")
  }

  @Test("Texts of any length and kind fit")
  func long() throws {
    var row = Self.row
    row.campaign = String(repeating: "\"\0,", count: 5000)
    row.mediaURL = String(repeating: "é\r\n", count: 5000)
    let record = try records([row])[0]
    #expect(record["campaign"] == row.campaign.replacing("\0", with: "\u{FFFD}"))
    #expect(record["media_url"].map { Array($0.utf8) } == Array(row.mediaURL.utf8))
  }

  @Test("The line counts what there is, and says when there is nothing to compare with")
  func line() {
    var totals = ChangeTotals(previousRun: 86_400)
    #expect(ChangeLine.text(totals) == "Since 1970-01-02T00:00:00Z nothing has changed.")
    for (number, change) in Change.allCases.enumerated() {
      totals.count(change, times: number + 1)
    }
    #expect(
      ChangeLine.text(totals)
        == "Since 1970-01-02T00:00:00Z: 1 newly lost, 2 lost for another reason, 3 still lost, "
        + "4 recovered, 5 new, 6 gone.")
    #expect(ChangeLine.text(ChangeTotals(previousRun: nil)).hasPrefix("First run"))
  }

  @Test("run.json tells the counts where a history is kept, and nothing where none is")
  func record() {
    var run = RunJSON(
      version: "0", started: 0, finished: 1, isComplete: true, inputs: [], settings: [],
      work: .init())
    func text() -> String { String(decoding: run.encode(ReportTotals()), as: UTF8.self) }
    #expect(!text().contains("changes"))
    run.changes = ChangeTotals(previousRun: nil)
    #expect(text().contains("\"since\": null"))
    run.changes?.previousRun = 0
    run.changes?.count(.recovered, times: 4)
    #expect(text().contains("\"since\": \"1970-01-01T00:00:00Z\""))
    #expect(text().contains("\"newly_lost\": 0") && text().contains("\"recovered\": 4"))
  }
}
