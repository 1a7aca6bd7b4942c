import Testing

@testable import BatchFetch

@Suite struct ContentCodingTests {
  @Test(
    "The codings of a header are read in the order they were applied",
    arguments: [
      (nil, []), ("", []), ("identity", []), ("gzip", [ContentCoding.gzip]), ("X-GZIP", [.gzip]),
      ("deflate", [.deflate]), ("br", [.brotli]), ("gzip, br", [.gzip, .brotli]),
      (" gzip ,identity", [.gzip]), ("gzip,gzip", [.gzip, .gzip]), ("zstd", nil),
      ("gzip, zstd", nil), ("compress", nil), ("gzip,gzip,gzip,gzip,gzip", nil),
    ] as [(String?, [ContentCoding]?)])
  func chains(value: String?, expected: [ContentCoding]?) {
    #expect(ContentCoding.chain(value) == expected)
  }
}

@Suite struct BodyDecoderTests {
  /// `hello hello hello hello\n` by gzip, zlib, raw deflate and brotli.
  static let plain = Array("hello hello hello hello\n".utf8)
  static let gzip: [UInt8] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xcb, 0x48, 0xcd, 0xc9,
    0xc9, 0x57, 0xc8, 0x40, 0x27, 0xb9, 0x00, 0x00, 0x88, 0x59, 0x0b, 0x18, 0x00, 0x00,
    0x00,
  ]
  static let zlib: [UInt8] = [
    0x78, 0xda, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x40, 0x27, 0xb9, 0x00, 0x70,
    0xbe, 0x08, 0xbb,
  ]
  static let raw: [UInt8] = [
    0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x40, 0x27, 0xb9, 0x00,
  ]
  /// An uncompressed meta-block and an empty last one (RFC 7932, 9.2).
  static let brotli: [UInt8] = [
    0x70, 0x01, 0x10, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x20, 0x68, 0x65, 0x6c, 0x6c, 0x6f,
    0x20, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x20, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x0a, 0x03,
  ]

  struct Row: Sendable {
    var name: String
    var codings: [ContentCoding]
    var bytes: [UInt8]
    /// `nil`: corrupt or cut short.
    var expected: [UInt8]?
  }

  static let rows = [
    Row(name: "gzip", codings: [.gzip], bytes: gzip, expected: plain),
    Row(name: "zlib", codings: [.deflate], bytes: zlib, expected: plain),
    Row(name: "raw deflate", codings: [.deflate], bytes: raw, expected: plain),
    Row(name: "brotli", codings: [.brotli], bytes: brotli, expected: plain),
    Row(name: "two members", codings: [.gzip], bytes: gzip + gzip, expected: plain + plain),
    Row(name: "garbage after gzip", codings: [.gzip], bytes: gzip + [1, 2, 3], expected: plain),
    Row(name: "one byte after gzip", codings: [.gzip], bytes: gzip + [0x1f], expected: plain),
    Row(name: "garbage after brotli", codings: [.brotli], bytes: brotli + [9, 9], expected: plain),
    Row(name: "no byte at all", codings: [.gzip], bytes: [], expected: []),
    Row(name: "no byte at all, brotli", codings: [.brotli], bytes: [], expected: []),
    Row(name: "gzip in gzip, once named", codings: [.gzip], bytes: twice, expected: gzip),
    Row(name: "gzip in gzip", codings: [.gzip, .gzip], bytes: twice, expected: plain),
    Row(name: "cut gzip", codings: [.gzip], bytes: Array(gzip.dropLast()), expected: nil),
    Row(name: "cut in the header", codings: [.gzip], bytes: Array(gzip.prefix(5)), expected: nil),
    Row(name: "one byte of gzip", codings: [.gzip], bytes: [0x1f], expected: nil),
    Row(name: "cut zlib", codings: [.deflate], bytes: Array(zlib.dropLast(5)), expected: nil),
    Row(name: "cut brotli", codings: [.brotli], bytes: Array(brotli.dropLast()), expected: nil),
    Row(name: "plain text as gzip", codings: [.gzip], bytes: plain, expected: nil),
    Row(name: "wrong checksum", codings: [.gzip], bytes: spoilt, expected: nil),
    Row(name: "nonsense as brotli", codings: [.brotli], bytes: [0x11, 0x11, 0x11], expected: nil),
  ]

  static let twice: [UInt8] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x93, 0xef, 0xe6, 0x60,
    0x00, 0x01, 0x26, 0xe6, 0xd3, 0x1e, 0x67, 0x4f, 0x9e, 0x0c, 0x3f, 0xe1, 0xa0, 0xbe,
    0x93, 0x81, 0xa1, 0x23, 0x92, 0x5b, 0x02, 0x28, 0x08, 0x00, 0x11, 0xb2, 0xf6, 0x6f,
    0x1d, 0x00, 0x00, 0x00,
  ]

  static var spoilt: [UInt8] {
    var bytes = gzip
    bytes[bytes.count - 6] ^= 1
    return bytes
  }

  private func decode(_ row: Row, pieces: Int) -> [UInt8]? {
    let decoder = BodyDecoder(row.codings)
    var output: [UInt8] = []
    for start in stride(from: 0, to: row.bytes.count, by: pieces) {
      let step = Array(row.bytes[start..<min(start + pieces, row.bytes.count)]).withUnsafeBytes {
        decoder.decode($0) { piece in
          output.append(contentsOf: piece)
          return .ready
        }
      }
      if step != .ready { return nil }
    }
    return decoder.isComplete ? output : nil
  }

  @Test("A body is decoded whole, byte by byte or not at all", arguments: rows.indices)
  func decoding(index: Int) {
    let row = Self.rows[index]
    for pieces in [1, 3, 1 << 20] {
      #expect(decode(row, pieces: pieces) == row.expected, "\(row.name) in pieces of \(pieces)")
    }
  }

  @Test("Whoever wants no more stops the decoder")
  func refusal() {
    let decoder = BodyDecoder([.gzip])
    let step = Self.gzip.withUnsafeBytes { decoder.decode($0) { _ in .refused } }
    #expect(step == .refused)
  }
}

