import CZlib
import Testing

@testable import LoopbackServer

/// What one answer looks like to a client.
struct WireCase: Sendable, CustomTestStringConvertible {
  let name: String
  let reply: Reply
  /// How the bytes begin and end, up to `most` of them.
  let begins: String
  let ends: String
  let end: RawClient.End
  var most = 1 << 20

  init(
    _ name: String, _ reply: Reply, _ begins: String, _ ends: String, _ end: RawClient.End,
    most: Int = 1 << 20
  ) {
    self.name = name
    self.reply = reply
    self.begins = begins
    self.ends = ends
    self.end = end
    self.most = most
  }

  var testDescription: String { name }

  static let body = Array("0123456789".utf8)

  static let table = [
    WireCase("204", .status(204), "HTTP/1.1 204", "204 No Content\r\n\r\n", .silence),
    WireCase("205", .answer(205), "HTTP/1.1 205", "Content-Length: 0\r\n\r\n", .silence),
    WireCase(
      "interim answers", Reply.ok("end").afterInterim(103).afterInterim(100),
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200", "end", .silence),
    WireCase(
      "redirect", .redirect(301, to: "/x"), "HTTP/1.1 301",
      "Location: /x\r\nContent-Length: 0\r\n\r\n", .silence),
    WireCase(
      "redirect to nowhere", .redirect(to: nil), "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n",
      "", .silence),
    WireCase(
      "retry after", .retryAfter("3", status: 503), "HTTP/1.1 503", "status 503\n", .silence),
    WireCase(
      "length too long", .ok(body, framing: .lengthOff(by: 5)), "HTTP/1.1 200",
      "Content-Length: 15\r\n\r\n0123456789", .orderly),
    WireCase(
      "length too short", .ok(body, framing: .lengthOff(by: -5)), "HTTP/1.1 200",
      "Content-Length: 5\r\n\r\n0123456789", .orderly),
    WireCase(
      "lengths that differ", .ok(body, framing: .lengths(["10", "9"])), "HTTP/1.1 200",
      "Content-Length: 10\r\nContent-Length: 9\r\n\r\n0123456789", .orderly),
    WireCase(
      "lengths that agree", .ok(body, framing: .lengths(["10", "10"])), "HTTP/1.1 200",
      "Content-Length: 10\r\nContent-Length: 10\r\n\r\n0123456789", .silence),
    WireCase(
      "chunked", .ok(body, framing: .chunked(size: 8)), "HTTP/1.1 200",
      "8\r\n01234567\r\n2\r\n89\r\n0\r\n\r\n", .silence),
    WireCase(
      "chunked, cut", .ok(body, framing: .chunkedCut(size: 8)), "HTTP/1.1 200",
      "8\r\n01234567\r\n2\r\n89\r\n", .orderly),
    WireCase(
      "chunked, broken", .ok(body, framing: .chunkedBroken(size: 8)), "HTTP/1.1 200",
      "8\r\n01234567\r\nno size\r\nrest\r\n", .orderly),
    WireCase(
      "until close", .ok(body, framing: .untilClose), "HTTP/1.1", "\r\n\r\n0123456789", .orderly),
    WireCase(
      "HTTP/1.0", .ok(body, framing: .http10), "HTTP/1.0 200", "\r\n\r\n0123456789", .orderly),
    WireCase("HTTP/0.9", .ok(body, framing: .http09), "0123456789", "0123456789", .orderly),
    WireCase("reset before headers", .resetBeforeHead, "", "", .reset),
    WireCase("closed before headers", .closeBeforeHead, "", "", .orderly),
    WireCase("reset in the body", .resetInBody(body), "HTTP/1.1 200", "01234", .reset),
    WireCase("bare FIN", Reply.ok(body).then(.cut), "HTTP/1.1 200", "9", .orderly),
    WireCase("silence before headers", .stallBeforeHead, "", "", .silence),
    WireCase("silence in the headers", .stallInHead, "HTTP/1.1 200", "A: b\r\n", .silence),
    WireCase("silence after headers", .stallAfterHead, "HTTP/1.1 200", "1000\r\n\r\n", .silence),
    WireCase("silence in the body", .stallInBody(body), "HTTP/1.1 200", "01234", .silence),
    WireCase("headers cut short", .headCutShort, "HTTP/1.1 200", "Content-Le", .orderly),
    WireCase("bad status line", .badStatusLine, "HTTP/1.1 two", "hundred\r\n\r\n", .orderly),
    WireCase("header flood", .headerFlood(9999), "HTTP/1.1 200", "OK", .silence),
    WireCase("long header", .longHeader(1 << 20), "HTTP/1.1 200", "aaa", .orderly, most: 1 << 20),
    WireCase("endless headers", .endlessHeaders, "HTTP/1.1 200", "", .orderly),
    WireCase("endless interim", .endlessInterim, "HTTP/1.1 103", "", .orderly, most: 500),
    WireCase("endless body", .endless(), "HTTP/1.1 200", "aaa", .orderly),
    WireCase(
      "endless chunks", .endless([97], framing: .chunked, every: .milliseconds(1)), "HTTP/1.1 200",
      "1\r\na\r\n", .orderly, most: 72 + 60),
    WireCase("drip", .drip(body, every: .milliseconds(5)), "HTTP/1.1 200", "0123456789", .silence),
    WireCase("drip in headers", .dripHead(every: .milliseconds(1)), "HTTP/1.1 200", "OK", .silence),
  ]
}

@Suite("Answers on the wire", .timeLimit(.minutes(1)))
struct ReplyTests {
  @Test("Each answer is on the wire as described", arguments: WireCase.table)
  func onTheWire(_ wireCase: WireCase) throws {
    for listener in [Listener.plain, .tls()] {
      let server = try LoopbackServer(listener) { _ in wireCase.reply }
      let client = RawClient(port: server.port)
      if server.url("").hasPrefix("https") { #expect(client.startTLS()) }
      client.limit(seconds: wireCase.end == .silence ? 0.3 : 10)
      client.get("/")
      var (bytes, end) = client.read(upTo: wireCase.most)
      // On a busy machine the bytes themselves may be late: silence counts once they are there.
      for _ in 0..<20 where end == .silence && !bytes.ends(with: wireCase.ends) {
        let more = client.read(upTo: wireCase.most)
        bytes += more.bytes
        end = more.end
      }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.hasPrefix(wireCase.begins))
      #expect(text.hasSuffix(wireCase.ends))
      let isBareEnd = wireCase.name == "bare FIN" && server.url("").hasPrefix("https")
      #expect(end == (isBareEnd ? .cut : wireCase.end))
    }
  }

