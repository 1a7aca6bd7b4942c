/// A snapshot of the engine for a progress line.
public struct EngineCounters: Sendable, Equatable {
  /// Fetches accepted so far.
  public var accepted = 0
  /// Fetches answered so far.
  public var finished = 0
  /// Of those, the ones that ended in a failure.
  public var failed = 0
  /// Fetches that hold a slot.
  public var active = 0
  /// Fetches that wait for a slot or for their host.
  public var queued = 0
  /// Fetches that wait for their next try.
  public var waiting = 0
  /// Requests sent, redirects and retries included.
  public var requests = 0
  /// Further tries after a transient fault.
  public var retries = 0
  /// Body bytes received over the wire.
  public var wireBytes = 0
  /// Hosts slowed after they answered 429.
  public var slowedHosts = 0
  /// No answer of any kind comes any more: our own network is down.
  public var isOffline = false

  public init() {}
}
