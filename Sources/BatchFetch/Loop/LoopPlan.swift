internal import CPlatform
internal import Glibc

/// The settings, checked: what a loop is started with.
struct LoopPlan: Sendable {
  let settings: FetchSettings
  let detours: ConnectTo
  let proxies: ProxyChoice
  let retryPolicy: RetryPolicy

  /// What this process has descriptors for.
  struct Room: Equatable {
    var concurrency: Int
    /// Connections that may be open, idle ones included.
    var connections: Int

    /// Shares out `limit` descriptors; the callers keep some, and a file for each kept body.
    init(_ settings: FetchSettings, limit: Int) {
      let spare = Room.spare(settings)
      connections = max(4, min(settings.idleConnections, limit - spare))
      concurrency =
        limit < spare + settings.concurrency
        ? min(settings.concurrency, connections) : settings.concurrency
    }

    static func spare(_ settings: FetchSettings) -> Int {
      64 + (settings.keepsBodies ? settings.concurrency * 2 : 0)
    }
  }

  /// Raises the process's limit of descriptors to what is wanted and shares out what there is.
  func room() -> Room {
    let wanted =
      Room.spare(settings) + max(settings.idleConnections, settings.concurrency)
    let limit = cplatform_raise_descriptor_limit(Int64(wanted))
    return Room(settings, limit: Int(clamping: limit))
  }

  init(_ settings: FetchSettings) throws(BatchFetcherError) {
    let positive: [(String, Int)] = [
      ("concurrency", settings.concurrency), ("perHost", settings.perHost),
      ("bodyLimit", settings.bodyLimit), ("headerLimit", settings.headerLimit),
    ]
    for (name, value) in positive where value < 1 {
      throw BatchFetcherError(code: .badSetting, detail: "\(name) must be at least 1.")
    }
    guard settings.timeLimit > .zero, settings.retries >= 0 else {
      throw BatchFetcherError(
        code: .badSetting, detail: "timeLimit must be above 0 and retries not below 0.")
    }
    for (name, value) in settings.extraHeaders
    where name.isEmpty || (name + value).utf8.contains(where: { $0 < 32 && $0 != 9 }) {
      throw BatchFetcherError(
        code: .badSetting, detail: "The request header '\(name)' cannot be sent.")
    }
    let trustFile = settings.trustFile ?? TrustStore.systemFile
    guard access(trustFile, R_OK) == 0 else {
      throw BatchFetcherError(
        code: .trustUnreadable, detail: "The certificate file \(trustFile) cannot be read.")
    }
    self.settings = settings
    detours = try ConnectTo(settings.connectTo)
    let variables = LoopPlan.proxyVariables()
    if let defect = settings.proxy.defect(environment: { variables[$0] }) {
      throw BatchFetcherError(code: .badSetting, detail: "The proxy \(defect) cannot be used.")
    }
    proxies = ProxyChoice(settings.proxy, environment: variables)
    retryPolicy = RetryPolicy(
      retries: settings.retries, base: settings.backoffBase,
      longestRetryAfter: settings.longestRetryAfter)
  }

  /// The variables that name proxies, as far as they are set.
  private static func proxyVariables() -> [String: String] {
    let names = ProxyChoice.variables + ["no_proxy", "NO_PROXY"]
    var found: [String: String] = [:]
    for name in names {
      if let value = getenv(name) { found[name] = String(cString: value) }
    }
    return found
  }
}
