import InternetAddress
import LoopbackServer
import Testing

@testable import BatchFetch

/// What a server says of its answer, damaged, given to the functions that read it.
@Suite struct HeadFuzzTests {
  @Test("A redirect's target is requested as printable ASCII, whatever the Location holds")
  func locations() {
    let bases = ["https://x.example/a/b.png?q=1", "http://[::1]:8080/", "https://x.example"]
    FuzzBudget.run("Location", from: Self.locationTexts) { bytes, numbers in
      let base = bases[Int.random(in: 0..<bases.count, using: &numbers)]
      let location = String(decoding: bytes, as: UTF8.self)
      guard let target = Redirect.target(location: location, base: base),
        let hop = try? HopURL(target)
      else { return }
      let isClean = hop.wire.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      #expect(isClean, "\(bytes)")
      #expect(!hop.host.isEmpty && (1...65535).contains(hop.port), "\(bytes)")
      #expect(!hop.wire.contains("#"), "\(bytes)")
    }
  }

  private static let locationTexts = [
    "/a/b.png", "../b c.png", "//cdn.example/x", "https://user:pass@cdn.example:8443/x?y#z",
    "http://[fe80::1%25eth0]/x", "?q", "#f", "", "https://xn--bcher-kva.example/\u{E9}",
    "HTTPS://0x7f.1/../../x", "ftp://x/y", "data:,x", "http:x", "///x", "http://a b/%zz",
  ]

  @Test("A host that spells an address in any way is judged without harm")
  func hosts() {
    let texts = [
      "127.0.0.1", "0x7f.1", "2130706433", "::ffff:10.0.0.1", "fe80::1%eth0", "64:ff9b::a00:1",
      "1.2.3.4.", "0377.1", "[::1]", "1::2::3",
    ]
    let policy = AddressPolicy()
    FuzzBudget.run("host", from: texts) { bytes, _ in
      guard let address = NumericHost.address(String(decoding: bytes, as: UTF8.self)) else {
        return
      }
      _ = policy.permits(address)
      // What was read is what its own text says.
      #expect(NumericHost.address(address.description) == address, "\(bytes)")
    }
  }

  @Test("A head is read line by line to some end, and no length is read out of nothing")
  func heads() {
    FuzzBudget.run("head", from: Self.headTexts) { bytes, _ in
      var head = ResponseHead(limit: 4096)
      var rest = bytes[...]
      while !rest.isEmpty {
        let end = rest.firstIndex(of: 10).map { $0 + 1 } ?? rest.endIndex
        let line = Array(rest[..<end])
        rest = rest[end...]
        _ = line.withUnsafeBytes { head.read($0) }
      }
      #expect(head.byteCount == bytes.count)
      _ = ContentCoding.chain(head.headers.contentEncoding)
      _ = Redirect.target(location: head.headers.location, base: "https://x.example/")
    }
  }

  private static let headTexts = [
    "HTTP/1.1 200 OK\r\nContent-Length: 12\r\nContent-Type: image/png\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/2 302\r\nLocation: /x\r\nSet-Cookie: a=b\r\n\r\n",
    "HTTP/1.0 503 x\r\nRetry-After: 1\r\nContent-Encoding: gzip, br\r\nVary: a\r\nVary: b\r\n\r\n",
    "HTTP/1.1 200\r\nContent-Length: 1, 1\r\nContent-Length: 2\r\nETag: \"x\"\r\n\r\n",
  ]

  @Test("Retry-After is a wait of no less than nothing, or none")
  func retryAfter() {
    let texts = [
      "120", "0", "-1", "1e9", "99999999999999999999", "Sun, 06 Nov 1994 08:49:37 GMT",
      "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Fri, 31 Dec 9999 23:59:60 GMT",
    ]
    FuzzBudget.run("Retry-After", from: texts) { bytes, _ in
      let text = String(decoding: bytes, as: UTF8.self)
      if let wait = RetryAfter.wait(text, now: 1_700_000_000) { #expect(wait >= .zero, "\(text)") }
      if let date = HTTPDate.seconds(text) {
        // The years 0 to 9999, as far as a date can say them.
        #expect((-62_170_000_000...253_402_400_000).contains(date), "\(text)")
      }
    }
  }

  @Test("A coded body is decoded, or found broken, in whatever pieces it comes")
  func bodies() {
    let body = Array("a body that is long enough to have some structure, structure".utf8)
    let codings: [(ContentCoding, Coding)] = [
      (.gzip, .gzip), (.deflate, .deflate), (.deflate, .rawDeflate), (.brotli, .brotli),
    ]
    let starts = codings.map { $0.1.apply(to: body) }
    var numbers = SeededNumbers(seed: UInt64(FuzzBudget.seed))
    for _ in 0..<FuzzBudget.inputs {
      let index = Int.random(in: 0..<codings.count, using: &numbers)
      var bytes = starts[index]
      Reply.damage(&bytes, by: &numbers)
      let chain = Bool.random(using: &numbers) ? [codings[index].0] : [.gzip, codings[index].0]
      let decoder = BodyDecoder(chain)
      var produced = 0
      var rest = bytes[...]
      var step = DecodingStep.ready
      while !rest.isEmpty, step == .ready {
        let piece = Array(rest.prefix(Int.random(in: 1...40, using: &numbers)))
        rest = rest.dropFirst(piece.count)
        step = piece.withUnsafeBytes { piece in
          decoder.decode(piece) { output in
            produced += output.count
            return produced > 1 << 16 ? .refused : .ready
          }
        }
      }
      _ = decoder.isComplete
    }
    print("fuzz: coded body: \(FuzzBudget.inputs) inputs, seed \(FuzzBudget.seed)")
  }
}
