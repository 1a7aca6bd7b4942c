import InternetAddress
import LoopbackServer
import Testing

@testable import BatchFetch

@Suite struct NameTests {
  /// Made anew for each server: LeakSanitizer does not find the boxes of a lasting table, whose
  /// pointers carry tag bits.
  private static var table: [String: LoopbackNameServer.Answer] {
    [
      "there.test": .addresses(["127.0.0.1"]), "both.test": .addresses(["127.0.0.1", "::1"]),
      "private.test": .addresses(["10.1.2.3"]),
      "mixed.test": .addresses(["10.1.2.3", "127.0.0.1"]),
      "private6.test": .addresses(["fd00::1"]), "empty.test": .empty, "broken.test": .serverFailure,
      "refused.test": .refused, "silent.test": .silence,
      "alias.test": .alias("there.test"),
      "flaky.test": .sequence([.serverFailure, .serverFailure, .addresses(["127.0.0.1"])]),
    ]
  }

  private func settings(
    _ server: LoopbackNameServer, _ change: (inout FetchSettings) -> Void = { _ in }
  ) throws -> FetchSettings {
    try loopbackSettings {
      $0.resolver.servers = [server.address]
      $0.resolver.timeout = .milliseconds(200)
      $0.resolver.tries = 1
      change(&$0)
    }
  }

  @Test(
    "A name's answer decides the reason",
    arguments: [
      ("nobody.test", FetchFailure.Code.dnsNotFound), ("empty.test", .dnsNotFound),
      ("broken.test", .dnsFailure), ("refused.test", .dnsFailure),
      ("private.test", .addressNotPublic), ("private6.test", .addressNotPublic),
      // Port 1 is closed: the permitted address was tried.
      ("there.test", .connectFailed), ("mixed.test", .connectFailed), ("both.test", .connectFailed),
      ("alias.test", .connectFailed), ("localhost", .connectFailed),
      ("any.localhost", .connectFailed),
    ])
  func reasons(host: String, code: FetchFailure.Code) async throws {
    let server = try LoopbackNameServer(Self.table)
    try await withEngine(try settings(server)) { fetcher in
      let result = await fetcher.fetch("http://\(host):1/a")
      #expect(result.failure?.code == code, "\(result.failure?.cause ?? "")")
    }
  }

  @Test("A hundred fetches of one host ask for its name once, both families")
  func sharing() async throws {
    let server = try LoopbackNameServer(Self.table)
    try await withEngine(try settings(server)) { fetcher in
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<100 {
          group.addTask { _ = await fetcher.fetch("http://there.test:1/\(number)") }
        }
      }
    }
    #expect(server.queries.map(\.kind).sorted() == ["A", "AAAA"])
  }

  @Test("A name server's passing fault is tried again")
  func passing() async throws {
    let server = try LoopbackNameServer(Self.table)
    try await withEngine(try settings(server) { $0.retries = 3 }) { fetcher in
      let result = await fetcher.fetch("http://flaky.test:1/")
      #expect(result.failure?.code == .connectFailed)
      #expect(result.trail.attempts == 4)
    }
  }

  @Test("A name that is not found is asked for once in the run")
  func negativeCaching() async throws {
    let server = try LoopbackNameServer(Self.table)
    try await withEngine(try settings(server)) { fetcher in
      for _ in 0..<3 { _ = await fetcher.fetch("http://nobody.test:1/") }
    }
    #expect(server.queryCount("nobody.test", kind: "A") == 1)
    #expect(server.queryCount("nobody.test", kind: "AAAA") == 1)
  }

  @Test(
    "Cancelling a look-up that nobody answers does not wait for its end", .timeLimit(.minutes(5)))
  func cancellation() async throws {
    let server = try LoopbackNameServer(Self.table)
    let slow = try settings(server) {
      $0.resolver.timeout = .seconds(3600)
      $0.timeLimit = .seconds(3600)
    }
    try await withEngine(slow) { fetcher in
      let task = Task { await fetcher.fetch("http://silent.test:1/") }
      #expect(await eventually { !server.queries.isEmpty })
      task.cancel()
      #expect(await task.value.failure?.code == .cancelled)
    }
  }

  @Test("A look-up that outlives the time limit ends with it")
  func deadline() async throws {
    let server = try LoopbackNameServer(Self.table)
    let slow = try settings(server) {
      $0.resolver.timeout = .seconds(20)
      $0.timeLimit = .milliseconds(300)
      $0.offlineSpan = .milliseconds(200)
    }
    try await withEngine(slow) { fetcher in
      let result = await fetcher.fetch("http://silent.test:1/")
      #expect(result.failure?.code == .auditOffline)
      #expect(fetcher.isOffline)
      #expect(await fetcher.fetch("http://127.0.0.1:1/").failure?.code == .auditOffline)
    }
  }

  @Test("The operator's own detour is looked up too, and its address is not checked")
  func detour() async throws {
    let server = try LoopbackNameServer(Self.table)
    let detoured = try settings(server) {
      $0.connectTo = ["::there.test:1"]
      $0.addressPolicy.allowed = []
    }
    try await withEngine(detoured) { fetcher in
      #expect(await fetcher.fetch("http://nobody.test/").failure?.code == .connectFailed)
    }
  }
}
