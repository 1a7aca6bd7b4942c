internal import AuditReports

/// What standard output shows at the end.
enum ConsoleReport {
  static func text(_ summary: RunSummary, _ settings: Settings, _ console: Console) -> String {
    "\(summary.judged.totals.payloads) payloads\n"
  }
}
