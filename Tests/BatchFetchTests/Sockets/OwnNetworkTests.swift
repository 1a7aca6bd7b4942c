import LoopbackServer
import Testing

@testable import BatchFetch

/// Our own network down, told apart from hosts that are.
@Suite struct OwnNetworkTests {
  /// Hosts that say nothing at all, each with a name of its own.
  private struct Silence {
    let port: DeadPort
    let names: LoopbackNameServer

    init() throws {
      port = try DeadPort(.silent)
      names = try LoopbackNameServer([:], otherwise: .addresses(["127.0.0.1"]))
    }

    func url(_ host: Int, _ path: String = "/") -> String { port.url(path, host: "s\(host).test") }

    func settings() throws -> FetchSettings {
      try loopbackSettings {
        $0.resolver.servers = [names.address]
        $0.timeLimit = .milliseconds(500)
        $0.offlineSpan = .milliseconds(300)
        $0.perHost = 1
      }
    }
  }

  @Test("Three silent hosts do not take us offline while another one answers")
  func othersAnswer() async throws {
    let silence = try Silence()
    let lively = try LoopbackServer { _ in .ok("fine") }
    try await withEngine(try silence.settings()) { fetcher in
      let talk = Task {
        while !Task.isCancelled { _ = await fetcher.fetch(lively.url("/")) }
      }
      await withTaskGroup(of: FetchResult.self) { group in
        for host in 0..<3 { group.addTask { await fetcher.fetch(silence.url(host)) } }
        for await result in group { #expect(result.failure?.code == .tooSlow) }
      }
      #expect(!fetcher.isOffline)
      talk.cancel()
      await talk.value
    }
  }

  @Test("Three silent hosts and nobody else: we are offline, and nothing more is asked")
  func nobodyAnswers() async throws {
    let silence = try Silence()
    let lively = try LoopbackServer { _ in .ok("fine") }
    try await withEngine(try silence.settings()) { fetcher in
      var codes: [FetchFailure.Code?] = []
      await withTaskGroup(of: FetchResult.self) { group in
        for number in 0..<12 {
          group.addTask { await fetcher.fetch(silence.url(number % 3, "/\(number)")) }
        }
        for await result in group { codes.append(result.failure?.code) }
      }
      #expect(fetcher.isOffline)
      #expect(codes.contains(.auditOffline))
      #expect(codes.allSatisfy { $0 == .auditOffline || $0 == .tooSlow })
      #expect(await fetcher.fetch(lively.url("/")).failure?.code == .auditOffline)
    }
    #expect(lively.requestCount == 0)
  }

  @Test("While no name server answers, a redirect waits at its target and is not asked once more")
  func redirectMeanwhile() async throws {
    let names = try LoopbackNameServer([
      "far.test": .sequence([.silence, .silence, .addresses(["127.0.0.1"])])
    ])
    let server = try LoopbackServer { request in
      request.path == "/end"
        ? .ok("fine") : .redirect(to: "http://far.test:\(request.query)/end")
    }
    var settings = try loopbackSettings { $0.resolver.servers = [names.address] }
    settings.resolver.timeout = .milliseconds(100)
    settings.resolver.tries = 1
    try await withEngine(settings) { fetcher in
      let result = await fetcher.fetch(server.url("/a?\(server.port)"))
      #expect(result.failure == nil, "\(result.failure?.cause ?? "")")
      #expect(result.trail.hops.map(\.status) == [302, 200])
      #expect(result.trail.attempts == 1)
    }
    #expect(server.requestCount("/a") == 1)
    #expect(server.requestCount("/end") == 1)
    #expect(names.queryCount("far.test", kind: "A") == 3)
  }

  @Test(
    "A name server that fails for every name is our trouble, also where it is back in a moment",
    arguments: [false, true])
  func failingNameServer(comesBack: Bool) async throws {
    let failures = [LoopbackNameServer.Answer](repeating: .serverFailure, count: 2)
    let names = try LoopbackNameServer(
      [:], otherwise: comesBack ? .sequence(failures + [.addresses(["127.0.0.1"])]) : .serverFailure
    )
    let server = try LoopbackServer { _ in .ok("fine") }
    let settings = try loopbackSettings {
      $0.resolver.servers = [names.address]
      $0.retries = 9
      $0.offlineSpan = comesBack ? .seconds(30) : .milliseconds(300)
    }
    try await withEngine(settings) { fetcher in
      await withTaskGroup(of: FetchResult.self) { group in
        for host in 0..<5 {
          group.addTask { await fetcher.fetch(server.url("/\(host)", host: "h\(host).test")) }
        }
        for await result in group {
          #expect(result.failure?.code == (comesBack ? nil : .auditOffline))
        }
      }
      #expect(fetcher.isOffline == !comesBack)
    }
  }

  @Test("Two silent hosts are their own trouble, however long they last")
  func twoHosts() async throws {
    let silence = try Silence()
    try await withEngine(try silence.settings()) { fetcher in
      await withTaskGroup(of: FetchResult.self) { group in
        for number in 0..<6 {
          group.addTask { await fetcher.fetch(silence.url(number % 2, "/\(number)")) }
        }
        for await result in group { #expect(result.failure?.code == .tooSlow) }
      }
      #expect(!fetcher.isOffline)
    }
  }

  @Test(
    "A refused connection, an unknown name and a TLS alert are answers",
    arguments: ["refused", "unknown", "alert"])
  func answers(kind: String) async throws {
    let silence = try Silence()
    let closed = try DeadPort(.refusing)
    let alert = try LoopbackServer(.faulty(.alert)) { _ in .ok() }
    let names = try LoopbackNameServer {
      $0.name.hasPrefix("s") || $0.name.hasPrefix("a") ? .addresses(["127.0.0.1"]) : .notFound
    }
    let urls = [
      "refused": closed.url("/"), "unknown": "http://nobody.test/",
      "alert": "https://a.test:\(alert.port)/",
    ]
    let url = try #require(urls[kind])
    var settings = try silence.settings()
    settings.resolver.servers = [names.address]
    try await withEngine(settings) { fetcher in
      let talk = Task {
        while !Task.isCancelled { _ = await fetcher.fetch(url) }
      }
      await withTaskGroup(of: FetchResult.self) { group in
        for host in 0..<3 { group.addTask { await fetcher.fetch(silence.url(host)) } }
        for await result in group { #expect(result.failure?.code == .tooSlow) }
      }
      #expect(!fetcher.isOffline)
      talk.cancel()
      await talk.value
    }
  }
}
