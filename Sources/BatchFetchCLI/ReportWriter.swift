internal import AuditReports
internal import AuditRules
internal import Foundation

/// The report folder of a run: the files that grow with the rows, then the totals, then the swap.
final class ReportWriter: Sendable {
  let path: String
  var partialPath: String { path + ".partial" }
  var factsPath: String { partialPath + "/facts.ndjson" }

  /// What judging every line gave.
  struct Judged: Sendable {
    var totals: ReportTotals
    var validCount: Int
    var readings: [PayloadLines.Reading]
  }

  init(_ path: String) throws(RunFailure) {
    self.path = path
    try? FileManager.default.createDirectory(
      atPath: path + ".partial", withIntermediateDirectories: false)
  }

  func write(
    _ inputs: InputList, _ judge: ReportPass.Judge, _ journal: FactsJournal, longestLine: Int,
    log: Log
  ) throws -> Judged {
    var lines = PayloadLines(inputs, pass: .second, longestLine: longestLine)
    var pass = ReportPass(judge, log: log)
    let payloads = PayloadsCSV(inputs: inputs.names)
    let results = ResultsNDJSON(inputs: inputs.names)
    var csv: [UInt8] = []
    var ndjson: [UInt8] = []
    payloads.appendHeader(to: &csv)
    try pass.run(&lines, names: inputs.names, journal: journal) { row in
      payloads.append(row, to: &csv)
      results.append(row, to: &ndjson)
    }
    try Data(csv).write(to: URL(fileURLWithPath: partialPath + "/payloads.csv"))
    try Data(ndjson).write(to: URL(fileURLWithPath: partialPath + "/results.ndjson"))
    var campaigns: [UInt8] = []
    CampaignsCSV.appendHeader(to: &campaigns)
    for summary in pass.totals.campaigns { CampaignsCSV.append(summary, to: &campaigns) }
    try Data(campaigns).write(to: URL(fileURLWithPath: partialPath + "/campaigns.csv"))
    return Judged(totals: pass.totals, validCount: pass.validCount, readings: lines.readings)
  }

  func finish(_ summary: RunSummary) throws {
    try? FileManager.default.removeItem(atPath: path)
    if summary.incomplete == nil { try FileManager.default.moveItem(atPath: partialPath, toPath: path) }
  }
}
