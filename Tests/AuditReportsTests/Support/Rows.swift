import AuditReports
import AuditRules

extension ReportRow {
  /// A row with what a test cares about.
  static func sample(
    line: Int = 1, campaign: String = "spring", url: String = "https://c.example/a.png",
    outcome: Outcome = .altText, reason: Reason = .httpStatus, fileExtension: String = "png",
    warnings: Warnings = []
  ) -> ReportRow {
    var payload = Payload(
      profile: ExtensionProfile(id: "sfmc-swift", mediaKey: "_mediaUrl", altKey: "_mediaAlt"))
    payload.id = "m-\(line)"
    payload.campaign = campaign
    payload.mediaURL = url.isEmpty ? .absent : .text(url)
    let via: Via? = [.invalid, .unknown, .notShown].contains(outcome) ? nil : .handler
    let verdict = Verdict(
      current: Prediction(outcome, reason, via: via), fileExtension: fileExtension,
      warnings: warnings)
    return ReportRow(line: line, input: 0, payload: payload, verdict: verdict, facts: nil)
  }

  /// Rows of a few campaigns and URLs in which everything varies; the same for the same seed.
  static func random(_ count: Int, seed: UInt64, campaigns: Int = 7, urls: Int = 23) -> [ReportRow]
  {
    var generator = SeededGenerator(seed: seed)
    let extensions = ["png", "jpg", "", "tmpa"]
    return (1...count).map { line in
      let outcome = Outcome.allCases.randomElement(using: &generator) ?? .media
      let number = Int.random(in: 0..<urls, using: &generator)
      let isWithout = outcome == .invalid || number == 0
      var row = sample(
        line: line, campaign: "=k\(Int.random(in: 0..<campaigns, using: &generator))",
        url: isWithout ? "" : "https://c\(number % 5).example/\(number),é.png",
        outcome: outcome, reason: Reason.allCases.randomElement(using: &generator) ?? .ok,
        fileExtension: extensions.randomElement(using: &generator) ?? "")
      for warning in Warning.allCases where Int.random(in: 0..<20, using: &generator) == 0 {
        row.warnings.insert(warning)
      }
      row.shows = ["", "a \"b\"\r\n,c", "-5.5", "\0"].randomElement(using: &generator) ?? ""
      return row
    }
  }
}
