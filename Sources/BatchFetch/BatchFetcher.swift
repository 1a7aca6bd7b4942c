/// The door of the download engine: URLs in, what was learned of them out.
public final class BatchFetcher: Sendable {
  /// Starts the engine's thread.
  public init(_ settings: FetchSettings) throws(BatchFetcherError) {
  }

  /// Fetches one URL; never throws, stops when the task is cancelled, answers at once after
  /// `shutdown`.
  public func fetch(_ request: FetchRequest) async -> FetchResult {
    FetchResult(
      request: request, trail: Trail(),
      ending: .failed(FetchFailure(code: .cancelled, detail: "The engine is not running.")))
  }

  /// Stops every fetch, closes every descriptor and ends the engine's thread.
  public func shutdown() async {
  }

  /// What the engine is doing.
  public var counters: EngineCounters { EngineCounters() }

  /// Whether our own network is down: every further fetch answers `auditOffline`.
  public var isOffline: Bool { counters.isOffline }

  /// Whether addresses are checked: with a proxy they cannot be, the proxy resolves names itself.
  public var addressCheckApplies: Bool { true }
}
