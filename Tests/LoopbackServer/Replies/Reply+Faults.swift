import CZlib

// Answers that are wrong in one way each.
extension Reply {
  /// The connection is reset before a byte is answered.
  public static let resetBeforeHead = Reply([.reset])

  /// The connection is closed in order before a byte is answered.
  public static let closeBeforeHead = Reply([.close])

  /// The header block is sent, then the connection is reset.
  ///
  /// The short wait lets the bytes travel: a reset discards what the peer has not read.
  public static let resetAfterHead = Reply([
    .head(Head(200, ["Content-Length": "100"])), .wait(.milliseconds(20)), .reset,
  ])

  /// Half of the body is sent, then the connection is reset.
  public static func resetInBody(_ body: [UInt8], type: String = "image/png") -> Reply {
    let head = Head(200, ["Content-Type": type, "Content-Length": "\(body.count)"])
    return Reply([
      .head(head), .bytes(Array(body.prefix(body.count / 2))), .wait(.milliseconds(20)), .reset,
    ])
  }

  /// Nothing is answered.
  public static let stallBeforeHead = Reply([.stall])

  /// The status line is sent without an end of the header block, and nothing more.
  public static let stallInHead = Reply([.bytes(Array("HTTP/1.1 200 OK\r\nA: b\r\n".utf8)), .stall])

  /// The header block is sent and no body.
  public static let stallAfterHead = Reply([
    .head(Head(200, ["Content-Type": "image/png", "Content-Length": "1000"])), .stall,
  ])

  /// Half of the body is sent and no more.
  public static func stallInBody(_ body: [UInt8], type: String = "image/png") -> Reply {
    let head = Head(200, ["Content-Type": type, "Content-Length": "\(body.count)"])
    return Reply([.head(head), .bytes(Array(body.prefix(body.count / 2))), .stall])
  }

  /// Bytes that are no HTTP.
  public static let garbage = raw([
    0x00, 0xFF, 0x13, 0x37, 0x0D, 0x0A, 0x80, 0x0D, 0x0A, 0x0D, 0x0A,
  ])

  /// A status line whose code is no number.
  public static let badStatusLine = raw("HTTP/1.1 two hundred\r\n\r\n")

  /// The connection is closed in order within the header block.
  public static let headCutShort = raw("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Le")

  /// So many header lines of about 30 bytes, then a small body.
  public static func headerFlood(_ count: Int) -> Reply {
    var headers: HeaderLines = ["Content-Length": "2"]
    for number in 0..<count { headers.add("X-Flood-\(number)", "some text to fill") }
    return Reply([.head(Head(200, headers)), .bytes([79, 75])])
  }

  /// One header line with a value of so many bytes, then a small body.
  public static func longHeader(_ count: Int) -> Reply {
    let headers: HeaderLines = [
      "Content-Length": "2", "X-Long": String(repeating: "a", count: count),
    ]
    return Reply([.head(Head(200, headers)), .bytes([79, 75])])
  }

  /// Header lines without end.
  public static let endlessHeaders = Reply([
    .bytes(Array("HTTP/1.1 200 OK\r\n".utf8)),
    .endless(Array("X-More: and more and more\r\n".utf8), every: .zero),
  ])

  /// Interim answers without end.
  public static let endlessInterim = Reply([
    .endless(Array("HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n".utf8), every: .milliseconds(1))
  ])

  /// How an endless body is framed.
  public enum EndlessFraming: Sendable {
    case chunked, untilClose
    case length(Int)
  }

  /// A body without end, as fast as the client reads or with a pause after each pattern.
  public static func endless(
    _ pattern: [UInt8] = Array(repeating: 0x61, count: 16384), type: String = "image/png",
    status: Int = 200, headers: HeaderLines = [:], framing: EndlessFraming = .untilClose,
    every pause: Duration = .zero
  ) -> Reply {
    var head = Head(status, ["Content-Type": type] + headers)
    var pattern = pattern
    switch framing {
    case .chunked:
      head.headers.add("Transfer-Encoding", "chunked")
      pattern = Framing.chunks(pattern, pattern.count)
    case .untilClose: head.headers.add("Connection", "close")
    case .length(let length): head.headers.add("Content-Length", "\(length)")
    }
    return Reply([.head(head), .endless(pattern, every: pause)])
  }

