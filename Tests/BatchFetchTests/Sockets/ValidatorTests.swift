import LoopbackServer
import Testing

@testable import BatchFetch

@Suite("Asking only for what has changed")
struct ValidatorTests {
  private static let names = ["if-none-match", "if-modified-since"]

  /// Answers 304 to a request with validators, else the whole file.
  private static func conditional(_ request: Request) -> Reply {
    names.contains { request.headers[$0] != nil }
      ? .answer(
        304, headers: ["ETag": "\"v1\"", "Content-Length": "5", "Content-Encoding": "gzip"])
      : .ok(Array("bytes".utf8))
  }

  private static let routes: [Route] = [
    Route("/file") { conditional($0) },
    Route("/moved", .redirect(to: "/file")),
    Route("/flaky") { request in
      request.attempt == 1 ? .answer(503) : conditional(request)
    },
  ]

  private func fetch(
    _ path: String, _ validators: Validators?, retries: Int = 0
  ) async throws -> (result: FetchResult, requests: [Request]) {
    let server = try LoopbackServer(routes: Self.routes)
    let result = try await withEngine(loopbackSettings { $0.retries = retries }) { fetcher in
      await fetcher.fetch(FetchRequest(url: server.url(path), validators: validators))
    }
    return (result, server.requests)
  }

  private let both = Validators(eTag: "W/\"v1\"", lastModified: "Wed, 21 Oct 2015 07:28:00 GMT")

  @Test("Both validators are sent beside the device's headers, and 304 is an answer without body")
  func notModified() async throws {
    let (result, requests) = try await fetch("/file", both)
    #expect(result.failure == nil, "\(result)")
    #expect(result.trail.httpStatus == 304)
    #expect(result.download?.byteCount == 0)
    #expect(requests.count == 1)
    #expect(requests[0].headers["if-none-match"] == "W/\"v1\"")
    #expect(requests[0].headers["if-modified-since"] == "Wed, 21 Oct 2015 07:28:00 GMT")
    #expect(requests[0].headers["accept-encoding"] == "gzip, deflate, br")
    #expect(requests[0].headers["user-agent"] != nil)
  }

  @Test("Without validators nothing is sent, also on a handle that sent some before")
  func none() async throws {
    let server = try LoopbackServer(routes: Self.routes)
    try await withEngine(loopbackSettings { $0.concurrency = 1 }) { fetcher in
      for validators in [both, nil, both, nil] {
        let request = FetchRequest(url: server.url("/file"), validators: validators)
        let result = await fetcher.fetch(request)
        #expect(result.trail.httpStatus == (validators == nil ? 200 : 304))
      }
    }
    #expect(
      server.requests.map { $0.headers["if-none-match"] != nil } == [true, false, true, false])
  }

  @Test("What a redirect leads to is asked for whole")
  func redirect() async throws {
    let (result, requests) = try await fetch("/moved", both)
    #expect(result.trail.httpStatus == 200)
    #expect(requests.map { $0.headers["if-none-match"] != nil } == [true, false])
  }

  @Test("A further try sends them again")
  func retry() async throws {
    let (result, requests) = try await fetch("/flaky", both, retries: 2)
    #expect(result.trail.httpStatus == 304, "\(result)")
    #expect(requests.count == 2)
    #expect(requests.allSatisfy { $0.headers["if-none-match"] != nil })
  }

  @Test("Values that no header can hold are not taken over")
  func values() {
    #expect(Validators(eTag: nil, lastModified: nil) == nil)
    #expect(Validators(eTag: "", lastModified: nil) == nil)
    #expect(Validators(eTag: "\"a\"\r\nX: y", lastModified: nil) == nil)
    let date = Validators(eTag: "a\u{7F}", lastModified: "Wed")
    #expect(date?.eTag == nil && date?.lastModified == "Wed")
    #expect(date?.lines == ["If-Modified-Since: Wed"])
  }
}
