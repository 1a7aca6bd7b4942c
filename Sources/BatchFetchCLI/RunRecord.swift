internal import AuditReports
internal import AuditRules
internal import BatchFetch
internal import ExactJSON
internal import Foundation
internal import InternetAddress

extension RunJSON {
  /// The record of one run.
  init(_ summary: RunSummary, _ settings: Settings) {
    let inputs = summary.judged.readings.enumerated().map { index, reading in
      Input(
        name: reading.name, bytes: reading.bytes, lines: reading.lines,
        records: summary.judged.validCounts[index], sha256: reading.digest.hexadecimal)
    }
    let counters = summary.learned.counters
    self.init(
      version: Settings.version, started: summary.times.started, finished: summary.times.finished,
      isComplete: summary.incomplete == nil, interruptedBy: summary.signal.map(Self.signalName),
      inputs: inputs, settings: settings.record,
      work: Work(
        urls: summary.learned.answered, plannedURLs: summary.learned.planned.requests,
        requests: counters.requests,
        bytes: summary.learned.bytes, peakMemory: Self.peakMemory()))
    changes = summary.changes
  }

  private static func signalName(_ number: Int32) -> String {
    number == SIGINT ? "SIGINT" : "SIGTERM"
  }

  /// The most memory that was resident, in bytes.
  ///
  /// proc(5), VmHWM: "Peak resident set size". What getrusage(2) gives would count whoever started
  /// the process too, since it outlives exec(2).
  private static func peakMemory() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
    return (kilobytes.flatMap { Int($0) } ?? 0) * 1024
  }
}

extension Settings {
  /// The settings under the names of their options, for `run.json`.
  var record: [RunJSON.Setting] {
    [
      .init("profile", .text(profileWord)),
      .init("profiles", text(profiles.path)),
      .init("payload-at", text(locations.payloadAt?.text)),
      .init("id-at", text(locations.idAt?.text)),
      .init("campaign-at", text(locations.campaignAt?.text)),
      .init("concurrency", .number(Double(fetch.concurrency))),
      .init("per-host", .number(Double(fetch.perHost))),
      .init("time-limit", .number(fetch.timeLimit.inSeconds)),
      .init("retries", .number(Double(fetch.retries))),
      .init("allow-http", .flag(policy.allowsHTTP)),
      .init("allow-http-host", .list(policy.httpHosts.sorted())),
      .init("allow-address", .list(fetch.addressPolicy.allowed.map(\.description))),
      .init("connect-to", .list(fetch.connectTo)),
      .init("ca-file", text(fetch.trustFile)),
      .init("proxy", proxyRecord),
      .init("header", .list(fetch.extraHeaders.map { "\($0.name): \($0.value)" })),
      .init("user-agent", .text(fetch.userAgent)),
      .init("accept-language", .text(fetch.acceptLanguage)),
      .init("results", text(results)),
      .init("save-media", text(saveMedia)),
      .init("state", text(state)),
      .init("keep-runs", .number(Double(keepRuns))),
      .init("reuse-within", reuseWithin.map { .number($0) } ?? .none),
      .init("revalidate", .flag(revalidates)),
      .init("fail-above", failAbove.map { .number($0) } ?? .none),
      .init("fail-on", text(failOn?.rawValue)),
      .init("max-line", .number(Double(longestLine))),
      .init("metrics", text(metrics)),
      .init("dry-run", .flag(isDryRun)),
    ]
  }

  private var profileWord: String {
    switch profile {
    case .auto: "auto"
    case .fixed(let profile): profile.id
    }
  }

  private var proxyRecord: RunJSON.Setting.Value {
    switch fetch.proxy {
    case .none: .none
    case .url(let url): .text(url)
    case .environment: .text("env")
    }
  }

  private func text(_ value: String?) -> RunJSON.Setting.Value { value.map { .text($0) } ?? .none }
}
