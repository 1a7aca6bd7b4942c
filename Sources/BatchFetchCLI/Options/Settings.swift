internal import AuditRules
internal import BatchFetch
internal import ExactJSON
internal import InternetAddress

/// The command line settled: every value read, checked and given its default.
struct Settings: Sendable {
  enum ProgressWhen: String, Sendable, CaseIterable { case auto, always, never }
  enum FailOn: String, Sendable, CaseIterable { case newlyLost = "newly-lost" }

  var inputs: [String]
  var output: String
  var profiles: ProfileSource
  var profile: ProfileChoice
  var locations: RecordLocations
  var policy: TransportPolicy
  var fetch: FetchSettings
  /// Where the lines of `results.ndjson` go too.
  var results: String?
  var metrics: String?
  var saveMedia: String?
  /// Seconds within which a run that was cut short is gone on with.
  var resumeWithin: Double
  /// A report whose facts are taken over, but for those of lost pictures.
  var retryFailed: String?
  var parts: Parts
  /// Nil: `--no-state`, or nobody says where such files belong.
  var state: String?
  /// Whether the command line names it: then it must be usable.
  var isStateNamed: Bool
  /// Runs that the history remembers.
  var keepRuns: Int
  /// Facts of the last run up to this age in seconds are taken over; nil: none.
  var reuseWithin: Double?
  /// What the last run fetched is asked for only if it has changed.
  var revalidates: Bool
  /// Share of the payloads with media between 0 and 1.
  var failAbove: Double?
  var failOn: FailOn?
  var longestLine: Int
  var progress: ProgressWhen
  var isQuiet: Bool
  var isVerbose: Bool
  var logFormat: Log.Format
  var isDryRun: Bool

  /// What the program calls itself.
  static let version = "0.1.0"

  /// Settles parsed options; `environment` gives XDG_STATE_HOME, HOME and SSL_CERT_FILE.
  init(
    _ options: ParsedOptions, environment: (String) -> String? = { _ in nil }
  ) throws(UsageError) {
    parts = try Parts(options)
    inputs = options.all("input")
    if inputs.isEmpty, options.command == .fetch { inputs = ["-"] }
    guard !inputs.isEmpty else {
      throw UsageError("no input: name a payload list with --input FILE, - for standard input")
    }
    guard inputs.filter({ $0 == "-" }).count <= 1 else {
      throw UsageError("--input - stands twice: standard input can be read once")
    }
    if let empty = inputs.firstIndex(of: "") {
      throw UsageError("--input number \(empty + 1) is empty: name a file")
    }
    isDryRun = options.has("dry-run")
    output = try Self.folder(options, isDryRun: isDryRun)
    profiles = try ProfileSource(options)
    profile = try options.value("profile").map(profiles.choice) ?? .auto
    locations = RecordLocations(
      payloadAt: try Value.pointer(options, "payload-at"),
      idAt: try Value.pointer(options, "id-at"),
      campaignAt: try Value.pointer(options, "campaign-at"))
    fetch = try Self.fetch(options, environment: environment)
    policy = TransportPolicy(
      allowsHTTP: options.has("allow-http"),
      httpHosts: Set(try Value.hosts(options, "allow-http-host")),
      addresses: fetch.addressPolicy)
    results = try Value.file(options, "results", besides: output)
    metrics = try Value.file(options, "metrics", besides: output)
    saveMedia = try Value.nonEmpty(options, "save-media")
    fetch.keepsBodies = saveMedia != nil
    if let saveMedia { fetch.temporaryDirectory = saveMedia }
    resumeWithin = try Value.span(options, "resume-within", default: 6 * 3600)
    retryFailed = try Value.nonEmpty(options, "retry-failed")
    state = try Self.state(options, environment: environment)
    failAbove = try options.value("fail-above").map(Value.share)
    isStateNamed = options.has("state")
    keepRuns = try Value.number(options, "keep-runs", default: 400, in: 1...100_000)
    reuseWithin =
      try options.has("reuse-within")
      ? Value.span(options, "reuse-within", default: 0) : nil
    revalidates = options.has("revalidate")
    failOn = try Value.optionalWord(options, "fail-on")
    try Self.checkHistory(options)
    longestLine = try Value.number(options, "max-line", default: 1 << 20, in: 64...(1 << 30))
    progress = try Value.word(options, "progress", default: .auto)
    logFormat = try Value.word(options, "log-format", default: .text)
    isQuiet = options.has("quiet")
    isVerbose = options.has("verbose")
    if isQuiet && isVerbose { throw UsageError("--quiet and --verbose contradict each other") }
  }

