internal import AuditRules

/// `payloads.csv`: one row a payload, in input order.
public struct PayloadsCSV: Sendable {
  /// The columns in their order, which is a promise.
  public static let columns = [
    "line", "id", "campaign", "profile", "outcome", "reason", "via", "shows", "ios16_outcome",
    "ios16_reason", "ios16_via", "media_url", "local_name", "extension", "detected_type",
    "content_type", "http_status", "bytes", "seconds", "attempts", "redirects", "final_url",
    "warnings", "advice", "input",
  ]

  private let inputs: [String]

  /// Takes the names of the inputs as they were given, `-` for standard input.
  public init(inputs: [String]) { self.inputs = inputs }

  /// Appends the byte-order mark and the header row.
  public func appendHeader(to bytes: inout [UInt8]) { bytes.append(csvHeader: Self.columns) }

  /// Appends one row.
  public func append(_ row: ReportRow, to bytes: inout [UInt8]) {
    bytes.append(number: row.line)
    for text in [row.id, row.campaign] {
      bytes.appendComma()
      bytes.append(cell: text)
    }
    bytes.appendComma()
    bytes.append(word: row.profile)
    bytes.append(prediction: row.current)
    bytes.appendComma()
    bytes.append(cell: row.shows)
    bytes.append(prediction: row.old)
    appendMedia(row, to: &bytes)
    bytes.appendComma()
    bytes.append(warnings: row.warnings)
    bytes.appendComma()
    bytes.append(cell: Advice.text(for: row.current.reason))
    bytes.appendComma()
    appendInput(row.input, to: &bytes)
    bytes.appendRowEnd()
  }

  private func appendInput(_ number: Int, to bytes: inout [UInt8]) {
    guard inputs.indices.contains(number) else { return }
    // The option's own word for standard input; a lone minus is no formula.
    if inputs[number] == "-" {
      bytes.append(UInt8(ascii: "-"))
    } else {
      bytes.append(cell: inputs[number])
    }
  }

  /// Appends the columns `media_url` to `final_url`, each behind its comma.
  private func appendMedia(_ row: ReportRow, to bytes: inout [UInt8]) {
    bytes.appendComma()
    bytes.append(cell: row.mediaURL)
    bytes.appendComma()
    bytes.append(cell: row.localName)
    bytes.appendComma()
    bytes.append(cell: row.fileExtension)
    bytes.appendComma()
    bytes.append(cell: row.detectedType)
    bytes.appendComma()
    bytes.append(cell: row.contentType)
    bytes.appendComma()
    bytes.append(cell: row.httpStatus)
    bytes.appendComma()
    bytes.append(cell: row.bytes)
    bytes.appendComma()
    if let seconds = row.seconds { bytes.append(fixed: seconds, digits: 3) }
    bytes.appendComma()
    bytes.append(cell: row.attempts)
    bytes.appendComma()
    bytes.append(cell: row.redirects)
    bytes.appendComma()
    bytes.append(cell: row.finalURL)
  }
}

extension [UInt8] {
  /// Appends outcome, reason and via, each behind its comma; three empty cells for none.
  mutating func append(prediction: Prediction?) {
    appendComma()
    if let prediction { append(word: prediction.outcome.rawValue) }
    appendComma()
    if let prediction { append(word: prediction.reason.rawValue) }
    appendComma()
    if let via = prediction?.via { append(word: via.rawValue) }
  }

  /// Appends the words of warnings, joined by a blank.
  mutating func append(warnings: Warnings) {
    guard !warnings.isEmpty else { return }
    for (index, warning) in warnings.list.enumerated() {
      if index > 0 { append(UInt8(ascii: " ")) }
      append(word: warning.rawValue)
    }
  }
}
