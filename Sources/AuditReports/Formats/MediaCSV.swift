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
    let advice = ReadyAdvice.cell(
      for: summary.reason, mediaURL: summary.mediaURL, warnings: summary.warnings)
    let limit = 3 * summary.textBytes + 2048 + advice.count
    bytes.write(atMost: limit) { pen in
      pen.put(cell: summary.mediaURL)
      pen.putComma()
      pen.put(cell: summary.host)
      pen.putComma()
      pen.put(number: summary.payloads)
      pen.putComma()
      pen.put(number: summary.campaigns)
      pen.putComma()
      pen.put(word: summary.outcome.rawValue)
      pen.putComma()
      pen.put(word: summary.reason.rawValue)
      pen.putComma()
      pen.put(cell: summary.httpStatus)
      for text in [summary.detectedType, summary.contentType, summary.fileExtension] {
        pen.putComma()
        pen.put(cell: text)
      }
      pen.putComma()
      pen.put(cell: summary.bytes)
      pen.putComma()
      if let seconds = summary.seconds { pen.put(fixed: seconds, digits: 3) }
      pen.putComma()
      pen.put(cell: summary.attempts)
      pen.putComma()
      pen.put(cell: summary.redirects)
      pen.putComma()
      pen.put(cell: summary.finalURL)
      for time in [summary.certificateExpires, summary.urlExpires] {
        pen.putComma()
        if let time { pen.put(time: time) }
      }
      pen.putComma()
      pen.put(warnings: summary.warnings)
      pen.putComma()
      pen.put(ready: advice)
      pen.putRowEnd()
    }
  }
}
