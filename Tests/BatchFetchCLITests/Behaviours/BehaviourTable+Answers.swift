import LoopbackServer

// MARK: Connections, bodies and heads (T7)

extension BehaviourTable {
  static let connections: [ServerBehaviour] = [
    ServerBehaviour("reset before the head", lost(nil), .resetBeforeHead),
    ServerBehaviour(
      "closed before the head", lost(nil), .closeBeforeHead, nginx: nginx("return 444;")),
    ServerBehaviour("reset after the head", lost(200).withHaste, .resetAfterHead),
    ServerBehaviour("reset in the body", lost(200).withHaste, .resetInBody(picture)),
    ServerBehaviour("closed in the body", lost(200), .ok(picture, framing: .lengthOff(by: 9))),
    ServerBehaviour("the head is cut short", lost(nil), .headCutShort, on: .http1),
    ServerBehaviour(
      "closed just as its connection is reused", .media(), on: .http1, isReused: true
    ) { $0.request.numberOnConnection == 1 ? .ok(picture, type: png) : .closeBeforeHead },
    ServerBehaviour(
      "reset just as its connection is reused", .media(), on: .http1, isReused: true
    ) { $0.request.numberOnConnection == 1 ? .ok(picture, type: png) : .resetBeforeHead },
    ServerBehaviour("a 408 nobody asked for", .media(), on: .http1, isReused: true) {
      let reply = Reply.ok(picture, type: png)
      return $0.request.order % 2 == 1 ? reply.thenUnasked408() : reply
    },
  ]

  static let bodies: [ServerBehaviour] = [
    ServerBehaviour("chunked", .media(), .ok(picture, framing: .chunked(size: 99)), on: .http1),
    ServerBehaviour("ended by the close", .media(), .ok(picture, framing: .untilClose), on: .http1),
    ServerBehaviour("HTTP/1.0", .media(), .ok(picture, framing: .http10), on: .http1),
    ServerBehaviour(
      "Content-Length too long", lost(200), .ok(picture, framing: .lengthOff(by: 5)), on: .http1),
    // A6: what was declared is there, the picture's end is not.
    ServerBehaviour(
      "Content-Length too short", .media(200, ["truncated"]),
      .ok(picture, framing: .lengthOff(by: -5)), on: .http1),
    ServerBehaviour(
      "two equal lengths", .media(),
      .ok(picture, framing: .lengths(["\(picture.count)", "\(picture.count)"])), on: .http1),
    ServerBehaviour(
      "two different lengths", .transport("bad_response"),
      .ok(picture, framing: .lengths(["\(picture.count)", "40"])), on: .http1),
    ServerBehaviour(
      "chunks cut", lost(200), .ok(picture, framing: .chunkedCut(size: 99)), on: .http1),
    ServerBehaviour(
      "chunks broken", lost(200), .ok(picture, framing: .chunkedBroken(size: 99)), on: .http1),
    ServerBehaviour(
      "HTTP/0.9", .transport("bad_response"), .ok(picture, framing: .http09), on: .http1),
    ServerBehaviour("garbage", .transport("bad_response"), .garbage, on: .http1),
    ServerBehaviour(
      "a status that is no number", .transport("bad_response"), .badStatusLine, on: .http1),
    ServerBehaviour(
      "a picture called text/html", .media(200, ["served_as_other_type"]),
      .ok(picture, type: "text/html"),
      nginx: nginx("types {} default_type text/html; try_files /p.png =404;")),
    ServerBehaviour(
      "a page called image/png", .blank("not_media", 200, ["served_as_other_type"]),
      .ok(page, type: png),
      nginx: nginx("types {} default_type image/png; try_files /page.html =404;")),
  ]

  static let heads: [ServerBehaviour] = [
    ServerBehaviour("500 header lines", .media(), manyHeaders),
    ServerBehaviour(
      "20,000 header lines", .transport("bad_response"), .headerFlood(20_000), on: .http1),
    ServerBehaviour(
      "a header line of a megabyte", .transport("bad_response"), .longHeader(1 << 20), on: .http1),
    ServerBehaviour(
      "header lines without end", .transport("bad_response"), .endlessHeaders, on: .http1),
    ServerBehaviour(
      "a header line without a colon", .transport("bad_response"),
      .raw("HTTP/1.1 200 OK\r\nA: b\r\nnonsense\r\n\r\n"), on: .http1),
    ServerBehaviour("interim answers without end", .slow(), .endlessInterim, on: .http1),
  ]

