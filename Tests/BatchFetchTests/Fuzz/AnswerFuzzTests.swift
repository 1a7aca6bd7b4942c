import LoopbackServer
import Testing

@testable import BatchFetch

/// Damaged answers over a real socket to the whole engine.
@Suite struct AnswerFuzzTests {
  /// Where the noise is.
  enum Lane: String, CaseIterable, CustomTestStringConvertible {
    case plain = "HTTP/1.1"
    case tls = "HTTP/1.1 over TLS"
    case http2 = "frames of HTTP/2"
    case handshake = "answers to a TLS hello"

    var testDescription: String { rawValue }
  }

  /// Names under one domain, so that one certificate serves all.
  private static let certificate = TestCertificates.certificate(.trusted, names: ["*.noise.test"])

  private static func server(_ lane: Lane, first: Int) throws -> LoopbackServer {
    // Redirects lead to paths without a number: some answer there too.
    @Sendable func seed(_ request: Request) -> UInt64 {
      UInt64(request.path.dropFirst()) ?? UInt64(request.order) &* 7919
    }
    return switch lane {
    case .plain: try LoopbackServer { .noise(seed: seed($0)) }
    case .tls: try LoopbackServer(.tls(certificate)) { .noise(seed: seed($0)) }
    case .http2: try LoopbackServer(.http2(certificate)) { .http2Noise(seed: seed($0)) }
    case .handshake:
      try LoopbackServer(.faulty(.sayEach { TLSNoise.records(seed: UInt64(first + $0)) })) { _ in
        .ok()
      }
    }
  }

  @Test(
    "No answer harms the engine, is taken for our own fault or leaves anything open",
    arguments: Lane.allCases)
  func answers(lane: Lane) async throws {
    let names = try LoopbackNameServer {
      $0.name.hasSuffix(".noise.test") ? .addresses(["127.0.0.1"]) : .notFound
    }
    let first = FuzzBudget.seed * 1_000_000_000
    let server = try Self.server(lane, first: first)
    let settings = try loopbackSettings {
      $0.resolver.servers = [names.address]
      $0.trustFile = TestCertificates.authorityFile
      // Cut frames may leave a stream that nobody ends.
      $0.timeLimit = lane == .http2 ? .seconds(1) : .seconds(30)
      $0.concurrency = 16
      $0.perHost = 16
      // Without retries no connection would be used twice.
      $0.retries = lane == .handshake ? 0 : 1
    }
    let scheme = lane == .plain ? "http" : "https"
    var endings: [String: Int] = [:]
    try await withEngine(settings) { fetcher in
      await withTaskGroup(of: FetchResult.self) { group in
        for number in 0..<FuzzBudget.answers {
          if number >= 64, let result = await group.next() { Self.count(result, &endings) }
          // Many hosts: one that comes to say 429 is slowed from then on. Streams share connections.
          let host = "h\(number % (lane == .http2 ? 97 : 997)).noise.test"
          let url = "\(scheme)://\(host):\(server.port)/\(first + number)"
          group.addTask { await fetcher.fetch(url) }
        }
        for await result in group { Self.count(result, &endings) }
      }
      let counters = fetcher.counters
      #expect(counters.accepted == FuzzBudget.answers && counters.finished == counters.accepted)
    }
    #expect(await server.becomesIdle())
    let told = endings.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print(
      "fuzz: \(lane.rawValue): \(FuzzBudget.answers) inputs, seed \(FuzzBudget.seed): \(told)")
  }

  private static func count(_ result: FetchResult, _ endings: inout [String: Int]) {
    let code = result.failure?.code
    endings[code.map { "\($0)" } ?? "answer", default: 0] += 1
    let isOurs = [.localFault, .cancelled, .auditOffline, .proxyFailed].contains(code)
    let cause = result.failure?.cause ?? ""
    #expect(!isOurs, "\(result.request.url): \(result.failure?.detail ?? "") \(cause)")
  }
}
