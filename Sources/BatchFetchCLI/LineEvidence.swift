internal import AuditReports
internal import AuditRules

/// All that is known of one line, on its way from the thread that decodes to the one that judges.
struct LineEvidence: Sendable {
  enum Content: Sendable {
    case defect(PayloadDefect)
    /// The evidence on the payload's first medium, and on each further one.
    case payload(Evidence, further: [Evidence])
  }

  var line: Int
  var input: Int
  var content: Content

  /// Judges the line (stage 6); rows of media that do not decide go to `count`.
  func row(counting count: (ReportRow) -> Void) -> ReportRow {
    switch content {
    case .defect(let defect): return ReportRow(line: line, input: input, defect: defect)
    case .payload(let evidence, let further):
      if further.isEmpty { return row(evidence, Verdict.of(evidence)) }
      // Each of the media is judged as if alone; the profile's rule makes one verdict of them.
      let all = [evidence] + further
      let verdicts = all.map(Verdict.of)
      let (verdict, place) = Verdict.joining(verdicts, of: evidence.payload.profile)
      for other in all.indices where other != place { count(row(all[other], verdicts[other])) }
      return row(all[place], verdict)
    }
  }

  private func row(_ evidence: Evidence, _ verdict: Verdict) -> ReportRow {
    ReportRow(
      line: line, input: input, payload: evidence.payload, verdict: verdict,
      shared: evidence.current)
  }
}
