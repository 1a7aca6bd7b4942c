internal import AuditReports
internal import AuditRules
internal import BatchFetch

/// How a run begins: anew, or where an earlier one of the same command was cut short.
struct Beginning: Sendable {
  let journal: FactsJournal
  let keeper: JournalKeeper
  /// When the audit began, by whichever run.
  var started: Double
  /// What is known already.
  var known: FactsImport.Tally
  /// Which reading of the inputs the planning does.
  var pass: InputStream.Pass
}

extension Beginning {
  /// Looks for what an earlier run left and opens the journal; blocks, since inputs may be read.
  static func find(
    _ settings: Settings, _ report: ReportWriter, _ inputs: InputList, _ log: Log, now: Double
  ) throws -> Beginning {
    let digest = settings.journalDigest()
    var header = JournalHeader(started: now, settings: digest, marks: inputs.marks)
    var pass = InputStream.Pass.first
    var known = FactsImport.Tally()
    var index: FactsImport.Index?
    var wasStopped = false
    if let left = report.leftJournal() {
      let answer = try Leftover(left, now: now, window: settings.resumeWithin).judge(
        settings: digest, inputs)
      if answer.hasReadInputs { pass = .second }
      switch answer {
      case .goOn, .stopped:
        if case .stopped = answer { wasStopped = true }
        (index, known) = try takeOver(report)
        header.started = left.started
        header.inputs = wasStopped ? left.inputs : inputs.marks.map(JournalHeader.Input.init)
        log.info(
          "going on where the run of \(Timestamp.text(left.started)) was cut short: "
            + "\(known.kept) URLs are known, \(known.dropped) are asked again")
      case .anew(let why, _):
        log.warning(
          "starting anew, not where the run of \(Timestamp.text(left.started)) was cut short: "
            + why)
        header.inputs = inputs.marks.map(JournalHeader.Input.init)
      }
    }
    if index == nil, let folder = settings.retryFailed {
      let judge = ReportPass.Judge(settings, auditTime: now)
      var lines = PayloadLines(inputs, pass: pass, longestLine: settings.longestLine)
      (index, known) = try retry(folder, report, ReportPass(judge, log: log), &lines)
      pass = .second
      header.inputs = inputs.marks.map(JournalHeader.Input.init)
      log.info(
        "of \(folder) \(known.kept) URLs are kept, \(known.dropped) with lost pictures are asked again"
      )
    }
    try report.removeLeftovers(keepsFacts: index != nil)
    let journal = try FactsJournal(at: report.factsPath, imported: index)
    let keeper = try JournalKeeper(
      journal, header, at: report.headerPlace, inputs: inputs, keepsMarks: wasStopped)
    return Beginning(
      journal: journal, keeper: keeper, started: header.started, known: known, pass: pass)
  }

  /// Takes over the facts of a report, but for those that lose a picture of these payloads.
  private static func retry(
    _ folder: String, _ report: ReportWriter, _ pass: ReportPass, _ lines: inout PayloadLines
  ) throws -> (FactsImport.Index, FactsImport.Tally) {
    let path = "\(folder)/facts.ndjson"
    var all = FactsImport { _ in true }
    try all.read(path)
    let index = try all.write(to: report.factsPath, through: report.newFactsPath)
    var pass = pass
    let lost = try pass.lostRequests(
      &lines, journal: FactsJournal(at: report.factsPath, imported: index))
    var taken = FactsImport { !lost.contains(URLKey($0.url)) }
    try taken.read(report.factsPath)
    return (
      try taken.write(to: report.factsPath, through: report.newFactsPath), taken.tally
    )
  }

  /// Takes over the facts that an earlier run left, but for those that may be others by now.
  private static func takeOver(
    _ report: ReportWriter
  ) throws -> (FactsImport.Index, FactsImport.Tally) {
    var taken = FactsImport { !$0.mayPass }
    try taken.read(report.factsPath)
    let index = try taken.write(to: report.factsPath, through: report.newFactsPath)
    return (index, taken.tally)
  }
}

/// What an earlier run left: may this one go on from it?
struct Leftover {
  /// The answer, and whether the inputs were read for it.
  enum Answer: Equatable {
    case goOn
    /// A signal came before the inputs were compared to their end.
    case stopped
    /// A clause that says why not.
    case anew(String, hasReadInputs: Bool)

    var hasReadInputs: Bool {
      if case .anew(_, let hasReadInputs) = self { hasReadInputs } else { true }
    }
  }

  private let header: JournalHeader
  private let age: Double
  private let window: Double

  init(_ header: JournalHeader, now: Double, window: Double) {
    self.header = header
    self.window = window
    age = now - header.started
  }

  /// The first of these that differs decides; the inputs are read only when all else is the same.
  func judge(settings: String, _ inputs: InputList) throws(RunFailure) -> Answer {
    // A clock that was set back says nothing of the age.
    if age > window || age < 0 {
      return .anew("that is longer ago than --resume-within allows", hasReadInputs: false)
    }
    if header.settings != settings {
      return .anew("the settings of fetching are others", hasReadInputs: false)
    }
    if header.inputs.count != inputs.sources.count {
      return .anew("the inputs are others", hasReadInputs: false)
    }
    var isSame = true
    for (source, earlier) in zip(inputs.sources, header.inputs) {
      let begins = try Self.begins(source, of: inputs, as: earlier)
      guard let begins else { return .stopped }
      if !begins { isSame = false }
    }
    return isSame ? .goOn : .anew("the input changed", hasReadInputs: true)
  }

  /// Reads an input to its end: does it begin as it did when it was read so far? Nil: stopped.
  private static func begins(
    _ source: InputList.Source, of inputs: InputList, as earlier: JournalHeader.Input
  ) throws(RunFailure) -> Bool? {
    let stream = InputStream(source, of: inputs, pass: .first)
    let prefix = StreamDigest()
    var block = [UInt8](repeating: 0, count: 256 << 10)
    var failure: RunFailure?
    while true {
      let before = stream.byteCount
      let count = block.withUnsafeMutableBytes { space -> Int in
        do throws(RunFailure) {
          let count = try stream.read(into: space)
          let own = max(0, min(count, earlier.bytes - before))
          prefix.add(UnsafeRawBufferPointer(rebasing: space[..<own]))
          return count
        } catch {
          failure = error
          return 0
        }
      }
      if let failure { throw failure }
      if count == 0 { break }
    }
    if stream.wasStopped { return nil }
    guard earlier.isWhole ? stream.byteCount == earlier.bytes : stream.byteCount >= earlier.bytes
    else { return false }
    return prefix.finish().hexadecimal == earlier.digest
  }
}
