internal import CPlatform
public import InternetAddress

/// How the engine fetches; every field has the contract's default.
public struct FetchSettings: Sendable {
  /// Where a proxy comes from.
  public enum Proxy: Sendable, Equatable {
    /// None, whatever the environment says.
    case none
    /// One for everything, written as curl's `--proxy`.
    case url(String)
    /// `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
    case environment
  }

  /// Downloads in flight.
  public var concurrency = 64
  /// Requests in flight to one host and port.
  public var perHost = 8
  /// Wall time of one attempt, over all its hops (T6).
  public var timeLimit: Duration = .seconds(29)
  /// Further tries after a transient fault (T9).
  public var retries = 2
  /// The first step of the backoff; each further try doubles it, with full jitter.
  public var backoffBase: Duration = .milliseconds(500)
  /// The longest `Retry-After` that is honoured; a longer one gives up at once.
  public var longestRetryAfter: Duration = .seconds(30)

  /// Request headers (T4).
  public var userAgent = "batchfetch/0 CFNetwork/1568.300.101 Darwin/24.2.0"
  public var acceptLanguage = "en-US,en;q=0.9"
  /// Sent with every request; one of the engine's own names replaces that header.
  public var extraHeaders: [(name: String, value: String)] = []

  public var hopPolicy = HopPolicy()
  /// Redirects followed (T3).
  public var redirectLimit = 16
  public var addressPolicy = AddressPolicy()
  /// `HOST1:PORT1:HOST2:PORT2`, as curl's `--connect-to`.
  public var connectTo: [String] = []
  /// A PEM file that replaces the system's certificates, as curl's `--cacert`.
  public var trustFile: String?
  public var proxy: Proxy = .none

  /// Bytes of a body after decoding; one more stops it (T7b).
  public var bodyLimit = 50 << 20
  /// Bytes of one answer's header block.
  public var headerLimit = 256 << 10
  /// Whether anybody wants the whole bodies; without it only head, tail, count and digest are kept.
  public var keepsBodies = false
  /// Kept bodies up to this size stay in memory, longer ones go to a temporary file.
  public var memoryLimit = 64 << 10
  /// First bytes kept for the probe.
  public var headBytes = 64 << 10
  /// Last bytes kept for the structure check.
  public var tailBytes = 64
  /// Where kept bodies go; the folder that they are to be moved to is best.
  public var temporaryDirectory = "/tmp"

  /// Connections kept open, about the number of hosts; fewer where descriptors are short.
  ///
  /// Each costs 60 to 100 KB under TLS, and a full cache is searched for every new connection.
  public var idleConnections = 256
  public var resolver = ResolverSettings()
  /// How long no answer of any kind must come before our own network counts as down.
  public var offlineSpan: Duration = .seconds(30)
  /// Whether this machine has a route to the Internet at all; asked where nothing can be sent.
  public var hasRoute: @Sendable () -> Bool = { cplatform_has_route() != 0 }

  /// Called on the engine's thread, which it must not hold up.
  public var onEvent: @Sendable (EngineEvent) -> Void = { _ in }

  public init() {}
}

/// How names are looked up; the defaults are the system's files.
public struct ResolverSettings: Sendable, Equatable {
  /// `address` or `address:port` (`[v6]:port`); empty means what the system is set to.
  public var servers: [String] = []
  /// Names answered from here first.
  public var hosts: [String: [String]] = [:]
  /// How long one server is waited for.
  public var timeout: Duration = .seconds(4)
  /// Rounds over all servers.
  public var tries = 2

  public init() {}
}
