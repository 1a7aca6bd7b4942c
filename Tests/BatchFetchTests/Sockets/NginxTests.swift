import Foundation
import LoopbackServer
import Testing

@testable import BatchFetch

/// Against a real server: HTTP/1.1, TLS and HTTP/2, beyond its limit of requests per connection.
@Suite(.enabled(if: NginxServer.isInstalled)) struct NginxTests {
  @Test(
    "Two thousand fetches of nginx are two thousand answers",
    arguments: [(false, NginxServer.Protocols.http11), (true, .http11), (true, .http2)])
  func bulk(isSecure: Bool, protocols: NginxServer.Protocols) async throws {
    let folder = try #require(TestFolder())
    let body = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0) })
    try body.write(to: URL(fileURLWithPath: folder.path + "/a.png"))
    let certificate = isSecure ? TestCertificates.certificate(.trusted) : nil
    let server = try NginxServer(
      serving: folder.path, certificate: certificate, protocols: protocols)
    let settings = try loopbackSettings {
      $0.trustFile = TestCertificates.authorityFile
      $0.retries = 1
      $0.concurrency = 32
      $0.perHost = 32
    }
    try await withEngine(settings) { fetcher in
      var versions: Set<String> = []
      await withTaskGroup(of: FetchResult.self) { group in
        for number in 0..<2000 {
          group.addTask { await fetcher.fetch(server.url("/a.png?\(number)")) }
        }
        for await result in group {
          #expect(result.failure == nil, "\(result.failure?.cause ?? "")")
          #expect(result.download?.byteCount == 5000)
          versions.insert(result.trail.httpVersion ?? "none")
        }
      }
      #expect(versions == [protocols == .http2 ? "2" : "1.1"])
    }
  }
}
