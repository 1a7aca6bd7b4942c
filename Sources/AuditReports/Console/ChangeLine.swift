public import AuditRules

/// What changed since the last run, in one line for standard output.
public enum ChangeLine {
  /// Its text without line break, for example
  /// `Since 2026-03-01T02:00:00Z: 3 newly lost, 12 still lost, 1 new.`
  public static func text(_ totals: ChangeTotals) -> String {
    guard let previous = totals.previousRun else {
      return "First run with this history: from the next one on, changes.csv says what changed."
    }
    let since = "Since \(Pen.text { $0.put(time: Double(previous)) })"
    let parts = Change.allCases.filter { totals[$0] > 0 }.map { "\(totals[$0]) \(words($0))" }
    return parts.isEmpty
      ? "\(since) nothing has changed." : "\(since): \(parts.joined(separator: ", "))."
  }

  private static func words(_ change: Change) -> String {
    switch change {
    case .newlyLost: "newly lost"
    case .reasonChanged: "lost for another reason"
    case .stillLost: "still lost"
    case .recovered: "recovered"
    case .newMedia: "new"
    case .gone: "gone"
    }
  }
}
