import LoopbackServer
import Testing

@testable import BatchFetch

@Suite struct LifecycleTests {
  @Test("A cancelled fetch stops at once, whatever it is doing")
  func cancellation() async throws {
    let server = try LoopbackServer { _ in .stallAfterHead }
    let settings = try loopbackSettings {
      $0.concurrency = 2
      // The limit must not come first on a busy machine.
      $0.timeLimit = .seconds(600)
    }
    try await withEngine(settings) { fetcher in
      let running = (0..<2).map { number in
        Task { await fetcher.fetch(server.url("/\(number)")) }
      }
      #expect(await server.receives(2))
      // Tasks start in any order: only now is it certain which ones wait.
      let queued = (2..<6).map { number in
        Task { await fetcher.fetch(server.url("/\(number)")) }
      }
      #expect(await eventually { fetcher.counters.queued == 4 })
      let tasks = running + queued
      // The queued ones first: none of them may get the slot of a cancelled one.
      for task in tasks.reversed() { task.cancel() }
      for task in tasks { #expect(await task.value.failure?.code == .cancelled) }
      #expect(await server.becomesIdle())
      #expect(fetcher.counters.active == 0)
      let early = Task { await fetcher.fetch(server.url("/early")) }
      early.cancel()
      #expect(await early.value.failure?.code == .cancelled)
    }
    // The last one may have been sent before it was cancelled; none that waited may have been.
    #expect((0..<2).allSatisfy { server.requestCount("/\($0)") == 1 })
    #expect((2..<6).allSatisfy { server.requestCount("/\($0)") == 0 })
  }

  @Test("After shutdown every fetch is answered, running ones and new ones")
  func shutdown() async throws {
    let server = try LoopbackServer { _ in .stallBeforeHead }
    let fetcher = try BatchFetcher(
      try loopbackSettings {
        $0.perHost = 2
        $0.timeLimit = .seconds(600)
      })
    let tasks = (0..<5).map { number in Task { await fetcher.fetch(server.url("/\(number)")) } }
    #expect(await server.receives(2))
    await fetcher.shutdown()
    for task in tasks { #expect(await task.value.failure?.code == .cancelled) }
    #expect(await fetcher.fetch(server.url("/new")).failure?.code == .cancelled)
    await fetcher.shutdown()
    #expect(await server.becomesIdle())
  }

  @Test("An engine that is only dropped ends too")
  func dropped() async throws {
    let server = try LoopbackServer { _ in .ok("fine") }
    do {
      let fetcher = try BatchFetcher(try loopbackSettings())
      #expect(await fetcher.fetch(server.url("/")).failure == nil)
    }
    #expect(await server.becomesIdle())
  }

  @Test("Many fetches with every kind of fault are each answered once, and counted")
  func mixture() async throws {
    let server = try LoopbackServer { request in
      switch request.order % 10 {
      case 0: .resetBeforeHead
      case 1: .headCutShort
      case 2: .ok("fine", coding: Coding(.gzip, .cut))
      default: .ok("fine")
      }
    }
    let settings = try loopbackSettings { $0.retries = 1 }
    try await withEngine(settings) { fetcher in
      var answered = 0
      await withTaskGroup(of: FetchResult.self) { group in
        for number in 0..<2000 {
          let url = server.url("/\(number)")
          group.addTask {
            guard number % 50 == 0 else { return await fetcher.fetch(url) }
            let task = Task { await fetcher.fetch(url) }
            task.cancel()
            return await task.value
          }
        }
        for await result in group {
          answered += 1
          if case .completed(let download) = result.ending { #expect(download.byteCount == 4) }
        }
      }
      #expect(answered == 2000)
      let counters = fetcher.counters
      #expect(counters.accepted == counters.finished)
      #expect(counters.active == 0 && counters.queued == 0 && counters.waiting == 0)
    }
  }

  @Test("Descriptors are shared out so that some are left")
  func descriptors() {
    var settings = FetchSettings()
    settings.concurrency = 200
    settings.idleConnections = 1000
    let plenty = LoopPlan.Room(settings, limit: 100_000)
    #expect(plenty.concurrency == 200 && plenty.connections == 1000)
    let tight = LoopPlan.Room(settings, limit: 100)
    #expect(tight.concurrency == 36 && tight.connections == 36)
    let none = LoopPlan.Room(settings, limit: 10)
    #expect(none.concurrency == 4 && none.connections == 4)
    settings.keepsBodies = true
    #expect(LoopPlan.Room(settings, limit: 1024).connections == 560)
  }

  @Test("Settings without a meaning are refused with a sentence")
  func badSettings() throws {
    let changes: [(inout FetchSettings) -> Void] = [
      { $0.concurrency = 0 }, { $0.perHost = 0 }, { $0.timeLimit = .zero }, { $0.retries = -1 },
      { $0.connectTo = ["nonsense"] }, { $0.resolver.servers = ["nonsense:::"] },
      { $0.extraHeaders = [("A\r\nB", "c")] },
    ]
    for change in changes {
      let settings = try loopbackSettings(change)
      let error = #expect(throws: BatchFetcherError.self) { try BatchFetcher(settings) }
      #expect(error?.code == .badSetting)
      #expect(error?.detail.isEmpty == false)
    }
  }
}
