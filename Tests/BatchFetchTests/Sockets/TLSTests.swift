import InternetAddress
import LoopbackServer
import Testing

@testable import BatchFetch

@Suite struct TLSTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var code: FetchFailure.Code?
    var listener: Listener

    init(_ name: String, _ code: FetchFailure.Code?, _ listener: Listener) {
      self.name = name
      self.code = code
      self.listener = listener
    }

    init(_ kind: TestCertificates.Kind, _ code: FetchFailure.Code?) {
      self.init(kind.rawValue, code, .tls(TestCertificates.certificate(kind)))
    }

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(.trusted, nil), Row(.rsa2048, nil), Row(.viaIntermediate, nil), Row(.expiresSoon, nil),
    Row(.selfSigned, .tlsUntrusted), Row(.otherRoot, .tlsUntrusted),
    Row(.wrongPurpose, .tlsUntrusted), Row(.expired, .tlsExpired), Row(.notYetValid, .tlsExpired),
    Row(.wrongName, .tlsWrongHost), Row(.commonNameOnly, .tlsWrongHost),
    Row(.missingIntermediate, .tlsIncompleteChain),
    Row(.missingIntermediateUnnamed, .tlsUntrusted), Row(.rsa1024, .tlsWeak),
    Row(.sha1, .tlsWeak), Row(.sha1Intermediate, .tlsWeak), Row(.longLived, .tlsWeak),
    Row(.p224, .tlsWeak), Row(.p192, .tlsWeak), small(.p224, .tls12), small(.p192, .tls12),
    small(.rsa1024, .tls12), small(.rsa1024, .tls13), small(.sha1, .tls13),
    Row("TLS 1.0 and 1.1", .tlsTooOld, Listener(.tls(.old()))),
    Row("RSA key exchange", .tlsWeak, Listener(.tls(.withoutForwardSecrecy()))),
    Row(
      "TLS 1.2 with DHE", .tlsWeak,
      .tls(TestCertificates.certificate(.rsa2048)) {
        $0.versions = .tls12 ... .tls12
        $0.ciphers = "AES128-SHA"
      }),
    Row(
      "TLS 1.0 with RSA key exchange", .tlsTooOld,
      .tls(TestCertificates.certificate(.rsa2048)) {
        $0.versions = .tls10 ... .tls10
        $0.ciphers = "AES128-SHA:@SECLEVEL=0"
      }),
    Row("TLS 1.2 alone", nil, .tls { $0.versions = .tls12 ... .tls12 }),
    Row("client certificate wanted", .tlsFailed, .tls { $0.demandsClientCertificate = true }),
    Row(
      "client certificate wanted, TLS 1.2", .tlsFailed,
      .tls {
        $0.demandsClientCertificate = true
        $0.versions = .tls12 ... .tls12
      }),
    Row("no ALPN", nil, .tls { $0.protocols = .none }),
    Row(
      "plain HTTP on the port", .tlsFailed, .faulty(.say(Array("HTTP/1.1 400 Bad\r\n\r\n".utf8)))),
    Row("garbage", .tlsFailed, .faulty(.garbage)), Row("alert", .tlsFailed, .faulty(.alert)),
    Row("closed after the hello", .tlsFailed, .faulty(.closeAfterHello)),
    Row("reset after the hello", .tlsFailed, .faulty(.resetAfterHello)),
    Row("handshake that stalls", .tooSlow, .faulty(.stallAfterHello)),
  ]

  /// The certificate in one version of TLS alone.
  private static func small(
    _ kind: TestCertificates.Kind, _ version: TLSSettings.Version
  ) -> Row {
    Row(
      "\(kind) in \(version) alone", .tlsWeak,
      .tls(TestCertificates.certificate(kind)) { $0.versions = version...version })
  }

  private func settings(_ change: (inout FetchSettings) -> Void = { _ in }) throws -> FetchSettings
  {
    try loopbackSettings {
      $0.trustFile = TestCertificates.authorityFile
      $0.timeLimit = .seconds(2)
      change(&$0)
    }
  }

  @Test(
    "Each fault of a handshake has its reason, and no request is sent after it", arguments: rows)
  func reasons(row: Row) async throws {
    let server = try LoopbackServer(row.listener, routes: [Route("/a.png", .ok("fine"))])
    try await withEngine(try settings()) { fetcher in
      let url = "https://localhost:\(server.port)/a.png"
      let result = await fetcher.fetch(url)
      let failure = result.failure
      #expect(failure?.code == row.code, "\(failure?.detail ?? "") \(failure?.cause ?? "")")
      #expect(server.requestCount == (row.code == nil ? 1 : 0))
      if row.code == nil { #expect(result.trail.tls?.version.hasPrefix("TLSv1.") == true) }
    }
  }

  @Test("The end of the certificate is known, on a reused connection too, and when it is expired")
  func certificateEnd() async throws {
    let good = try LoopbackServer(
      .tls(TestCertificates.certificate(.expiresSoon)), routes: [Route("/a", .ok("fine"))])
    let bad = try LoopbackServer(
      .tls(TestCertificates.certificate(.expired)), routes: [Route("/a", .ok("fine"))])
    try await withEngine(try settings { $0.retries = 1 }) { fetcher in
      for _ in 0..<3 {
        let end = try #require(await fetcher.fetch(good.url("/a")).trail.tls?.certificateNotAfter)
        #expect((4 * 86400...6 * 86400).contains(end - WallClock.seconds()))
      }
      let end = try #require(await fetcher.fetch(bad.url("/a")).trail.tls?.certificateNotAfter)
      #expect(end < WallClock.seconds())
    }
    #expect(good.connectionCount == 1)
  }

  @Test("A detour keeps the name asked for, in the hello and for the certificate")
  func detour() async throws {
    let certificate = TestCertificates.certificate(.trusted, names: ["cdn.example.test"])
    let server = try LoopbackServer(.tls(certificate)) { .ok($0.serverName ?? "") }
    let detoured = try settings {
      $0.connectTo = ["::127.0.0.1:\(server.port)"]
      $0.addressPolicy.allowed = []
    }
    try await withEngine(detoured) { fetcher in
      let result = await fetcher.fetch("https://cdn.example.test/a.png")
      #expect(result.download?.head == Array("cdn.example.test".utf8))
      #expect(
        await fetcher.fetch("https://other.example.test/a.png").failure?.code == .tlsWrongHost)
    }
    #expect(server.requests.first?.headers["Host"] == "cdn.example.test")
  }

  @Test("Without the test's authority nothing of it is trusted, and a missing file is said at once")
  func trustFile() async throws {
    let server = try LoopbackServer(.tls(), routes: [Route("/a", .ok("fine"))])
    try await withEngine(try settings { $0.trustFile = nil }) { fetcher in
      #expect(await fetcher.fetch(server.url("/a")).failure?.code == .tlsUntrusted)
    }
    let missing = try settings { $0.trustFile = "/nowhere/authorities.pem" }
    let error = #expect(throws: BatchFetcherError.self) { try BatchFetcher(missing) }
    #expect(error?.code == .trustUnreadable)
    let empty = try settings { $0.trustFile = "/dev/null" }
    #expect(throws: BatchFetcherError.self) { try BatchFetcher(empty) }
  }
}
