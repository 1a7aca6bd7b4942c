import AuditRules
import Foundation
import Testing

@testable import BatchFetchCLI

@Suite("The figures for the system's monitoring")
struct RunMetricsTests {
  private static let failed = RunEnding(
    failed: .input, times: RunTimes(started: 1_000, finished: 1_002.5))

  private static func whole(_ code: ExitCode = .done) -> RunEnding {
    var ending = RunEnding(failed: code, times: RunTimes(started: 2_000, finished: 2_010))
    ending.tally = RunEnding.Tally(
      payloads: 70, withMedia: 65, lost: 39, lostShare: 0.609375,
      outcomes: Outcome.allCases.map { $0 == .media ? 25 : 0 },
      reasons: Reason.allCases.map { $0 == .httpStatus ? 9 : 0 },
      changes: Change.allCases.map { $0 == .newlyLost ? 2 : 0 }, downloads: 40,
      failedDownloads: 3, requests: 55, retries: 6, receivedBytes: 123_456_789_012,
      slowedHosts: 1)
    return ending
  }

  @Test("Promtool has nothing to say against them", .enabled(if: hasPromtool))
  func promtool() throws {
    let scratch = try Scratch()
    var text = ""
    for (number, ending) in [Self.failed, Self.whole(), Self.whole(.terminated)].enumerated() {
      text = RunMetrics.text(ending, previous: text)
      let file = try scratch.write(text, to: "\(number).prom")
      let errors = "\(scratch.path)/said"
      let process = CaseProcess(
        arguments: [
          "/bin/sh", "-c", "exec promtool check metrics <\"$0\" >&2", file,
        ],
        environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"], errors: errors)
      let status = try process.run(within: .seconds(60), meanwhile: nil)
      #expect(status == 0, "\(scratch.text("said") ?? "")")
      #expect(scratch.text("said") == "")
    }
  }

  @Test("A whole run has every figure once")
  func figures() {
    let values = PrometheusText.values(in: RunMetrics.text(Self.whole(), previous: ""))
    let expected: [String: Double] = [
      "batchfetch_runs_total{exit_code=\"0\"}": 1, "batchfetch_last_run_success": 1,
      "batchfetch_last_run_exit_code": 0, "batchfetch_last_run_timestamp_seconds": 2_010,
      "batchfetch_last_success_timestamp_seconds": 2_010,
      "batchfetch_last_run_duration_seconds": 10,
      "batchfetch_payloads{outcome=\"media\"}": 25, "batchfetch_payloads{outcome=\"blank\"}": 0,
      "batchfetch_payloads_by_reason{reason=\"http_status\"}": 9,
      "batchfetch_changes{change=\"newly_lost\"}": 2,
      "batchfetch_changes{change=\"gone\"}": 0, "batchfetch_media_payloads": 65,
      "batchfetch_lost_payloads": 39,
      "batchfetch_lost_ratio": 0.609375, "batchfetch_downloads": 40,
      "batchfetch_failed_downloads": 3, "batchfetch_requests": 55, "batchfetch_retries": 6,
      "batchfetch_received_bytes": 123_456_789_012, "batchfetch_downloads_per_second": 4,
      "batchfetch_slowed_hosts": 1,
      "batchfetch_build_info{version=\"\(Settings.version)\"}": 1,
    ]
    for (name, value) in expected { #expect(values[name] == value, "\(name)") }
    #expect(
      values.keys.filter { $0.hasPrefix("batchfetch_payloads{") }.count
        == Outcome.allCases.count)
    #expect(values.keys.filter { $0.contains("{reason=") }.count == Reason.allCases.count)
  }

  @Test("A run that failed says so, counts, and keeps when the last one went well")
  func failure() {
    let first = RunMetrics.text(Self.whole(), previous: "")
    let second = RunMetrics.text(Self.failed, previous: first)
    let third = RunMetrics.text(Self.failed, previous: second)
    let values = PrometheusText.values(in: third)
    #expect(values["batchfetch_last_run_success"] == 0)
    #expect(values["batchfetch_last_run_exit_code"] == 3)
    #expect(values["batchfetch_last_run_duration_seconds"] == 2.5)
    #expect(values["batchfetch_runs_total{exit_code=\"0\"}"] == 1)
    #expect(values["batchfetch_runs_total{exit_code=\"3\"}"] == 2)
    #expect(values["batchfetch_last_success_timestamp_seconds"] == 2_010)
    #expect(!third.contains("batchfetch_payloads"), "nothing is known of the payloads")
    let interrupted = RunMetrics.text(Self.whole(.terminated), previous: "")
    #expect(interrupted.contains("batchfetch_last_run_success 0\n"))
    #expect(interrupted.contains("batchfetch_lost_payloads 39\n"))
    #expect(!interrupted.contains("last_success"))
    #expect(
      RunMetrics.text(Self.whole(.lostTooMuch), previous: "")
        .contains("batchfetch_last_run_success 1\n"), "too much lost is a finding, not a fault")
  }

  @Test(
    "Whatever stood in the file before does no harm",
    arguments: [
      "", "\n\n", "nonsense", "# HELP", "a b c", "batchfetch_runs_total{exit_code=\"0\"} NaN\n",
      "batchfetch_runs_total{exit_code=\"0\"} x\n", "\0\0\u{FFFD}",
      "batchfetch_runs_total{exit_code=\"0\"} +Inf\n",
    ])
  func garbage(_ previous: String) {
    let values = PrometheusText.values(in: RunMetrics.text(Self.whole(), previous: previous))
    #expect(values["batchfetch_runs_total{exit_code=\"0\"}"] == 1)
  }

  @Test("A label may hold anything, and large numbers stay whole")
  func text() {
    let family = PrometheusText.Family(
      "x", "Help.", [.init(9_007_199_254_740_991, "a", "q\"b\\c\nd"), .init(0.25)])
    #expect(
      PrometheusText.text([family, .init("none", "Nothing.", [])]) == """
        # HELP x Help.
        # TYPE x gauge
        x{a="q\\"b\\\\c\\nd"} 9007199254740991
        x 0.25

        """)
  }
}

private let hasPromtool = FileManager.default.isExecutableFile(atPath: "/usr/bin/promtool")
