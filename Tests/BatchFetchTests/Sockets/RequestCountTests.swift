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
    Row("closed at each reuse, TLS", isHarmless: true, .tls()) {
      $0.numberOnConnection == 1 ? .ok("fine") : .closeBeforeHead
    },
    Row("reset at each reuse, TLS", isHarmless: true, .tls()) {
      $0.numberOnConnection == 1 ? .ok("fine") : .resetBeforeHead
    },
    Row("closed at each reuse, HTTP/2", isHarmless: true, .http2()) {
      $0.numberOnConnection == 1 ? .ok("fine") : .closeBeforeHead
    },
    Row("GOAWAY at each reuse", isHarmless: true, .http2()) {
      $0.numberOnConnection == 1 ? .ok("fine") : .goAwayBeforeHead
    },
    Row("REFUSED_STREAM at each reuse", isHarmless: true, .http2()) {
      $0.numberOnConnection == 1 ? .ok("fine") : .refusedStream
    },
    Row("redirects, closed at each reuse", isHarmless: true) {
      $0.numberOnConnection == 1 ? onward($0) : .closeBeforeHead
    },
    Row("redirects, reset at each reuse, TLS", isHarmless: true, .tls()) {
      $0.numberOnConnection == 1 ? onward($0) : .resetBeforeHead
    },
    Row("redirects, GOAWAY at each reuse", isHarmless: true, .http2()) {
      $0.numberOnConnection == 1 ? onward($0) : .goAwayBeforeHead
    },
    Row("redirects to 503 in turn with a close") {
      guard $0.path.hasSuffix("/end") else { return onward($0) }
      return $0.order % 2 == 0 ? .closeBeforeHead : .status(503)
    },
    Row("redirects with 503 on the way, closed at each reuse") {
      guard $0.numberOnConnection == 1 else { return .closeBeforeHead }
      return $0.order % 3 == 0 ? .status(503) : onward($0)
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

  /// A redirect to the path's end, and there the answer.
  private static func onward(_ request: Request) -> Reply {
    request.path.hasSuffix("/end") ? .ok("fine") : .redirect(to: request.path + "/end")
  }

  @Test(
    "No URL is asked for more often than the tries allow, whatever old connections do",
    arguments: rows, [0, 1, 2])
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
    let paths = (0..<60).flatMap { ["/\($0)", "/\($0)/end"] }
    let most = paths.map { server.requestCount($0) }.max() ?? 0
    #expect(most <= retries + 1)
    // Every request is the last one allowed: none rides on an old connection.
    if retries == 0 { #expect(server.requests.allSatisfy { $0.numberOnConnection == 1 }) }
  }

  @Test("Old connections are used as long as a request is not the last one allowed")
  func sharing() async throws {
    let server = try LoopbackServer { _ in .ok("fine") }
    let settings = try loopbackSettings {
      $0.retries = 1
      $0.perHost = 1
    }
    try await withEngine(settings) { fetcher in
      for number in 0..<5 { #expect(await fetcher.fetch(server.url("/\(number)")).failure == nil) }
    }
    #expect(server.connectionCount == 1)
  }
}
