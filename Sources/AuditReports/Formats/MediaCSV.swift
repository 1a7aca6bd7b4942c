internal import AuditRules

/// `media.csv`: one row per distinct media URL as the payloads write it, worst first, fetched or not.
public enum MediaCSV {
  /// The columns in their order, which is a promise.
  public static let columns = [
    "media_url", "host", "payloads", "campaigns", "outcome", "reason", "http_status",
    "detected_type", "content_type", "extension", "bytes", "seconds", "attempts", "redirects",
    "final_url", "certificate_expires", "url_expires", "warnings", "advice",
  ]

  /// Appends the byte-order mark and the header row.
  public static func appendHeader(to bytes: inout [UInt8]) { bytes.append(csvHeader: columns) }

  /// Appends one row.
  public static func append(_ summary: MediaSummary, to bytes: inout [UInt8]) {
    bytes.append(cell: summary.mediaURL)
    bytes.appendComma()
    bytes.append(cell: summary.host)
    bytes.appendComma()
    bytes.append(number: summary.payloads)
    bytes.appendComma()
    bytes.append(number: summary.campaigns)
    bytes.appendComma()
    bytes.append(word: summary.outcome.rawValue)
    bytes.appendComma()
    bytes.append(word: summary.reason.rawValue)
    bytes.appendComma()
    bytes.append(cell: summary.httpStatus)
    for text in [summary.detectedType, summary.contentType, summary.fileExtension] {
      bytes.appendComma()
      bytes.append(cell: text)
    }
    bytes.appendComma()
    bytes.append(cell: summary.bytes)
    bytes.appendComma()
    if let seconds = summary.seconds { bytes.append(fixed: seconds, digits: 3) }
    bytes.appendComma()
    bytes.append(cell: summary.attempts)
    bytes.appendComma()
    bytes.append(cell: summary.redirects)
    bytes.appendComma()
    bytes.append(cell: summary.finalURL)
    for time in [summary.certificateExpires, summary.urlExpires] {
      bytes.appendComma()
      if let time { bytes.append(time: time) }
    }
    bytes.appendComma()
    bytes.append(warnings: summary.warnings)
    bytes.appendComma()
    bytes.append(cell: Advice.text(for: summary.reason))
    bytes.appendRowEnd()
  }
}
