import InternetAddress
import LoopbackServer
import Testing

@testable import BatchFetch

/// Retries, pauses, limits per host, and what an old connection may do.
@Suite struct MannersTests {
  @Test("A passing fault is tried again and the tries are counted")
  func passing() async throws {
    let server = try LoopbackServer(routes: [
      .failing("/a.png", .status(503), times: 2, then: .ok("fine")),
      .failing("/b.png", .resetBeforeHead, times: 1, then: .ok("fine")),
    ])
    try await withEngine(try loopbackSettings { $0.retries = 2 }) { fetcher in
      let late = await fetcher.fetch(server.url("/a.png"))
      #expect(late.trail.httpStatus == 200)
      #expect(late.trail.attempts == 3)
    }
    // A new engine: on an old connection the reset would be repeated unseen.
    try await withEngine(try loopbackSettings { $0.retries = 2 }) { fetcher in
      let second = await fetcher.fetch(server.url("/b.png"))
      #expect(second.trail.httpStatus == 200)
      #expect(second.trail.attempts == 2)
      #expect(fetcher.counters.retries == 1)
    }
  }

  @Test(
    "A lasting fault is asked for no more often than the tries allow",
    arguments: [
      (Reply.status(500), 3), (.status(404), 1), (.resetBeforeHead, 3), (.garbage, 1),
      (.status(501), 1), (.redirect(301, to: nil), 1),
    ])
  func lasting(reply: Reply, requests: Int) async throws {
    let server = try LoopbackServer { _ in reply }
    try await withEngine(try loopbackSettings { $0.retries = 2 }) { fetcher in
      let result = await fetcher.fetch(server.url("/a.png"))
      #expect(result.trail.attempts == requests)
      #expect(server.requestCount == requests)
    }
  }

  @Test("A try that ran out of time is the last")
  func slow() async throws {
    let server = try LoopbackServer { _ in .stallAfterHead }
    let settings = try loopbackSettings {
      $0.retries = 2
      $0.timeLimit = .milliseconds(200)
    }
    try await withEngine(settings) { fetcher in
      let result = await fetcher.fetch(server.url("/a.png"))
      #expect(result.failure?.code == .tooSlow)
      #expect(result.trail.httpStatus == 200)
      #expect(result.download?.byteCount == 0)
      #expect(result.trail.attempts == 1)
      #expect((0.2..<2).contains(result.trail.timing.total))
    }
  }

  @Test(
    "Time is up over everything: stalls, drips and chains of slow redirects",
    arguments: [
      Reply.stallBeforeHead, .stallInHead, .drip([1, 2, 3], every: .milliseconds(300)),
      .dripHead(every: .milliseconds(50)), .endlessInterim,
      .redirect(to: "/again").after(.wait(.milliseconds(150))),
    ])
  func deadline(reply: Reply) async throws {
    let server = try LoopbackServer { _ in reply }
    try await withEngine(try loopbackSettings { $0.timeLimit = .milliseconds(400) }) { fetcher in
      let result = await fetcher.fetch(server.url("/a.png"))
      #expect(result.failure?.code == .tooSlow)
      #expect(result.trail.timing.total < 2)
    }
  }

  @Test("429 to the end, and 503 with Retry-After, are our own pace; the answer is kept")
  func rateLimited() async throws {
    let server = try LoopbackServer(routes: [
      Route("/a.png", .status(429)), Route("/b.png", .retryAfter("0", status: 503)),
      Route("/c.png", .retryAfter("31")),
    ])
    try await withEngine(try loopbackSettings { $0.retries = 1 }) { fetcher in
      for (path, tries) in [("/a.png", 2), ("/b.png", 2), ("/c.png", 1)] {
        let result = await fetcher.fetch(server.url(path))
        #expect(result.failure?.code == .rateLimited)
        #expect(result.trail.attempts == tries)
        #expect(result.download?.byteCount == 11)
        #expect(server.requestCount(path) == tries)
      }
      #expect(fetcher.counters.slowedHosts == 1)
    }
  }

  @Test("Retry-After holds back its own host and no other")
  func retryAfterOfOneHost() async throws {
    let limited = try LoopbackServer { _ in .retryAfter("30", status: 503) }
    let other = try LoopbackServer { _ in .ok("fine") }
    try await withEngine(try loopbackSettings { $0.retries = 1 }) { fetcher in
      let held = Task { await fetcher.fetch(limited.url("/1")) }
      #expect(await limited.receives(1))
      #expect(await eventually { fetcher.counters.waiting == 1 })
      // Answered while the first host still waits: half a minute is not up.
      #expect(await fetcher.fetch(other.url("/")).failure == nil)
      #expect(limited.requestCount == 1)
      #expect(fetcher.counters.waiting == 1)
      held.cancel()
      #expect(await held.value.failure?.code == .cancelled)
    }
  }

  @Test("Retry-After holds back every request to its host")
  func retryAfter() async throws {
    let clock = ContinuousClock()
    let times = Locked<[ContinuousClock.Instant]>([])
    let limited = try LoopbackServer { request in
      times.withLock { $0.append(clock.now) }
      return request.order == 1 ? .retryAfter("1", status: 503) : .ok("fine")
    }
    let settings = try loopbackSettings {
      $0.retries = 1
      $0.perHost = 1
    }
    try await withEngine(settings) { fetcher in
      async let first = fetcher.fetch(limited.url("/1"))
      #expect(await limited.receives(1))
      async let second = fetcher.fetch(limited.url("/2"))
      #expect(await first.failure == nil)
      #expect(await second.failure == nil)
    }
    let noted = times.withLock { $0 }
    #expect(noted.count == 3)
    #expect(noted.dropFirst().allSatisfy { $0 - noted[0] >= .milliseconds(950) })
  }

