import LoopbackServer
import Testing

@testable import BatchFetch

/// What a server counts is never more than the tries allow.
@Suite struct RequestCountTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var listener: Listener
    var answer: @Sendable (Request) -> Reply
    /// Whether every fetch has a good end all the same.
    var isHarmless: Bool

    init(
      _ name: String, isHarmless: Bool = false, _ listener: Listener = .plain,
      answer: @escaping @Sendable (Request) -> Reply
    ) {
      self.name = name
      self.listener = listener
      self.answer = answer
      self.isHarmless = isHarmless
    }

    var testDescription: String { name }
  }

  private static let rows: [Row] = [
    Row("closed at each reuse", isHarmless: true) {
      $0.numberOnConnection == 1 ? .ok("fine") : .closeBeforeHead
    },
    Row("reset at each reuse", isHarmless: true) {
      $0.numberOnConnection == 1 ? .ok("fine") : .resetBeforeHead
    },
    Row("408 at each reuse", isHarmless: true) {
      $0.numberOnConnection == 1 ? .ok("fine") : .status(408)
    },
    Row("every third request is closed") { $0.order % 3 == 0 ? .closeBeforeHead : .ok("fine") },
    Row("always closed") { _ in .closeBeforeHead },
    Row("always 408") { _ in .status(408) },
    Row("always 503") { _ in .status(503) },
    Row("closed in turn with 503") { $0.order % 2 == 0 ? .closeBeforeHead : .status(503) },
    Row("REFUSED_STREAM", .http2()) { _ in .refusedStream },
    Row("REFUSED_STREAM, every other", .http2()) {
      $0.order % 2 == 0 ? .refusedStream : .ok("fine")
    },
    Row("RST_STREAM", .http2()) { _ in Reply([.resetStream(code: 2)]) },
    Row("GOAWAY before the head", .http2()) { _ in .goAwayBeforeHead },
    Row("GOAWAY behind each answer", isHarmless: true, .http2()) { _ in
      Reply.ok("fine").then(.goAway(lastStream: nil, code: 0))
    },
  ]

  @Test(
    "No URL is asked for more often than the tries allow, whatever old connections do",
    arguments: rows, [0, 2])
  func counts(row: Row, retries: Int) async throws {
    let server = try LoopbackServer(row.listener, handler: row.answer)
    let settings = try loopbackSettings {
      $0.trustFile = TestCertificates.authorityFile
      $0.retries = retries
      $0.perHost = 4
      $0.timeLimit = .seconds(60)
    }
    try await withEngine(settings) { fetcher in
      await withTaskGroup(of: FetchResult.self) { group in
        for number in 0..<60 {
          group.addTask { await fetcher.fetch(server.url("/\(number)", host: "localhost")) }
        }
        for await result in group where row.isHarmless {
          #expect(result.failure == nil, "\(result.failure?.cause ?? "")")
          #expect(result.trail.httpStatus == 200)
        }
      }
    }
    // Without retries one repeat is free: an old connection that had died is not the URL's fault.
    let most = (0..<60).map { server.requestCount("/\($0)") }.max() ?? 0
    #expect(most <= max(2, retries + 1))
  }
}
