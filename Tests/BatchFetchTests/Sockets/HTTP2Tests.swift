import LoopbackServer
import Testing

@testable import BatchFetch

@Suite struct HTTP2Tests {
  private func settings() throws -> FetchSettings {
    try loopbackSettings {
      $0.trustFile = TestCertificates.authorityFile
      $0.timeLimit = .seconds(5)
    }
  }

  @Test("HTTP/2 is spoken where it is offered, on one connection")
  func http2() async throws {
    let server = try LoopbackServer(.http2()) { _ in .ok("fine") }
    var settings = try settings()
    settings.retries = 1
    try await withEngine(settings) { fetcher in
      await withTaskGroup(of: FetchResult.self) { group in
        for number in 0..<40 {
          let url = "https://localhost:\(server.port)/\(number)"
          group.addTask { await fetcher.fetch(url) }
        }
        for await result in group {
          #expect(result.failure == nil)
          #expect(result.trail.httpVersion == "2")
        }
      }
    }
    #expect(server.connectionCount == 1)
  }

  @Test(
    "Streams that are cut under HTTP/2 are lost connections",
    arguments: [
      Reply([.head(Head(200)), .bytes([1, 2, 3]), .resetStream(code: 2)]),
      Reply([.head(Head(200, ["Content-Length": "9"])), .bytes([1, 2, 3]), .reset]),
      Reply([.head(Head(200)), .bytes([1, 2, 3]), .goAway(lastStream: nil, code: 0), .close]),
    ])
  func http2Faults(reply: Reply) async throws {
    let server = try LoopbackServer(.http2(), routes: [Route("/a.png", reply)])
    try await withEngine(try settings()) { fetcher in
      let result = await fetcher.fetch("https://localhost:\(server.port)/a.png")
      #expect(result.failure?.code == .connectionLost, "\(result.failure?.cause ?? "")")
    }
  }
}
