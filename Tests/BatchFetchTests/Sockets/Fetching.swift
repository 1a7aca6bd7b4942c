import InternetAddress
import LoopbackServer

@testable import BatchFetch

/// Settings for servers on loopback: fast retries, short limits.
func loopbackSettings(_ change: (inout FetchSettings) -> Void = { _ in }) throws -> FetchSettings {
  var settings = FetchSettings()
  settings.addressPolicy.allowed = [try AddressRange("127.0.0.0/8"), try AddressRange("::1")]
  settings.retries = 0
  settings.backoffBase = .milliseconds(1)
  settings.timeLimit = .seconds(10)
  change(&settings)
  return settings
}

/// Starts an engine, hands it over and shuts it down.
func withEngine<Result>(
  _ settings: FetchSettings, _ body: (BatchFetcher) async throws -> Result
) async throws -> Result {
  let fetcher = try BatchFetcher(settings)
  do {
    let result = try await body(fetcher)
    await fetcher.shutdown()
    return result
  } catch {
    await fetcher.shutdown()
    throw error
  }
}

extension LoopbackServer {
  /// Waits, without a thread, until so many requests have come; false when they do not.
  func receives(_ count: Int) async -> Bool { await eventually { self.requestCount >= count } }

  /// Waits, without a thread, until no connection is open; false when one stays.
  func becomesIdle() async -> Bool { await eventually { self.openConnectionCount == 0 } }
}

/// Waits, without a thread, until the condition holds; false after ten seconds.
func eventually(_ condition: () -> Bool) async -> Bool {
  let limit = ContinuousClock.now + .seconds(10)
  while !condition() {
    guard ContinuousClock.now < limit else { return false }
    await Task.yield()
  }
  return true
}

extension BatchFetcher {
  func fetch(_ url: String) async -> FetchResult { await fetch(FetchRequest(url: url)) }
}
