import InternetAddress
import LoopbackServer
import Testing

@testable import BatchFetch

/// What a server says and what it comes to, over plain HTTP.
@Suite struct AnswerTests {
  static let body = Array("some bytes of a picture, long enough to be cut".utf8)

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var reply: Reply
    /// The failure, or `nil` for an answer.
    var code: FetchFailure.Code?
    /// The status that is known at the end.
    var status: Int?
    /// The bytes of an answer, if they matter.
    var bytes: [UInt8]?

    init(
      _ name: String, _ reply: Reply, _ code: FetchFailure.Code? = nil, status: Int? = 200,
      bytes: [UInt8]? = nil
    ) {
      self.name = name
      self.reply = reply
      self.code = code
      self.status = status
      self.bytes = bytes
    }

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row("200", .ok(body), bytes: body),
    Row("empty", .ok([]), bytes: []),
    Row("204", .answer(204), status: 204, bytes: []),
    Row("205", .answer(205), status: 205, bytes: []),
    Row("206", .answer(206, body), status: 206, bytes: body),
    Row("404", .answer(404, body), status: 404, bytes: body),
    Row("500", .answer(500, body), status: 500, bytes: body),
    Row("304", .answer(304), status: 304, bytes: []),
    Row("300 with Location", .redirect(300, to: "/other"), status: 300),
    Row("305 with Location", .redirect(305, to: "/other"), status: 305),
    Row("306 with Location", .redirect(306, to: "/other"), status: 306),
    Row("103 before", .ok(body).afterInterim(103, ["Link": "x"]), bytes: body),
    Row("100 before", .ok(body).afterInterim(100), bytes: body),
    Row("chunked", .ok(body, framing: .chunked(size: 7)), bytes: body),
    Row("until close", .ok(body, framing: .untilClose), bytes: body),
    Row("HTTP/1.0", .ok(body, framing: .http10), bytes: body),
    Row("equal lengths", .ok(body, framing: .lengths(["46", "46"])), bytes: body),
    Row("gzip", .ok(body, coding: .gzip), bytes: body),
    Row("deflate", .ok(body, coding: .deflate), bytes: body),
    Row("raw deflate", .ok(body, coding: .rawDeflate), bytes: body),
    Row("brotli", .ok(body, coding: .brotli), bytes: body),
    Row("gzip twice, named twice", .ok(body, coding: Coding(.gzip, .doubledAndNamed)), bytes: body),
    Row("gzip with more behind", .ok(body, coding: Coding(.gzip, .trailingBytes)), bytes: body),
    Row("gzip, not named", .ok(body, coding: Coding(.gzip, .notNamed))),
    Row("gzip, chunked", .ok(body, coding: .gzip, framing: .chunked(size: 3)), bytes: body),

    Row("gzip cut", .ok(body, coding: Coding(.gzip, .cut)), .contentDecodingFailed),
    Row("gzip corrupt", .ok(body, coding: Coding(.gzip, .corrupt)), .contentDecodingFailed),
    Row("gzip checksum", .ok(body, coding: Coding(.gzip, .wrongChecksum)), .contentDecodingFailed),
    Row("only named gzip", .ok(body, coding: Coding(.gzip, .onlyNamed)), .contentDecodingFailed),
    Row("deflate cut", .ok(body, coding: Coding(.deflate, .cut)), .contentDecodingFailed),
    Row("brotli cut", .ok(body, coding: Coding(.brotli, .cut)), .contentDecodingFailed),
    Row("brotli corrupt", .ok(body, coding: Coding(.brotli, .corrupt)), .contentDecodingFailed),
    Row("zstd", .ok(body, coding: Coding(.named("zstd"))), .contentDecodingFailed),

