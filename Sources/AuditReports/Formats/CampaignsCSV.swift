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
    bytes.append(cell: summary.campaign)
    bytes.appendComma()
    bytes.append(number: summary.payloads)
    bytes.appendComma()
    bytes.append(number: summary.withMedia)
    for outcome in outcomes {
      bytes.appendComma()
      bytes.append(number: summary.outcomes[outcome] ?? 0)
    }
    bytes.appendComma()
    if let share = summary.lostShare { bytes.append(fixed: share, digits: 4) }
    bytes.appendComma()
    bytes.append(number: summary.distinctMedia)
    bytes.appendComma()
    bytes.append(word: summary.mainReason?.rawValue ?? "")
    bytes.appendComma()
    bytes.append(number: summary.mainReasonPayloads)
    bytes.appendComma()
    bytes.append(cell: summary.exampleLine)
    bytes.appendComma()
    bytes.append(cell: summary.exampleURL)
    bytes.appendComma()
    bytes.append(cell: summary.mainReason.map(Advice.text) ?? "")
    bytes.appendRowEnd()
  }
}
