import AuditReports
import AuditRules
import BatchFetch
import Glibc
import Testing

@testable import BatchFetchCLI

@Suite("How a run ends")
struct RunSummaryTests {
  /// What happened in a run: so many rows of each kind, and what went wrong.
  struct Example: Sendable, CustomTestStringConvertible {
    var what: String
    var media = 0
    var lost = 0
    var unknown = 0
    var invalid = 0
    var options: [String] = []
    var signal: Int32?
    var isOffline = false
    var isProxyDown = false
    var localFault: String?
    var changes = false
    var code: ExitCode
    /// Begins so; nil: the report is complete.
    var incomplete: String?

    var testDescription: String { what }
  }

  private static let interrupted = "interrupted: rows without facts are unknown, not_checked"

  static let examples: [Example] = [
    Example(what: "all well", media: 1, code: .done),
    Example(what: "losses without a limit", lost: 5, code: .done),
    Example(
      what: "as much lost as is allowed", media: 3, lost: 1, options: ["--fail-above", "25%"],
      code: .done),
    Example(
      what: "more lost than is allowed", media: 2, lost: 1, options: ["--fail-above", "25%"],
      code: .lostTooMuch),
    Example(
      what: "unknown ones are left out of the share", media: 1, lost: 1, unknown: 98,
      options: ["--fail-above", "0.49"], code: .lostTooMuch),
    Example(
      what: "nothing is known, so no limit is passed", unknown: 3, options: ["--fail-above", "0"],
      code: .done),
    Example(
      what: "one loss and nothing allowed", media: 99, lost: 1, options: ["--fail-above", "0"],
      code: .lostTooMuch),
    Example(what: "some lines are invalid", media: 1, invalid: 9, code: .done),
    Example(
      what: "every line is invalid", invalid: 3, code: .input,
      incomplete: "a: not one of 3 lines is a payload"),
    Example(what: "nothing was read", code: .input, incomplete: "a: the input holds no record"),
    Example(
      what: "the input changed", media: 1, changes: true, code: .input,
      incomplete: "list.ndjson changed while it was read; run again with a file at rest"),
    Example(
      what: "this machine ran out of something", media: 1, localFault: "no disk", code: .output,
      incomplete: "this machine ran out of something: no disk"),
    Example(
      what: "offline", unknown: 1, isOffline: true, localFault: "no disk", code: .offline,
      incomplete: "our own network is down: "),
    Example(
      what: "a dead proxy", unknown: 3, isProxyDown: true, code: .offline,
      incomplete: "nothing came through the proxy; check --proxy and run again"),
    Example(
      what: "SIGINT wins over everything", lost: 1, options: ["--fail-above", "0"], signal: SIGINT,
      isOffline: true, localFault: "no disk", changes: true, code: .interrupted,
      incomplete: interrupted),
    Example(what: "SIGTERM", signal: SIGTERM, code: .terminated, incomplete: interrupted),
  ]

  @Test("The first thing that went wrong decides", arguments: examples)
  func ending(_ example: Example) throws {
    let settings = try Settings(ParsedOptions(["-i", "a"] + example.options))
    let reading = try ReadLines.of("{}\n").readings
    var learned = AuditRun.Learned()
    learned.planned.readings = reading
    learned.counters.isOffline = example.isOffline
    learned.isProxyDown = example.isProxyDown
    learned.localFault = example.localFault
    let judged = ReportWriter.Judged(
      totals: totals(example), validCounts: [example.media + example.lost + example.unknown],
      readings: example.changes ? try ReadLines.of("{ }\n").readings : reading)
    let summary = RunSummary(
      settings, learned, judged, stop: example.signal, times: RunTimes(started: 0, finished: 0))
    #expect(summary.code == example.code)
    #expect((summary.incomplete == nil) == (example.incomplete == nil))
    #expect(summary.incomplete?.hasPrefix(example.incomplete ?? "") ?? true)
    #expect(summary.signal == example.signal)
  }

  private func totals(_ example: Example) -> ReportTotals {
    var totals = ReportTotals()
    let kinds: [(count: Int, outcome: Outcome, reason: Reason)] = [
      (example.media, .media, .ok), (example.lost, .altText, .httpStatus),
      (example.unknown, .unknown, .notChecked), (example.invalid, .invalid, .invalidJSON),
    ]
    for kind in kinds {
      for line in 0..<kind.count {
        let defect = PayloadDefect(reason: kind.reason, detail: "")
        var row = ReportRow(line: line + 1, input: 0, defect: defect)
        row.current = Prediction(kind.outcome, kind.reason, via: nil)
        if kind.outcome != .invalid { row.mediaURL = "https://a/\(line)" }
        totals.add(row)
      }
    }
    return totals
  }

  @Test("The codes are those of the contract")
  func codes() {
    #expect(
      [
        ExitCode.done, .lostTooMuch, .usage, .input, .output, .offline, .interrupted, .terminated,
      ].map(\.rawValue) == [0, 1, 2, 3, 4, 5, 130, 143])
  }

  @Test(
    "Every failure of the engine is a reason of the report", arguments: FetchFailure.Code.allCases)
  func reasons(_ code: FetchFailure.Code) {
    let own: [FetchFailure.Code] = [.cancelled, .localFault]
    if own.contains(code) {
      #expect(Reason(code) == .notChecked)
    } else {
      #expect(Reason(code).rawValue == code.rawValue)
    }
  }

  @Test("A stop is done at once when it was asked for before")
  func stopRequest() {
    let stop = StopRequest()
    let done = Locked<[String]>([])
    #expect(stop.signal == nil)
    stop.whenRequested { done.withLock { $0.append("first") } }
    #expect(done.withLock { $0 } == [])
    stop.request(SIGTERM)
    #expect(stop.signal == SIGTERM)
    #expect(done.withLock { $0 } == ["first"])
    stop.whenRequested { done.withLock { $0.append("late") } }
    #expect(done.withLock { $0 } == ["first", "late"])
  }
}
