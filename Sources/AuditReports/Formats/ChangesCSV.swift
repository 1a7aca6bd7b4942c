public import AuditRules

/// `changes.csv`: one row per campaign and media URL that changed since the last run or is still lost.
public enum ChangesCSV {
  /// The columns in their order, which is a promise.
  public static let columns = [
    "campaign", "media_url", "change", "before", "after", "before_reason", "after_reason", "since",
    "payloads", "advice",
  ]

  /// Appends the byte-order mark and the header row.
  public static func appendHeader(to bytes: inout [UInt8]) { bytes.append(csvHeader: columns) }

  /// Appends one row.
  public static func append(_ row: MediaChange, to bytes: inout [UInt8]) {
    let advice = row.after.map { ReadyAdvice.cell(for: $0.reason) } ?? []
    let limit =
      Pen.longestCell(row.campaign) + Pen.longestCell(row.mediaURL) + 1024 + advice.count
    bytes.write(atMost: limit) { pen in
      pen.put(cell: row.campaign)
      pen.putComma()
      pen.put(cell: row.mediaURL)
      for word in [
        row.change.rawValue, row.before?.outcome.rawValue, row.after?.outcome.rawValue,
        row.before?.reason.rawValue, row.after?.reason.rawValue,
      ] {
        pen.putComma()
        pen.put(word: word ?? "")
      }
      pen.putComma()
      pen.put(time: Double(row.since))
      pen.putComma()
      pen.put(number: row.payloads)
      pen.putComma()
      pen.put(ready: advice)
      pen.putRowEnd()
    }
  }
}