  @Test("No more connections than allowed are opened to one host")
  func perHost() async throws {
    let server = try LoopbackServer { _ in .ok("fine").after(.wait(.milliseconds(5))) }
    let settings = try loopbackSettings {
      $0.perHost = 3
      $0.retries = 1
    }
    try await withEngine(settings) { fetcher in
      await withTaskGroup(of: FetchResult.self) { group in
        for number in 0..<60 { group.addTask { await fetcher.fetch(server.url("/\(number)")) } }
        for await result in group { #expect(result.failure == nil) }
      }
    }
    #expect(server.peakConnectionCount <= 3)
    #expect(server.connectionCount == 3)
  }

  @Test("A stalled host does not hold up the others")
  func stalledHost() async throws {
    let stalled = try LoopbackServer { _ in .stallBeforeHead }
    let lively = try LoopbackServer { _ in .ok("fine") }
    let settings = try loopbackSettings {
      $0.concurrency = 16
      $0.perHost = 4
      $0.timeLimit = .seconds(60)
    }
    try await withEngine(settings) { fetcher in
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask { _ = await fetcher.fetch(stalled.url("/\(number)")) }
        }
        #expect(await stalled.receives(4))
        await withTaskGroup(of: Void.self) { inner in
          for number in 0..<200 {
            inner.addTask { _ = await fetcher.fetch(lively.url("/\(number)")) }
          }
        }
        #expect(stalled.openConnectionCount == 4)
        group.cancelAll()
      }
    }
  }

  @Test("A 408 on an idle connection, and a close just as it is reused, are repeated unseen")
  func staleConnections() async throws {
    let gate = Gate()
    let server = try LoopbackServer(routes: [
      Route("/a", [.ok("fine").thenUnasked408(when: gate), .ok("fine")]),
      Route("/b", .ok("fine")), .closesOnReuse("/c", .ok("fine")),
      .closesOnReuse("/d", .ok("fine"), end: .reset),
    ])
    let settings = try loopbackSettings {
      $0.perHost = 1
      $0.retries = 1
    }
    try await withEngine(settings) { fetcher in
      #expect(await fetcher.fetch(server.url("/a")).trail.httpStatus == 200)
      gate.open()
      for path in ["/b", "/c", "/c", "/c", "/d", "/d"] {
        let result = await fetcher.fetch(server.url(path))
        #expect(result.trail.httpStatus == 200, "\(path)")
        #expect(result.trail.attempts == 1)
      }
    }
  }

  @Test("A 408 that is really the answer stays one")
  func real408() async throws {
    let server = try LoopbackServer { _ in .status(408) }
    try await withEngine(try loopbackSettings()) { fetcher in
      let result = await fetcher.fetch(server.url("/a"))
      #expect(result.failure == nil)
      #expect(result.trail.httpStatus == 408)
      #expect(server.requestCount == 1)
    }
  }

  @Test("A proxy that refuses is not the campaign's fault")
  func proxies() async throws {
    let proxy = try LoopbackServer { request in
      request.method == "CONNECT" ? .status(403) : .status(407)
    }
    let closed = try LoopbackServer { _ in .ok("x") }
    closed.stop()
    for port in [proxy.port, closed.port] {
      let settings = try loopbackSettings { $0.proxy = .url("http://127.0.0.1:\(port)") }
      try await withEngine(settings) { fetcher in
        #expect(!fetcher.addressCheckApplies)
        for url in ["http://example.test/a", "https://example.test/a"] {
          let failure = await fetcher.fetch(url).failure
          #expect(failure?.code == .proxyFailed, "\(failure?.cause ?? "")")
        }
      }
    }
  }

  @Test("A proxy that takes connections and says nothing is not the campaign's fault")
  func silentProxy() async throws {
    let proxy = try LoopbackServer { _ in .stallBeforeHead }
    let settings = try loopbackSettings {
      $0.proxy = .url("http://127.0.0.1:\(proxy.port)")
      $0.timeLimit = .milliseconds(300)
    }
    try await withEngine(settings) { fetcher in
      for url in ["http://example.test/a", "https://example.test/a"] {
        #expect(await fetcher.fetch(url).failure?.code == .proxyFailed, "\(url)")
      }
    }
  }

  @Test("A proxy that cannot be used is refused, never gone around")
  func unusableProxy() throws {
    for proxy in ["p:x", "http://", "p:0", "p:99999", "http://a b", "::", "ftp://p:1", ""] {
      let settings = try loopbackSettings { $0.proxy = .url(proxy) }
      #expect(throws: BatchFetcherError.self, "\(proxy)") { _ = try BatchFetcher(settings) }
    }
    let variables = ["http_proxy": "p:1", "https_proxy": "p:x"]
    #expect(
      FetchSettings.Proxy.environment.defect(environment: { variables[$0] }) == "https_proxy 'p:x'")
  }

  @Test("Through a proxy the answer is the answer")
  func throughProxy() async throws {
    let proxy = try LoopbackServer { .ok($0.target) }
    let settings = try loopbackSettings {
      $0.proxy = .url("http://127.0.0.1:\(proxy.port)")
      $0.addressPolicy.allowed = []
    }
    try await withEngine(settings) { fetcher in
      let result = await fetcher.fetch("http://example.test/a")
      #expect(result.download?.head == Array("http://example.test/a".utf8))
    }
  }
}
