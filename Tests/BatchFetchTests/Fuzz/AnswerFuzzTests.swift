import LoopbackServer
import Testing

@testable import BatchFetch

/// Damaged answers over a real socket to the whole engine.
@Suite struct AnswerFuzzTests {
  @Test("No answer harms the engine, is taken for our own fault or leaves anything open")
  func answers() async throws {
    let names = try LoopbackNameServer {
      $0.name.hasSuffix(".noise.test") ? .addresses(["127.0.0.1"]) : .notFound
    }
    let server = try LoopbackServer { request in
      // Redirects lead to paths without a number: a right answer there.
      .noise(seed: UInt64(request.path.dropFirst()) ?? UInt64(request.order) &* 7919)
    }
    let settings = try loopbackSettings {
      $0.resolver.servers = [names.address]
      $0.timeLimit = .seconds(30)
      $0.concurrency = 16
      $0.perHost = 16
    }
    let first = FuzzBudget.seed * 1_000_000_000
    var endings: [String: Int] = [:]
    try await withEngine(settings) { fetcher in
      await withTaskGroup(of: FetchResult.self) { group in
        for number in 0..<FuzzBudget.answers {
          if number >= 64, let result = await group.next() { Self.count(result, &endings) }
          // Many hosts: one that comes to say 429 is slowed from then on.
          let host = "h\(number % 997).noise.test"
          let url = server.url("/\(first + number)", host: host)
          group.addTask { await fetcher.fetch(url) }
        }
        for await result in group { Self.count(result, &endings) }
      }
      let counters = fetcher.counters
      #expect(counters.accepted == FuzzBudget.answers && counters.finished == counters.accepted)
    }
    #expect(await server.becomesIdle())
    let told = endings.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print("fuzz: answers: \(FuzzBudget.answers) inputs, seed \(FuzzBudget.seed): \(told)")
  }

  private static func count(_ result: FetchResult, _ endings: inout [String: Int]) {
    let code = result.failure?.code
    endings[code.map { "\($0)" } ?? "answer", default: 0] += 1
    let isOurs = [.localFault, .cancelled, .auditOffline, .proxyFailed].contains(code)
    let cause = result.failure?.cause ?? ""
    #expect(!isOurs, "\(result.request.url): \(result.failure?.detail ?? "") \(cause)")
  }
}
