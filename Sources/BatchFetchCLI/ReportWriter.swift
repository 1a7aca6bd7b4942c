internal import AuditHistory
internal import AuditReports
internal import AuditRules
internal import Glibc

/// The report of a run while it is built: rows as they are judged, totals at the end, the swap.
final class ReportWriter: Sendable {
  private let folder: ReportFolder

  /// What judging every line gave.
  struct Judged: Sendable {
    var totals: ReportTotals
    /// Lines that are payloads, by input.
    var validCounts: [Int]
    var readings: [PayloadLines.Reading]

    var validCount: Int { validCounts.reduce(0, +) }
  }

  /// Checks the place and locks it.
  init(_ name: String) throws(RunFailure) {
    do throws(ReportFolderError) {
      folder = try ReportFolder(at: name, keepingLeftovers: true)
    } catch {
      throw RunFailure(error)
    }
  }

  var headerPlace: JournalKeeper.Place {
    .init(header: folder.path(of: .journal), newHeader: folder.path(of: .newJournal))
  }
  var newFactsPath: String { folder.path(of: .newFacts) }

  /// The header of the journal that an earlier run left, or nil where it had learned nothing yet.
  func leftJournal() -> JournalHeader? {
    var status = stat()
    guard stat(factsPath, &status) == 0, status.st_size > 0 else { return nil }
    return WholeFile.read(folder.path(of: .journal)).flatMap { JournalHeader($0) }
  }

  /// Removes what an earlier run left but for the journal's facts, where this run goes on from them.
  func removeLeftovers(keepsFacts: Bool) throws(RunFailure) {
    do throws(ReportFolderError) {
      try folder.removeLeftovers(
        keeping: keepsFacts ? [.facts] : [], and: keepsFacts ? [.journal] : [])
    } catch {
      throw RunFailure(error)
    }
  }

  /// Gives the report up before anything of worth is in it.
  func discard() { try? folder.discard() }

  var partialPath: String { folder.partialPath }
  var path: String { folder.path }
  var factsPath: String { folder.path(of: .facts) }

  /// Judges every line and writes the files that have a row per payload.
  ///
  /// One thread reads and decodes, another judges, counts and writes: each is half of the work.
  /// `copy` gets the lines of `results.ndjson` too.
  func writeRows(
    _ inputs: InputList, _ judge: ReportPass.Judge, _ journal: FactsJournal, longestLine: Int,
    copy: NamedFile? = nil, log: Log
  ) async throws -> Judged {
    let relay = Relay<LineEvidence>()
    let names = inputs.names
    async let totals = OwnThread.run("batchfetch-save") {
      defer { relay.leave() }
      return try self.writeRows(from: relay, inputs: names, copy: copy)
    }
    let (validCounts, readings) = try await OwnThread.run("batchfetch-rows") {
      defer { relay.finish() }
      var lines = PayloadLines(inputs, pass: .second, longestLine: longestLine)
      var pass = ReportPass(judge, log: log)
      try pass.run(&lines, names: names, journal: journal, to: relay)
      return (pass.validCounts, lines.readings)
    }
    return Judged(totals: try await totals, validCounts: validCounts, readings: readings)
  }

  /// Judges, counts and writes lines as they come.
  private func writeRows(
    from relay: Relay<LineEvidence>, inputs: [String], copy: NamedFile?
  ) throws -> ReportTotals {
    var totals = ReportTotals()
    let csv = PayloadsCSV(inputs: inputs)
    let results = ResultsNDJSON(inputs: inputs)
    var payloadsFile = try folder.open(.payloads)
    var resultsFile = try folder.open(.results)
    var line: [UInt8] = []
    try payloadsFile.write { csv.appendHeader(to: &$0) }
    while let batch = relay.next() {
      for evidence in batch {
        let row = evidence.row { totals.add(further: $0) }
        totals.add(row)
        try payloadsFile.write { csv.append(row, to: &$0) }
        line.removeAll(keepingCapacity: true)
        results.append(row, to: &line)
        try resultsFile.append(line)
        try copy?.append(line)
      }
    }
    try payloadsFile.close()
    try resultsFile.close()
    return totals
  }

  /// Writes the files that sum the rows up.
  func writeTotals(_ summary: RunSummary) throws {
    let totals = summary.judged.totals
    var campaigns = try folder.open(.campaigns)
    try campaigns.write { CampaignsCSV.appendHeader(to: &$0) }
    for summary in totals.campaigns {
      try campaigns.write { CampaignsCSV.append(summary, to: &$0) }
    }
    try campaigns.close()
    var media = try folder.open(.media)
    try media.write { MediaCSV.appendHeader(to: &$0) }
    for summary in totals.media { try media.write { MediaCSV.append(summary, to: &$0) } }
    try media.close()
  }

  /// Writes what changed since the last run.
  func writeChanges(_ night: borrowing HistoryNight) throws {
    var changes = try folder.open(.changes)
    try changes.write { ChangesCSV.appendHeader(to: &$0) }
    try night.eachChange { change in
      try changes.write { ChangesCSV.append(change, to: &$0) }
    }
    try changes.close()
  }

  /// Gives out each line of the facts without its line break.
  func eachFactsLine(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
    guard let descriptor = OpenDescriptor(reading: factsPath) else {
      throw RunFailure(.output, "cannot read \(factsPath) again: it is gone")
    }
    var lines = FactsLines(descriptor)
    while let line = try lines.next(factsPath) { try body(line.bytes) }
  }

  /// Leaves a file out of the report, whether it was begun or not.
  func remove(_ file: ReportFileName) throws { try folder.remove(file) }

  /// Writes `run.json`; swaps the report in when it is complete.
  func seal(_ summary: RunSummary, _ settings: Settings) throws {
    var run = try folder.open(.run)
    try run.append(RunJSON(summary, settings).encode(summary.judged.totals))
    try run.close()
    if summary.incomplete == nil { try folder.swapIn() }
  }
}

extension RunFailure {
  init(_ error: ReportFolderError) {
    // Another folder would not help.
    let advice = "\(error.path): too many files are open; \(Remedy.raiseLimit)"
    self.init(
      .output, Remedy.lacksDescriptors(error.systemNumber) ? advice : error.description)
  }
}
