import AuditReports
import AuditRules
import Testing

/// The totals of every file against the payload rows, as a reader of the files would sum them up.
struct RandomRowsTests {
  let rows: [ReportRow]
  let totals: ReportTotals
  let payloads: [[String: String]]

  init() throws {
    rows = ReportRow.random(4000, seed: 20_261_130, campaigns: 9, urls: 400)
    totals = TotalsTests.totals(rows)
    let format = PayloadsCSV(inputs: ["in.ndjson"])
    var bytes: [UInt8] = []
    format.appendHeader(to: &bytes)
    for row in rows { format.append(row, to: &bytes) }
    payloads = try CSVReader.records(bytes)
  }

  static func isLost(_ record: [String: String]) -> Bool {
    record["media_url"] != "" && record["outcome"] != "media" && record["outcome"] != "unknown"
  }

  @Test("Every payload is one row, whatever line breaks it holds")
  func rowCount() { #expect(payloads.count == rows.count) }

  @Test("campaigns.csv is the sum of its payload rows")
  func campaigns() throws {
    let groups = Dictionary(grouping: payloads) { $0["campaign"]! }
    let records = try TotalsTests.campaignRecords(totals)
    #expect(records.count == groups.count)
    for record in records {
      let group = try #require(groups[record["campaign"]!])
      let lost = group.filter(Self.isLost)
      let withMedia = group.filter { $0["media_url"] != "" }
      #expect(record["payloads"] == String(group.count))
      #expect(record["with_media"] == String(withMedia.count))
      for outcome in Outcome.allCases.map(\.rawValue) {
        #expect(record[outcome] == String(group.count { $0["outcome"] == outcome }))
      }
      let known = withMedia.count { $0["outcome"] != "unknown" }
      let share = Double(record["lost_share"]!)!
      #expect(abs(share - Double(lost.count) / Double(known)) <= 0.000_050_1)
      #expect(record["distinct_media"] == String(Set(withMedia.map { $0["media_url"]! }).count))
      let reasons = Dictionary(grouping: lost) { $0["reason"]! }.mapValues(\.count)
      let most = reasons.values.max()!
      let main = Reason.allCases.map(\.rawValue).first { reasons[$0] == most }!
      #expect(record["main_reason"] == main)
      #expect(record["main_reason_payloads"] == String(most))
      let example = lost.first { $0["reason"] == main }!
      #expect(record["example_line"] == example["line"])
      #expect(record["example_url"] == example["media_url"])
    }
  }

  @Test("media.csv is the sum of its payload rows")
  func media() throws {
    let groups = Dictionary(grouping: payloads.filter { $0["media_url"] != "" }) {
      $0["media_url"]!
    }
    let records = try TotalsTests.mediaRecords(totals)
    #expect(records.count == groups.count)
    let worst = ["blank", "alt_text", "original", "not_shown", "unknown", "media"]
    for record in records {
      let group = try #require(groups[record["media_url"]!])
      #expect(record["payloads"] == String(group.count))
      #expect(record["campaigns"] == String(Set(group.map { $0["campaign"]! }).count))
      let outcomes = Dictionary(grouping: group) { $0["outcome"]! }.mapValues(\.count)
      let most = outcomes.values.max()!
      #expect(record["outcome"] == worst.first { outcomes[$0] == most })
      let warnings = Set(group.flatMap { $0["warnings"]!.split(separator: " ") })
      #expect(Set(record["warnings"]!.split(separator: " ")) == warnings)
    }
  }

  @Test("Both tables stand worst first, then by bytes")
  func order() throws {
    func lost(_ column: String, _ value: String) -> Int {
      payloads.count { $0[column] == value && Self.isLost($0) }
    }
    func isInOrder(_ values: [String], _ column: String) -> Bool {
      zip(values, values.dropFirst()).allSatisfy { left, right in
        let (first, second) = (lost(column, left), lost(column, right))
        return first > second || first == second && left.utf8.lexicographicallyPrecedes(right.utf8)
      }
    }
    #expect(isInOrder(try TotalsTests.campaignRecords(totals).map { $0["campaign"]! }, "campaign"))
    #expect(isInOrder(totals.media.prefix(60).map(\.mediaURL), "media_url"))
  }

  @Test("The totals of the run are the sums of the rows")
  func run() {
    #expect(totals.payloads == payloads.count)
    #expect(totals.lost == payloads.count(where: Self.isLost))
    #expect(totals.withMedia == payloads.count { $0["media_url"] != "" })
    for outcome in Outcome.allCases {
      #expect(totals.count(of: outcome) == payloads.count { $0["outcome"] == outcome.rawValue })
    }
    for reason in Reason.allCases {
      #expect(totals.count(of: reason) == payloads.count { $0["reason"] == reason.rawValue })
    }
    for warning in Warning.allCases {
      let count = payloads.count {
        $0["warnings"]!.split(separator: " ").contains { $0 == warning.name }
      }
      #expect(totals.count(of: warning) == count)
    }
  }
}