  @Test("A chain has exactly the redirects asked for, and a cookie is needed where it is said so")
  func redirects() throws {
    let server = try LoopbackServer(routes: [
      .redirects("/hop"), .loop("/loop"), .needsCookie("/shop", then: .ok("in")),
    ])
    let client = RawClient(port: server.port)
    var path = "/hop/17"
    var hops = 0
    while true {
      client.get(path)
      let answer = client.readAnswer()
      guard let line = answer.split(separator: "\r\n").first(where: { $0.hasPrefix("Location: ") })
      else { break }
      path = String(line.dropFirst(10))
      hops += 1
    }
    #expect(hops == 17)
    client.get("/shop?second")
    #expect(client.readAnswer().contains(" 403 "))
    client.get("/shop?second", "Cookie: pass=granted\r\n")
    #expect(client.readAnswer().hasSuffix("in"))
  }

  @Test(
    "A coding is undone to the same bytes, and each flaw is seen",
    arguments: [
      (Coding.gzip, true), (.deflate, true), (.rawDeflate, true), (Coding(.gzip, .corrupt), false),
      (Coding(.gzip, .cut), false), (Coding(.gzip, .wrongChecksum), false),
      (Coding(.deflate, .corrupt), false), (Coding(.gzip, .doubled), false),
    ])
  func codings(_ coding: Coding, isWhole: Bool) {
    let body = (0..<50000).map { UInt8($0 * $0 / 7 & 255) }
    let raw: Int32 = if case .rawDeflate = coding.kind { -15 } else { 47 }
    #expect((inflate(coding.apply(to: body), windowBits: raw) == body) == isWhole)
  }

  @Test("The bomb unfolds to what it says, with a right checksum")
  func bomb() throws {
    let reply = Reply.gzipBomb(unfoldsTo: 64 << 20)
    var bytes: [UInt8] = []
    for step in reply.steps {
      if case .bytes(let piece) = step { bytes += piece }
      if case .repeated(let piece, let count) = step {
        bytes += Array(repeatElement(piece, count: count).joined())
      }
    }
    #expect(bytes.count < 100_000)
    #expect(try #require(inflate(bytes, windowBits: 31)).count == 64 << 20)
  }

  /// The whole unfolded stream, or nil when it is broken or has no end.
  private func inflate(_ bytes: [UInt8], windowBits: Int32) -> [UInt8]? {
    var stream = z_stream()
    inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { inflateEnd(&stream) }
    var input = bytes
    var out: [UInt8] = []
    var status = Z_OK
    input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      while status == Z_OK {
        out += [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, filled in
          stream.next_out = buffer.baseAddress
          stream.avail_out = 1 << 20
          status = CZlib.inflate(&stream, Z_NO_FLUSH)
          filled = (1 << 20) - Int(stream.avail_out)
        }
      }
    }
    return status == Z_STREAM_END ? out : nil
  }
}

extension [UInt8] {
  fileprivate func ends(with text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
