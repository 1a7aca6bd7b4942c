internal import AuditReports

/// What standard output shows at the end.
enum ConsoleReport {
  /// The short table and where the report is.
  static func text(_ summary: RunSummary, _ settings: Settings, _ console: Console) -> String {
    let table = ConsoleTable(isColoured: console.outputTakesColour)
    let place =
      summary.incomplete == nil
      ? "Report: \(settings.output)" : "Incomplete report: \(settings.output).partial"
    let changes = summary.changes.map { ChangeLine.text($0) + "\n" } ?? ""
    return table.text(summary.judged.totals) + changes + place + "\n"
  }
}