  private static let manyHeaders: Reply = {
    var headers = HeaderLines()
    for number in 0..<500 { headers.add("X-Flood-\(number)", "some text to fill") }
    return .ok(picture, type: png, headers: headers)
  }()

  /// `connection_lost` is transient.
  private static func lost(_ status: Int?) -> Expected {
    .transport("connection_lost", status, tries: 3)
  }
}

// MARK: Content codings (T5, T7)

extension BehaviourTable {
  static let codings: [ServerBehaviour] =
    [
      coded(
        "gzip", .gzip,
        nginx: nginx("gzip on; gzip_types *; gzip_min_length 1; try_files /p.png =404;")),
      coded("deflate", .deflate), coded("deflate without its frame", .rawDeflate),
      coded("br", .brotli),
      coded("gzip twice, named twice", Coding(.gzip, .doubledAndNamed)),
      coded("bytes behind the end of gzip", Coding(.gzip, .trailingBytes)),
      // A5: what is left is an archive under a picture's name.
      coded("gzip twice, named once", Coding(.gzip, .doubled), .blank("not_media")),
      coded("gzip, not named", Coding(.gzip, .notNamed), .blank("not_media")),
      ServerBehaviour("br twice, named once", .blank("undecodable"), on: .all) { _ in
        .ok(picture, type: png, coding: Coding(.brotli, .doubled))
      },
      ServerBehaviour(
        "gzip and chunks", .media(),
        .ok(picture, type: png, coding: .gzip, framing: .chunked(size: 7)), on: .http1),
    ]
    + [
      ("gzip corrupt", Coding(.gzip, .corrupt)), ("gzip cut", Coding(.gzip, .cut)),
      ("gzip with a wrong checksum", Coding(.gzip, .wrongChecksum)),
      ("gzip only named", Coding(.gzip, .onlyNamed)),
      ("deflate corrupt", Coding(.deflate, .corrupt)),
      ("deflate cut", Coding(.deflate, .cut)), ("br corrupt", Coding(.brotli, .corrupt)),
      ("br cut", Coding(.brotli, .cut)), ("br only named", Coding(.brotli, .onlyNamed)),
      ("a coding nobody asked for", Coding(.named("zstd"))),
    ].map { name, coding in
      coded(name, coding, .transport("content_decoding_failed", 200))
    }

  private static func coded(
    _ name: String, _ coding: Coding, _ expected: Expected = .media(), nginx: String? = nil
  ) -> ServerBehaviour {
    ServerBehaviour(name, expected, .ok(picture, type: png, coding: coding), nginx: nginx)
  }
}

// MARK: What does not end (T6, T7b)

extension BehaviourTable {
  static let endless: [ServerBehaviour] = [
    // T7b: without a declared length a device would run out of time instead.
    ServerBehaviour(
      "a body without end, chunked", .tooLarge(["uncertain"]), .endless(framing: .chunked),
      on: .bothSchemes),
    ServerBehaviour(
      "a body without end, until the close", .tooLarge(["uncertain"]),
      .endless(framing: .untilClose), on: .bothSchemes),
    ServerBehaviour(
      "a body of a declared 10 GB", .tooLarge(), .endless(framing: .length(10 << 30)),
      on: [.tls, .http2, .plain]),
    ServerBehaviour(
      "10 MB that unfold to 10 GB", .tooLarge(), .gzipBomb(), on: [.tls, .http2, .plain]),
    ServerBehaviour(
      "10 MB that unfold to 10 GB, no length", .tooLarge(["uncertain"]),
      .gzipBomb(declaresLength: false), on: .bothSchemes),
    ServerBehaviour(
      "a byte a second", .slow(200), .drip(picture),
      nginx: nginx("limit_rate_after 1000; limit_rate 1; try_files /p.png =404;")),
    ServerBehaviour("a head of a byte at a time", .slow(), .dripHead(), on: .http1),
    ServerBehaviour("a stall before the head", .slow(), .stallBeforeHead),
    ServerBehaviour("a stall in the head", .slow(), .stallInHead, on: .http1),
    ServerBehaviour("a stall after the head", .slow(200), .stallAfterHead),
    ServerBehaviour("a stall in the body", .slow(200), .stallInBody(picture)),
  ]
}
