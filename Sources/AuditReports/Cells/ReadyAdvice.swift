internal import AuditRules

/// Advice as the formats write it; that of each reason alone is made once.
enum ReadyAdvice {
  /// As a cell, at the reason's place.
  private static let cells: [[UInt8]] = Reason.allCases.map { cell(Advice.text(for: $0)) }

  /// As a JSON value, at the reason's place.
  private static let values: [[UInt8]] = Reason.allCases.map { value(Advice.text(for: $0)) }

  static func cell(for reason: Reason) -> [UInt8] { cells[reason.place] }

  static func cell(for row: ReportRow) -> [UInt8] {
    isSpecial(row) ? cell(Advice.text(for: row)) : cells[row.current.reason.place]
  }

  static func value(for row: ReportRow) -> [UInt8] {
    isSpecial(row) ? value(Advice.text(for: row)) : values[row.current.reason.place]
  }

  static func cell(for reason: Reason, mediaURL: String, warnings: Warnings) -> [UInt8] {
    isSpecial(reason, warnings)
      ? cell(Advice.text(for: reason, mediaURL: mediaURL, warnings: warnings))
      : cells[reason.place]
  }

  /// Whether the row may have more to say than its reason: few have, and those alone cost a sentence.
  private static func isSpecial(_ row: ReportRow) -> Bool {
    !row.missingFields.isEmpty || isSpecial(row.current.reason, row.warnings)
  }

  private static func isSpecial(_ reason: Reason, _ warnings: Warnings) -> Bool {
    reason == .templateNotFilled || warnings.contains(.templateNotFilled)
  }

  private static func cell(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.write(atMost: Pen.longestCell(text)) { $0.put(cell: text) }
    return bytes
  }

  private static func value(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.write(atMost: Pen.longestString(text)) { $0.put("", text: text) }
    return bytes
  }
}