@Suite struct BodySinkTests {
  private func limits(_ change: (inout FetchSettings) -> Void) -> BodySink.Limits {
    var settings = FetchSettings()
    change(&settings)
    return BodySink.Limits(settings)
  }

  private func feed(_ sink: inout BodySink, _ bytes: [UInt8], pieces: Int) throws(BodySink.Stop) {
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      var stop: BodySink.Stop?
      Array(bytes[start..<min(start + pieces, bytes.count)]).withUnsafeBytes { piece in
        do throws(BodySink.Stop) { try sink.take(piece) } catch { stop = error }
      }
      if let stop { throw stop }
    }
  }

  private let thread = DigestThread()
  private let shelf = DigestShelf()

  private func stream() throws -> DigestStream { DigestStream(try #require(thread), number: 1) }

  /// Lets the digest of what a sink took be computed.
  private func digest(of sink: BodySink) async throws -> String? {
    try #require(thread).post([sink.finishDigest { [shelf] in shelf.put(1, $0) }])
    return await shelf.take(1)
  }

  private let body = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }

  @Test("Head, tail, count and digest do not depend on the pieces", arguments: [1, 7, 64, 1000])
  func pieces(size: Int) async throws {
    var sink = BodySink(
      limits {
        $0.headBytes = 10
        $0.tailBytes = 5
      }, digest: try stream())
    try feed(&sink, body, pieces: size)
    let download = sink.download(status: 200)
    #expect(download.head == Array(body.prefix(10)))
    #expect(download.tail == Array(body.suffix(5)))
    #expect(download.byteCount == 1000)
    #expect(
      try await digest(of: sink)
        == "89f4ff56a25dd1db06a4ce6033603775d705fb96f30f8693733fef602a1ca532")
    guard case .discarded = download.body else {
      Issue.record("nobody wanted the bytes")
      return
    }
  }

  @Test("A kept body is spilled to a file only beyond the limit", arguments: [999, 1000, 1001])
  func spill(limit: Int) async throws {
    var sink = BodySink(
      limits {
        $0.keepsBodies = true
        $0.memoryLimit = limit
        $0.headBytes = 10
      }, digest: try stream())
    try feed(&sink, body, pieces: 64)
    switch sink.download(status: 200).body {
    case .memory(let bytes):
      #expect(limit >= 1000)
      #expect(bytes == body)
    case .file(let file):
      #expect(limit < 1000)
      #expect(try file.read(at: 0, count: 2000) == body)
    case .discarded: Issue.record("the bytes are wanted")
    }
    #expect(
      try await digest(of: sink)
        == "89f4ff56a25dd1db06a4ce6033603775d705fb96f30f8693733fef602a1ca532")
  }

  @Test("One byte over the limit stops the body, the limit itself does not")
  func ceiling() throws {
    var exact = BodySink(limits { $0.bodyLimit = 1000 }, digest: try stream())
    try feed(&exact, body, pieces: 300)
    var over = BodySink(limits { $0.bodyLimit = 999 }, digest: try stream())
    #expect(throws: BodySink.Stop.self) { try feed(&over, body, pieces: 300) }
    #expect(over.byteCount == 1000)
  }

  @Test("An empty body has the digest of nothing")
  func empty() async throws {
    let sink = BodySink(limits { _ in }, digest: try stream())
    let download = sink.download(status: 204)
    #expect(download.byteCount == 0)
    #expect(try await digest(of: sink)?.hasPrefix("e3b0c44298fc1c149afbf4c8996fb924") == true)
  }
}