  /// The body one byte at a time.
  public static func drip(
    _ body: [UInt8], type: String = "image/png", every pause: Duration = .seconds(1)
  ) -> Reply {
    let head = Head(200, ["Content-Type": type, "Content-Length": "\(body.count)"])
    return Reply([.head(head), .drip(body, every: pause)])
  }

  /// The status line and headers one byte at a time, then a small body.
  public static func dripHead(every pause: Duration = .seconds(1)) -> Reply {
    let head = Head(200, ["Content-Length": "2"])
    return Reply([.drip(head.bytes, every: pause), .bytes([79, 75])])
  }

  /// HTTP/2: half of the body, then RST_STREAM with INTERNAL_ERROR.
  public static func resetStream(
    inBody body: [UInt8], type: String = "image/png", code: UInt32 = 2
  ) -> Reply {
    let head = Head(200, ["Content-Type": type, "Content-Length": "\(body.count)"])
    return Reply([
      .head(head), .bytes(Array(body.prefix(body.count / 2))), .wait(.milliseconds(20)),
      .resetStream(code: code),
    ])
  }

  /// HTTP/2: RST_STREAM with REFUSED_STREAM before anything is answered.
  public static let refusedStream = Reply([.resetStream(code: 7)])

  /// HTTP/2: GOAWAY that admits no stream, then the end of the connection.
  public static let goAwayBeforeHead = Reply([.goAway(lastStream: 0, code: 0), .close])

  /// HTTP/2: half of the body, GOAWAY with an error, then the end of the connection.
  public static func goAway(inBody body: [UInt8], type: String = "image/png") -> Reply {
    let head = Head(200, ["Content-Type": type, "Content-Length": "\(body.count)"])
    return Reply([
      .head(head), .bytes(Array(body.prefix(body.count / 2))), .goAway(lastStream: nil, code: 2),
      .close,
    ])
  }

  /// HTTP/2: GOAWAY that admits the streams so far, which are then served whole.
  public var behindGoAway: Reply { after(.goAway(lastStream: nil, code: 0)) }

  /// The answer, and on the then idle connection, after the wait, a 408 nobody asked for.
  public func thenUnasked408(after wait: Duration = .milliseconds(20)) -> Reply {
    then(.wait(wait), .bytes(Self.unasked408), .close)
  }

  /// The answer, and on the then idle connection, when the gate opens, a 408 nobody asked for.
  public func thenUnasked408(when gate: Gate) -> Reply {
    then(.gate(gate), .bytes(Self.unasked408), .close)
  }

  private static let unasked408 = Head(408, ["Content-Length": "0", "Connection": "close"]).bytes

  /// A gzip body of zeros that unfolds to so many bytes (a multiple of 4 MiB), about a thousandth of that on the wire.
  ///
  /// A block behind a full flush stands alone, so one compressed block is sent again and again.
  public static func gzipBomb(
    unfoldsTo size: Int = 10 << 30, type: String = "image/png", declaresLength: Bool = true
  ) -> Reply {
    let blockSize = 4 << 20
    let count = max(1, size / blockSize)
    let zeros = [UInt8](repeating: 0, count: blockSize)
    let block = Coding.deflate(zeros, windowBits: -15, flush: Z_FULL_FLUSH)
    let start: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    let end =
      [3, 0] + checksum(of: zeros, times: count)
      + littleEndian(UInt32(truncatingIfNeeded: count * blockSize))
    var head = Head(200, ["Content-Type": type, "Content-Encoding": "gzip"])
    if declaresLength {
      head.headers.add("Content-Length", "\(start.count + block.count * count + end.count)")
    } else {
      head.headers.add("Connection", "close")
    }
    let body: [Step] = [.bytes(start), .repeated(block, count: count), .bytes(end)]
    return Reply([.head(head)] + body + (declaresLength ? [] : [.close]))
  }

  private static func checksum(of block: [UInt8], times count: Int) -> [UInt8] {
    let one = crc32(0, block, UInt32(block.count))
    var all = one
    for _ in 1..<max(1, count) { all = crc32_combine(all, one, block.count) }
    return littleEndian(UInt32(all))
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(number >> ($0 * 8) & 255) }
  }
}
