internal import AuditRules

/// `payloads.csv`: one row a payload, in input order.
public struct PayloadsCSV: Sendable {
  /// The columns in their order, which is a promise.
  public static let columns = [
    "line", "id", "campaign", "profile", "outcome", "reason", "via", "shows", "ios16_outcome",
    "ios16_reason", "ios16_via", "media_url", "local_name", "extension", "detected_type",
    "content_type", "http_status", "bytes", "seconds", "attempts", "redirects", "final_url",
    "warnings", "advice", "input", "media_count",
  ]

  private let inputs: [[UInt8]]

  /// Takes the names of the inputs as they were given, `-` for standard input.
  public init(inputs: [String]) {
    self.inputs = inputs.map { name in
      // The option's own word for standard input; a lone minus is no formula.
      if name == "-" { return [UInt8(ascii: "-")] }
      var bytes: [UInt8] = []
      bytes.write(atMost: Pen.longestCell(name)) { $0.put(cell: name) }
      return bytes
    }
  }

  /// Appends the byte-order mark and the header row.
  public func appendHeader(to bytes: inout [UInt8]) { bytes.append(csvHeader: Self.columns) }

  /// Appends one row.
  public func append(_ row: ReportRow, to bytes: inout [UInt8]) {
    let input = inputs.indices.contains(row.input) ? inputs[row.input] : []
    // Beside the texts: numbers, the words of the closed lists, advice, commas.
    let advice = ReadyAdvice.cell(for: row)
    let limit = row.textBytes * 3 + 2048 + advice.count + input.count
    bytes.write(atMost: limit) { pen in
      pen.put(number: row.line)
      pen.putComma()
      pen.put(cell: row.id)
      pen.putComma()
      pen.put(cell: row.campaign)
      pen.putComma()
      pen.put(cell: row.profile)
      pen.put(prediction: row.current)
      pen.putComma()
      pen.put(cell: row.shows)
      if let old = row.old { pen.put(prediction: old) } else { pen.put(literal: ",,,") }
      putMedia(row, with: &pen)
      pen.putComma()
      pen.put(warnings: row.warnings)
      pen.putComma()
      pen.put(ready: advice)
      pen.putComma()
      pen.put(ready: input)
      pen.putComma()
      pen.put(number: row.mediaCount)
      pen.putRowEnd()
    }
  }

  /// Puts the columns `media_url` to `final_url`, each behind its comma.
  @inline(__always)
  private func putMedia(_ row: ReportRow, with pen: inout Pen) {
    pen.putComma()
    pen.put(cell: row.mediaURL)
    pen.putComma()
    pen.put(cell: row.localName)
    pen.putComma()
    pen.put(cell: row.fileExtension)
    pen.putComma()
    pen.put(cell: row.detectedType)
    pen.putComma()
    pen.put(cell: row.contentType)
    pen.putComma()
    pen.put(cell: row.httpStatus)
    pen.putComma()
    pen.put(cell: row.bytes)
    pen.putComma()
    if let seconds = row.seconds { pen.put(fixed: seconds, digits: 3) }
    pen.putComma()
    pen.put(cell: row.attempts)
    pen.putComma()
    pen.put(cell: row.redirects)
    pen.putComma()
    pen.put(cell: row.finalURL)
  }
}

extension Pen {
  /// Puts outcome, reason and via, each behind its comma.
  @inline(__always)
  mutating func put(prediction: Prediction) {
    putComma()
    put(word: prediction.outcome.rawValue)
    putComma()
    put(word: prediction.reason.rawValue)
    putComma()
    if let via = prediction.via { put(word: via.rawValue) }
  }

  /// Puts the words of warnings, joined by a blank.
  mutating func put(warnings: Warnings) {
    guard !warnings.isEmpty else { return }
    for (index, warning) in warnings.list.enumerated() {
      if index > 0 { put(UInt8(ascii: " ")) }
      put(word: warning.name)
    }
  }
}