  /// Settles options of which a file may have given some: its faults are told with their lines.
  static func settled(
    _ options: ParsedOptions, environment: (String) -> String?
  ) throws(UsageError) -> Settings {
    do throws(UsageError) {
      return try Settings(options, environment: environment)
    } catch {
      throw options.placed(error)
    }
  }

  static func folder(
    _ options: ParsedOptions, isDryRun: Bool
  ) throws(UsageError) -> String {
    if var folder = try Value.nonEmpty(options, "output") {
      while folder.count > 1 && folder.hasSuffix("/") { folder.removeLast() }
      // The night's own folder, named in a file, is not what a look ahead is to replace.
      return isDryRun && options.isFromFile("output") ? folder + ".plan" : folder
    }
    if let folder = try Value.nonEmpty(options, "retry-failed"), !isDryRun { return folder }
    return isDryRun ? "batchfetch-report.plan" : "batchfetch-report"
  }

  private static func fetch(
    _ options: ParsedOptions, environment: (String) -> String?
  ) throws(UsageError) -> FetchSettings {
    var fetch = FetchSettings()
    fetch.concurrency = try Value.number(options, "concurrency", default: 64, in: 1...4096)
    fetch.perHost = try Value.number(options, "per-host", default: 8, in: 1...1024)
    fetch.retries = try Value.number(options, "retries", default: 2, in: 0...20)
    fetch.timeLimit = try Value.seconds(options, "time-limit", default: 29, in: 0.1...3600)
    fetch.userAgent =
      try Value.headerValue(options, "user-agent")
      ?? "batchfetch/\(version) CFNetwork/1568.300.101 Darwin/24.2.0"
    if let language = try Value.headerValue(options, "accept-language") {
      fetch.acceptLanguage = language
    }
    fetch.extraHeaders = try Value.headers(options)
    fetch.addressPolicy.allowed = try Value.addressRanges(options)
    fetch.connectTo = try Value.connectTo(options)
    fetch.trustFile = try Value.certificateFile(options, environment: environment)
    fetch.proxy = try Value.proxy(options, environment: environment)
    return fetch
  }

  private static func checkHistory(_ options: ParsedOptions) throws(UsageError) {
    for name in ["fail-on", "reuse-within", "revalidate"] where options.has(name) {
      if options.has("no-state") {
        throw UsageError("--\(name) and --no-state contradict each other: it needs a history")
      }
    }
    for name in ["reuse-within", "revalidate"] where options.has(name) {
      if options.has("save-media") {
        throw UsageError(
          "--\(name) and --save-media contradict each other: what is not fetched is not kept")
      }
    }
  }

  private static func state(
    _ options: ParsedOptions, environment: (String) -> String?
  ) throws(UsageError) -> String? {
    if options.has("no-state") {
      guard !options.has("state") else {
        throw UsageError("--state and --no-state contradict each other")
      }
      return nil
    }
    if let file = try Value.nonEmpty(options, "state") { return file }
    if let base = environment("XDG_STATE_HOME"), base.hasPrefix("/") {
      return "\(base)/batchfetch/history.sqlite"
    }
    return environment("HOME").map { "\($0)/.local/state/batchfetch/history.sqlite" }
  }
}
