internal import AuditRules

/// The advice of each reason as the formats write it, made once.
enum ReadyAdvice {
  /// As a cell, at the reason's place.
  private static let cells: [[UInt8]] = Reason.allCases.map { reason in
    let text = Advice.text(for: reason)
    var bytes: [UInt8] = []
    bytes.write(atMost: Pen.longestCell(text)) { $0.put(cell: text) }
    return bytes
  }

  /// As a JSON value, at the reason's place.
  private static let values: [[UInt8]] = Reason.allCases.map { reason in
    let text = Advice.text(for: reason)
    var bytes: [UInt8] = []
    bytes.write(atMost: Pen.longestString(text)) { $0.put("", text: text) }
    return bytes
  }

  /// More than any of them has.
  static let limit = 1024

  static func cell(for reason: Reason) -> [UInt8] { cells[reason.place] }

  static func value(for reason: Reason) -> [UInt8] { values[reason.place] }
}
