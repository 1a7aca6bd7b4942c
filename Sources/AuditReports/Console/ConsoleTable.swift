internal import AuditRules

/// The short table for standard output: campaign, payloads, lost, main reason.
public struct ConsoleTable: Sendable {
  /// Campaigns shown at most; the rest is one line.
  public var rowLimit: Int
  /// Columns of a campaign's name at most.
  public var nameLimit: Int
  /// Whether campaigns that lose something are red and the others green.
  public var isColoured: Bool

  public init(rowLimit: Int = 20, nameLimit: Int = 40, isColoured: Bool = false) {
    self.rowLimit = max(1, rowLimit)
    self.nameLimit = max(2, nameLimit)
    self.isColoured = isColoured
  }

  private struct Row {
    var name: String
    var payloads: String
    var lost: String
    var reason: String
    var colour: Colour?
  }

  private enum Colour: String {
    case red = "\u{1B}[31m"
    case green = "\u{1B}[32m"
    case bold = "\u{1B}[1m"
  }

  /// The lines of the table and of the total, each ended.
  public func text(_ totals: ReportTotals) -> String {
    var rows = [
      Row(
        name: "campaign", payloads: "payloads", lost: "lost", reason: "main reason", colour: .bold)
    ]
    for summary in totals.campaigns.prefix(rowLimit) { rows.append(row(summary)) }
    let names = rows.map { DisplayWidth.columns(of: $0.name) }.max() ?? 0
    let payloads = rows.map(\.payloads.count).max() ?? 0
    let lost = rows.map(\.lost.count).max() ?? 0
    var text = ""
    for row in rows {
      let line =
        DisplayWidth.pad(row.name, to: names) + "  "
        + DisplayWidth.pad(row.payloads, to: payloads, right: true) + "  "
        + DisplayWidth.pad(row.lost, to: lost, right: true)
        + (row.reason.isEmpty ? "" : "  " + row.reason)
      text += coloured(line, row.colour) + "\n"
    }
    let more = totals.distinctCampaigns - rowLimit
    if more > 0 { text += "and \(more) more \(more == 1 ? "campaign" : "campaigns")\n" }
    return text + "\n" + Self.total(totals) + "\n"
  }

  /// The total in one line: `120 payloads, 100 with media: 7 lost (7.0 %), 91 shown, 2 unknown.`
  public static func total(_ totals: ReportTotals) -> String {
    let shown = totals.withMedia - totals.lost - totals.unknown
    let share = totals.lostShare.map { " (\(percent($0)))" } ?? ""
    let invalid = totals.count(of: .invalid)
    return "\(totals.payloads) \(totals.payloads == 1 ? "payload" : "payloads"), "
      + "\(totals.withMedia) with media: \(totals.lost) lost\(share), \(shown) shown"
      + (totals.unknown > 0 ? ", \(totals.unknown) unknown" : "")
      + (invalid > 0 ? "; \(invalid) invalid" : "") + "."
  }

  private func row(_ summary: CampaignSummary) -> Row {
    let share = summary.lostShare.map { $0 > 0 ? " (\(Self.percent($0)))" : "" } ?? ""
    return Row(
      name: DisplayWidth.cut(DisplayWidth.harmless(summary.campaign), to: nameLimit),
      payloads: String(summary.payloads), lost: "\(summary.lost)\(share)",
      reason: summary.mainReason?.rawValue ?? "", colour: summary.lost > 0 ? .red : .green)
  }

  private func coloured(_ line: String, _ colour: Colour?) -> String {
    guard isColoured, let colour else { return line }
    return colour.rawValue + line + "\u{1B}[0m"
  }

  /// `0.0725` -> `7.3 %`; what is neither none nor all is never written as such.
  private static func percent(_ share: Double) -> String {
    var tenths = Int((share * 1000).rounded())
    if share > 0, tenths == 0 { tenths = 1 }
    if share < 1, tenths == 1000 { tenths = 999 }
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
