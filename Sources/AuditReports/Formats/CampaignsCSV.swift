internal import AuditRules

/// `campaigns.csv`: one row a campaign, worst first.
public enum CampaignsCSV {
  /// The columns in their order, which is a promise.
  public static let columns = [
    "campaign", "payloads", "with_media", "media", "blank", "alt_text", "original", "not_shown",
    "unknown", "invalid", "lost_share", "distinct_media", "main_reason", "main_reason_payloads",
    "example_line", "example_url", "advice",
  ]

  /// The outcomes in the order of their columns.
  private static let outcomes: [Outcome] = [
    .media, .blank, .altText, .original, .notShown, .unknown, .invalid,
  ]

  /// Appends the byte-order mark and the header row.
  public static func appendHeader(to bytes: inout [UInt8]) { bytes.append(csvHeader: columns) }

  /// Appends one row.
  public static func append(_ summary: CampaignSummary, to bytes: inout [UInt8]) {
    let advice = summary.mainReason.map(ReadyAdvice.cell) ?? []
    let limit =
      Pen.longestCell(summary.campaign) + Pen.longestCell(summary.exampleURL) + 1024
      + advice.count
    bytes.write(atMost: limit) { pen in
      pen.put(cell: summary.campaign)
      pen.putComma()
      pen.put(number: summary.payloads)
      pen.putComma()
      pen.put(number: summary.withMedia)
      for outcome in outcomes {
        pen.putComma()
        pen.put(number: summary.outcomes[outcome] ?? 0)
      }
      pen.putComma()
      if let share = summary.lostShare { pen.put(fixed: share, digits: 4) }
      pen.putComma()
      pen.put(number: summary.distinctMedia)
      pen.putComma()
      pen.put(word: summary.mainReason?.rawValue ?? "")
      pen.putComma()
      pen.put(number: summary.mainReasonPayloads)
      pen.putComma()
      pen.put(cell: summary.exampleLine)
      pen.putComma()
      pen.put(cell: summary.exampleURL)
      pen.putComma()
      pen.put(ready: advice)
      pen.putRowEnd()
    }
  }
}
