import LoopbackServer
import Testing

@testable import BatchFetch

@Suite struct RedirectWalkTests {
  private func outcome(
    _ routes: [Route], _ path: String = "/a.png",
    _ change: (inout FetchSettings) -> Void = { _ in }
  ) async throws -> (result: FetchResult, server: LoopbackServer) {
    let server = try LoopbackServer(routes: routes)
    let result = try await withEngine(try loopbackSettings(change)) {
      await $0.fetch(server.url(path))
    }
    return (result, server)
  }

  @Test("Five statuses are followed", arguments: [301, 302, 303, 307, 308])
  func followed(status: Int) async throws {
    let (result, server) = try await outcome([
      Route("/a.png", .redirect(status, to: "/b/c.png")), Route("/b/c.png", .ok("here")),
    ]) { $0.retries = 1 }
    #expect(result.failure == nil)
    #expect(
      result.trail.hops == [
        .init(url: server.url("/a.png"), status: status),
        .init(url: server.url("/b/c.png"), status: 200),
      ])
    #expect(result.trail.redirects == 1)
    #expect(server.connectionCount == 1)
    #expect(server.requests.allSatisfy { $0.method == "GET" && $0.headers["Referer"] == nil })
  }

  @Test("Sixteen redirects are followed, seventeen are too many", arguments: [16, 17])
  func limit(count: Int) async throws {
    let (result, server) = try await outcome([.redirects("/chain")], "/chain/\(count)")
    #expect(result.failure?.code == (count == 17 ? .tooManyRedirects : nil))
    #expect(server.requestCount == 17)
    #expect(result.trail.hops.count == 17)
  }

  @Test("A loop ends")
  func loop() async throws {
    let (result, _) = try await outcome([.loop("/a.png")])
    #expect(result.failure?.code == .tooManyRedirects)
  }

  @Test(
    "A Location that leads elsewhere has its reason",
    arguments: [
      ("ftp://127.0.0.1/a", FetchFailure.Code.redirectSchemeUnsupported),
      ("data:,x", .redirectSchemeUnsupported), ("file:///etc/passwd", .redirectSchemeUnsupported),
      ("javascript:alert(1)", .redirectSchemeUnsupported), ("http:///a", .redirectWithoutTarget),
      ("http://10.0.0.1/a", .addressNotPublic), ("http://0xa.1/a", .addressNotPublic),
      ("http://[::ffff:10.0.0.1]/a", .addressNotPublic),
      ("http://169.254.169.254/latest", .addressNotPublic),
    ])
  func elsewhere(location: String, code: FetchFailure.Code) async throws {
    let (result, _) = try await outcome([Route("/a.png", .redirect(to: location))])
    #expect(result.failure?.code == code)
    #expect(result.trail.httpStatus == 302)
  }

  @Test("The policy is asked before each hop, the first too")
  func policy() async throws {
    let asked = Locked<[Int]>([])
    let (result, _) = try await outcome([
      Route("/a.png", .redirect(to: "/b.png")), Route("/b.png", .redirect(to: "/c.png")),
    ]) {
      $0.hopPolicy = HopPolicy { url, index in
        asked.withLock { $0.append(index) }
        return url.hasSuffix("/c.png") ? .httpNotSecure : nil
      }
    }
    #expect(asked.withLock { $0 } == [0, 1, 2])
    #expect(result.failure?.code == .redirectNotSecure)
    let (first, server) = try await outcome([]) {
      $0.hopPolicy = HopPolicy { _, _ in .httpNotSecure }
    }
    #expect(first.failure?.code == .httpNotSecure)
    #expect(server.connectionCount == 0)
  }

  @Test("Cookies are kept along a chain and gone with it")
  func cookies() async throws {
    let server = try LoopbackServer(routes: [
      .needsCookie("/a.png", then: .ok("in")),
      Route("/b.png") { .answer($0.headers["Cookie"] == nil ? 200 : 403) },
    ])
    let settings = try loopbackSettings { $0.concurrency = 1 }
    try await withEngine(settings) { fetcher in
      #expect(await fetcher.fetch(server.url("/a.png")).trail.httpStatus == 200)
      #expect(await fetcher.fetch(server.url("/b.png")).trail.httpStatus == 200)
      #expect(await fetcher.fetch(server.url("/a.png")).trail.httpStatus == 200)
    }
  }

  @Test("A redirect's body that never ends is not waited for")
  func endlessBody() async throws {
    let (result, _) = try await outcome([
      Route(
        "/a.png",
        .endless(
          status: 302, headers: ["Location": "/b.png"], framing: .chunked, every: .milliseconds(5))),
      Route("/b.png", .ok("here")),
    ]) { $0.timeLimit = .seconds(5) }
    #expect(result.failure == nil)
    #expect(result.trail.timing.total < 4)
  }

  @Test("A small redirect body costs no connection")
  func smallBody() async throws {
    let (result, server) = try await outcome([
      Route(
        "/a.png",
        .answer(302, Array(repeating: 65, count: 2000), headers: ["Location": "/b.png"])),
      Route("/b.png", .ok("here")),
    ]) { $0.retries = 1 }
    #expect(result.failure == nil)
    #expect(server.connectionCount == 1)
  }

  @Test("Hops to a busy host wait for room there, off the clock")
  func perHostAlongChains() async throws {
    let target = try LoopbackServer(routes: [
      Route("/b.png", .ok("here").after(.wait(.milliseconds(30))))
    ])
    let goal = target.url("/b.png")
    let source = try LoopbackServer { _ in .redirect(to: goal) }
    let settings = try loopbackSettings {
      $0.perHost = 2
      // Without retries each request has a connection of its own, and a server notices the end of
      // one only after the next has come.
      $0.retries = 1
      $0.timeLimit = .milliseconds(600)
    }
    try await withEngine(settings) { fetcher in
      await withTaskGroup(of: FetchResult.self) { group in
        for number in 0..<60 { group.addTask { await fetcher.fetch(source.url("/\(number)")) } }
        for await result in group { #expect(result.failure == nil) }
      }
    }
    #expect(target.peakConnectionCount <= 2)
    #expect(source.peakConnectionCount <= 2)
  }
}