    Row("length too long", .ok(body, framing: .lengthOff(by: 5)), .connectionLost),
    Row("length too short", .ok(body, framing: .lengthOff(by: -5)), bytes: Array(body.dropLast(5))),
    Row("two lengths", .ok(body, framing: .lengths(["46", "40"])), .badResponse, status: nil),
    Row("chunks cut", .ok(body, framing: .chunkedCut(size: 7)), .connectionLost),
    Row("chunks broken", .ok(body, framing: .chunkedBroken(size: 7)), .connectionLost),
    Row("HTTP/0.9", .ok(body, framing: .http09), .badResponse, status: nil),
    Row("garbage", .garbage, .badResponse, status: nil),
    Row("no number as status", .badStatusLine, .badResponse, status: nil),
    Row(
      "a header line without a colon", .raw("HTTP/1.1 200 OK\r\nA: b\r\nnonsense\r\n\r\n"),
      .badResponse, status: nil),
    Row(
      "a trailer without a colon",
      .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nnonsense\r\n\r\n"),
      .badResponse),
    Row("reset before the head", .resetBeforeHead, .connectionLost, status: nil),
    Row("closed before the head", .closeBeforeHead, .connectionLost, status: nil),
    Row("head cut short", .headCutShort, .connectionLost, status: nil),
    Row("reset after the head", .resetAfterHead, .connectionLost),
    Row("reset in the body", .resetInBody(body), .connectionLost),
    Row("flood of headers", .headerFlood(20_000), .badResponse, status: nil),
    Row("a header of a megabyte", .longHeader(1 << 20), .badResponse, status: nil),
    Row("headers without end", .endlessHeaders, .badResponse, status: nil),
    Row("many headers", .headerFlood(500)),
    Row("301 without Location", .redirect(301, to: nil), .redirectWithoutTarget, status: 301),
    Row("308 with an empty one", .redirect(308, to: ""), .redirectWithoutTarget, status: 308),
  ]

  @Test("Each answer has its reason", arguments: rows)
  func reasons(row: Row) async throws {
    let server = try LoopbackServer(routes: [Route("/a.png", row.reply)])
    try await withEngine(try loopbackSettings { $0.keepsBodies = true }) { fetcher in
      let result = await fetcher.fetch(server.url("/a.png"))
      let told = "\(result.failure.map { "\($0.code): \($0.detail) \($0.cause ?? "")" } ?? "")"
      #expect(result.failure?.code == row.code, "\(told)")
      #expect(result.trail.httpStatus == row.status, "\(told)")
      if let bytes = row.bytes, case .memory(let received)? = result.download?.body {
        #expect(received == bytes)
      } else if row.bytes != nil {
        Issue.record("the body is not in memory")
      }
      #expect(server.requestCount("/a.png") == 1)
    }
  }

  @Test("Answers that begin with a folded line do no harm to what was kept of the one before")
  func foldedFirstLine() async throws {
    let server = try LoopbackServer { request in
      let isFolded = request.order % 2 == 0
      let first =
        isFolded ? " a folded line\r\n" : "X-First: \(String(repeating: "a", count: 99))\r\n"
      return .raw("HTTP/1.1 200 OK\r\n\(first)Content-Length: 4\r\n\r\nfine")
    }
    try await withEngine(try loopbackSettings { $0.perHost = 1 }) { fetcher in
      for number in 0..<40 {
        let result = await fetcher.fetch(server.url("/\(number)"))
        #expect(result.failure?.code == (number % 2 == 0 ? nil : .badResponse))
      }
    }
  }

  @Test("The request is a device's")
  func headers() async throws {
    let server = try LoopbackServer(routes: [Route("/a/../b.png", .ok(Self.body))])
    let settings = try loopbackSettings {
      $0.userAgent = "batchfetch/1 CFNetwork/1 Darwin/1"
      $0.extraHeaders = [("X-Extra", "yes"), ("accept-language", "de")]
    }
    try await withEngine(settings) { fetcher in
      let result = await fetcher.fetch(server.url("/a/../b.png?q=1#part"))
      #expect(result.trail.httpStatus == 200)
      #expect(result.trail.finalURL == server.url("/a/../b.png?q=1"))
    }
    let request = try #require(server.requests.first)
    #expect(request.method == "GET")
    #expect(request.target == "/a/../b.png?q=1")
    #expect(request.headers["Accept"] == "*/*")
    #expect(request.headers["Accept-Encoding"] == "gzip, deflate, br")
    #expect(request.headers["Accept-Language"] == "de")
    #expect(request.headers["User-Agent"] == "batchfetch/1 CFNetwork/1 Darwin/1")
    #expect(request.headers["X-Extra"] == "yes")
    #expect(request.headers["Referer"] == nil)
    #expect(request.headers["Cookie"] == nil)
    #expect(request.headers["Authorization"] == nil)
    #expect(request.headers["Range"] == nil)
  }

  @Test("IPv6 is fetched over, and refused like IPv4 unless it is allowed")
  func overIPv6() async throws {
    let server = try LoopbackServer(Listener(binding: .ipv6), routes: [Route("/a", .ok("fine"))])
    try await withEngine(try loopbackSettings()) { fetcher in
      let result = await fetcher.fetch(server.url("/a", host: "[::1]"))
      #expect(result.trail.httpStatus == 200)
      #expect(result.trail.remoteAddress == "::1")
    }
    try await withEngine(try loopbackSettings { $0.addressPolicy.allowed = [] }) { fetcher in
      for host in ["[::1]", "[::ffff:127.0.0.1]", "localhost", "127.1", "2130706433"] {
        let failure = await fetcher.fetch(server.url("/a", host: host)).failure
        #expect(failure?.code == .addressNotPublic, "\(host)")
      }
    }
    #expect(server.connectionCount == 1)
  }

  @Test("An endless body stops one byte over the limit, also after decoding, with flat memory")
  func endless() async throws {
    let server = try LoopbackServer(routes: [
      Route("/plain.png", .endless(framing: .chunked)), Route("/bomb.png", .gzipBomb()),
    ])
    let settings = try loopbackSettings {
      $0.bodyLimit = 3 << 20
      $0.timeLimit = .seconds(60)
    }
    try await withEngine(settings) { fetcher in
      for path in ["/plain.png", "/bomb.png"] {
        let result = await fetcher.fetch(server.url(path))
        #expect(result.failure?.code == .tooLarge)
        #expect(result.download?.byteCount == 3 << 20 + 1)
        #expect(result.trail.httpStatus == 200)
      }
    }
  }

  @Test("A long body is spilled, read back and kept under a name, over an older file")
  func keeping() async throws {
    let long = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let server = try LoopbackServer(routes: [Route("/a.png", .ok(long))])
    let folder = try #require(TestFolder())
    let settings = try loopbackSettings {
      $0.keepsBodies = true
      $0.temporaryDirectory = folder.path
    }
    try await withEngine(settings) { fetcher in
      for _ in 0..<2 {
        let result = await fetcher.fetch(server.url("/a.png"))
        guard case .file(let file)? = result.download?.body else {
          Issue.record("the body is not in a file")
          return
        }
        #expect(result.download?.head == Array(long.prefix(64 << 10)))
        #expect(try file.read(at: 0, count: 400_000) == long)
        try file.keep(as: folder.path + "/kept.png")
        #expect(folder.names == ["kept.png"])
      }
    }
  }
}
