internal import AuditRules
internal import ExactJSON

extension RunJSON {
  /// The file's bytes, indented for readers, with the totals of the run.
  public func encode(_ totals: ReportTotals) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("tool", Self.mark)
    writer.member("version", version)
    writer.time("started", started)
    writer.time("finished", finished)
    writer.key("complete")
    writer.bool(isComplete)
    writer.key("interrupted_by")
    if let interruptedBy { writer.string(interruptedBy) } else { writer.null() }
    writeInputs(to: &writer)
    writeTotals(totals, to: &writer)
    writeWork(payloads: totals.payloads, to: &writer)
    if let changes { write(changes, to: &writer) }
    writeSettings(to: &writer)
    writer.endObject()
    return IndentedJSON.indent(writer.bytes)
  }

  private func writeInputs(to writer: inout JSONWriter) {
    writer.key("inputs")
    writer.beginArray()
    for input in inputs {
      writer.beginObject()
      writer.member("name", input.name)
      writer.member("bytes", input.bytes)
      writer.member("lines", input.lines)
      writer.member("records", input.records)
      writer.member("sha256", input.sha256)
      writer.endObject()
    }
    writer.endArray()
  }

  private func writeTotals(_ totals: ReportTotals, to writer: inout JSONWriter) {
    writer.key("totals")
    writer.beginObject()
    writer.member("payloads", totals.payloads)
    writer.member("with_media", totals.withMedia)
    writer.member("lost", totals.lost)
    writer.key("lost_share")
    if let share = totals.lostShare { writer.fixed(share, digits: 4) } else { writer.null() }
    writer.member("campaigns", totals.distinctCampaigns)
    writer.member("distinct_media", totals.distinctMedia)
    writer.counts("outcomes", Outcome.allCases.map { ($0.rawValue, totals.count(of: $0)) })
    writer.counts("reasons", Reason.allCases.map { ($0.rawValue, totals.count(of: $0)) })
    writer.counts("warnings", Warning.allCases.map { ($0.name, totals.count(of: $0)) })
    writer.endObject()
  }

  /// Every change with its count, none left out: a reader asks for one by name.
  private func write(_ changes: ChangeTotals, to writer: inout JSONWriter) {
    writer.key("changes")
    writer.beginObject()
    writer.key("since")
    if let previous = changes.previousRun {
      writer.string(Pen.text { $0.put(time: Double(previous)) })
    } else {
      writer.null()
    }
    for change in Change.allCases { writer.member(change.rawValue, changes[change]) }
    writer.endObject()
  }

  private func writeWork(payloads: Int, to writer: inout JSONWriter) {
    let seconds = max(finished - started, 0)
    func rate(_ count: Int) -> Double { seconds > 0 ? Double(count) / seconds : 0 }
    writer.key("throughput")
    writer.beginObject()
    writer.key("seconds")
    writer.fixed(seconds, digits: 3)
    writer.member("urls", work.urls)
    writer.member("requests", work.requests)
    writer.member("bytes", work.bytes)
    writer.key("urls_per_second")
    writer.fixed(rate(work.urls), digits: 1)
    writer.key("payloads_per_second")
    writer.fixed(rate(payloads), digits: 1)
    writer.member("peak_memory_bytes", work.peakMemory)
    writer.member("urls_planned", work.plannedURLs)
    writer.endObject()
  }

  private func writeSettings(to writer: inout JSONWriter) {
    writer.key("settings")
    writer.beginObject()
    for setting in settings {
      writer.key(setting.name)
      switch Redaction.redact(setting).value {
      case .text(let text): writer.string(text)
      case .number(let number):
        if let whole = Int(exactly: number) { writer.number(whole) } else { writer.number(number) }
      case .flag(let flag): writer.bool(flag)
      case .none: writer.null()
      case .list(let texts):
        writer.beginArray()
        for text in texts { writer.string(text) }
        writer.endArray()
      }
    }
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func time(_ name: String, _ seconds: Double) {
    member(name, Pen.text { $0.put(time: seconds) })
  }

  fileprivate mutating func fixed(_ value: Double, digits: Int) {
    number(text: Pen.text { $0.put(fixed: value, digits: digits) })
  }

  /// Writes an object of counts; words that do not occur are left out.
  fileprivate mutating func counts(_ name: String, _ counts: [(String, Int)]) {
    key(name)
    beginObject()
    for (word, count) in counts where count > 0 { member(word, count) }
    endObject()
  }
}
