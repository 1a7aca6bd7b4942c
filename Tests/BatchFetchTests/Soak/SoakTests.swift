import Foundation
import LoopbackServer
import Testing

@testable import BatchFetch

/// Proof that nothing is left behind: thousands of transfers, thirty of a hundred with a fault.
///
/// The engine runs in a process of its own, so that the servers' threads and memory do not count.
@Suite struct SoakTests {
  /// `scripts/soak` asks for more than a usual test run.
  static let transfers =
    ProcessInfo.processInfo.environment["SOAK_TRANSFERS"].flatMap { Int($0) } ?? 1_000
  private static let warmUp = 500
  /// What resident memory may differ by at the end: 200 bytes left by each of 20,000 transfers
  /// would be 4 MB.
  private static let memoryBound = 4 << 20

  @Test("Transfers with every kind of fault leave no descriptor, no thread and no memory behind")
  func leaks() async throws {
    let servers = try SoakServers()
    let places = servers.places
    let ending = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { [places = places as SoakPlaces] in
      try await SoakTests.soak(places)
    }
    let said = String(decoding: ending?.standardOutputContent ?? [], as: UTF8.self)
    for line in said.split(separator: "\n") where line.hasPrefix("soak:") { print(line) }
  }

  private static func soak(_ places: SoakPlaces) async throws {
    let settings = try loopbackSettings {
      $0.resolver.servers = [places.names]
      // A look-up that was broken off holds c-ares' socket until its time is up.
      $0.resolver.timeout = .milliseconds(200)
      $0.resolver.tries = 1
      $0.trustFile = places.trustFile
      $0.retries = 1
      $0.timeLimit = .seconds(2)
      $0.perHost = 16
      $0.idleConnections = 16
      $0.keepsBodies = true
    }
    try await withEngine(settings) { fetcher in
      var run = SoakRun(fetcher: fetcher, places: places)
      await run.transfer(0..<warmUp)
      let start = await run.settle(like: nil)
      print("soak: start, after \(warmUp) transfers: \(start)")
      let half = warmUp + transfers / 2
      await run.transfer(warmUp..<half)
      print("soak: middle, after \(half): \(await run.settle(like: start))")
      await run.transfer(half..<(warmUp + transfers))
      let end = await run.settle(like: start)
      print("soak: end, after \(warmUp + transfers): \(end)")
      print("soak: \(run.told)")
      #expect(end.descriptors == start.descriptors)
      #expect(end.threads == start.threads)
      if !isSanitized { #expect(end.memory - start.memory < memoryBound) }
      // Every kind of end was there: else the servers were not what this is about.
      let seen = Set(run.endings.keys)
      let wanted: Set<String> = [
        "answer", "cancelled", "connectFailed", "connectionLost", "contentDecodingFailed",
        "dnsFailure", "dnsNotFound", "tlsExpired", "tlsFailed", "tooManyRedirects", "tooSlow",
      ]
      #expect(seen.isSuperset(of: wanted), "\(seen.sorted())")
      #expect(fetcher.counters.accepted == fetcher.counters.finished)
    }
  }

  /// A sanitizer keeps freed memory for a while.
  private static let isSanitized =
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}

/// The transfers of a soak and what came of them.
private struct SoakRun {
  let fetcher: BatchFetcher
  let places: SoakPlaces
  var endings: [String: Int] = [:]

  /// How the transfers ended, the most frequent first.
  var told: String {
    endings.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  /// Makes the transfers of these numbers, up to 64 at a time.
  mutating func transfer(_ numbers: Range<Int>) async {
    await withTaskGroup(of: FetchResult.self) { group in
      var doomed: [Task<FetchResult, Never>] = []
      for (index, number) in numbers.enumerated() {
        if index >= 64, let result = await group.next() { count(result) }
        let (url, isCancelled) = SoakTraffic.transfer(number, places)
        guard isCancelled else {
          group.addTask { [fetcher] in await fetcher.fetch(url) }
          continue
        }
        let task = Task { [fetcher] in await fetcher.fetch(url) }
        group.addTask { await task.value }
        doomed.append(task)
        // By then it has begun, and waits for what never comes.
        if doomed.count > 4 { doomed.removeFirst().cancel() }
      }
      for task in doomed { task.cancel() }
      for await result in group { count(result) }
    }
  }

  private mutating func count(_ result: FetchResult) {
    endings[result.failure.map { "\($0.code)" } ?? "answer", default: 0] += 1
  }

  /// Fills the store of idle connections with live ones, whose number is always the same, and
  /// counts; waits a while for the same descriptors and threads as before.
  func settle(like earlier: ProcessFigures?) async -> ProcessFigures {
    await withTaskGroup(of: Void.self) { group in
      for host in 0..<64 {
        let url = places.url("plain", "/good", host: "h\(host).test")
        group.addTask { [fetcher] in _ = await fetcher.fetch(url) }
      }
    }
    // What is just ending is waited for.
    var calm = ProcessFigures.now()
    var sightings = 0
    _ = await eventually {
      let now = ProcessFigures.now()
      sightings = now.holdsAsMany(as: earlier ?? calm) ? sightings + 1 : 0
      calm = now
      return sightings == 100
    }
    return .now()
  }
}
