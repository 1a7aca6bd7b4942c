/// An answer, as the list of what the server does.
///
/// After the last step the connection is kept for the next request, unless a step ended it or the
/// client asked to close.
public struct Reply: Sendable {
  public var steps: [Step]

  public init(_ steps: [Step]) { self.steps = steps }

  /// The same answer with other steps before it.
  public func after(_ earlier: Step...) -> Reply { Reply(earlier + steps) }

  /// The same answer with more steps behind it.
  public func then(_ later: Step...) -> Reply { Reply(steps + later) }

  /// The same answer behind an interim one.
  public func afterInterim(_ status: Int, _ headers: HeaderLines = [:]) -> Reply {
    after(.head(Head(status, headers)))
  }
}

extension Reply {
  /// 200 with a body.
  public static func ok(
    _ body: [UInt8] = [], type: String? = "application/octet-stream", headers: HeaderLines = [:],
    coding: Coding = .identity, framing: Framing = .length
  ) -> Reply {
    answer(200, body, type: type, headers: headers, coding: coding, framing: framing)
  }

  /// 200 with a text.
  public static func ok(
    _ text: String, type: String? = "text/plain", headers: HeaderLines = [:],
    coding: Coding = .identity, framing: Framing = .length
  ) -> Reply {
    ok(Array(text.utf8), type: type, headers: headers, coding: coding, framing: framing)
  }

  /// Any status with any body.
  ///
  /// 1xx, 204 and 304 have no body and no length, whatever is given.
  public static func answer(
    _ status: Int, _ body: [UInt8] = [], type: String? = nil, headers: HeaderLines = [:],
    coding: Coding = .identity, framing: Framing = .length
  ) -> Reply {
    guard status >= 200, status != 204, status != 304 else {
      return Reply([.head(Head(status, headers))])
    }
    var own = HeaderLines()
    if let type { own.add("Content-Type", type) }
    if let name = coding.name { own.add("Content-Encoding", name) }
    return framing.reply(status, coding.apply(to: body), own + headers)
  }

  /// A status with a short text as its body.
  public static func status(_ status: Int, headers: HeaderLines = [:]) -> Reply {
    answer(status, Array("status \(status)\n".utf8), type: "text/plain", headers: headers)
  }

  /// A redirect; without a target the Location line is missing.
  public static func redirect(
    _ status: Int = 302, to target: String?, headers: HeaderLines = [:]
  ) -> Reply {
    let location = target.map { HeaderLines(lines: [.init(name: "Location", value: $0)]) }
    return answer(status, headers: (location ?? [:]) + headers)
  }

  /// 429 or 503 with Retry-After, in seconds or as an HTTP date.
  public static func retryAfter(_ value: String, status: Int = 429) -> Reply {
    Self.status(status, headers: ["Retry-After": value])
  }

  /// Text as it is on the wire, then an orderly close.
  public static func raw(_ text: String) -> Reply { raw(Array(text.utf8)) }

  /// Bytes as they are on the wire, then an orderly close.
  public static func raw(_ bytes: [UInt8]) -> Reply { Reply([.bytes(bytes), .close]) }
}

/// How the end of a body is told.
public enum Framing: Sendable {
  /// One right Content-Length.
  case length
  /// The Content-Length lines given, each as written; closes after the body unless they are right.
  case lengths([String])
  /// A Content-Length that is off by so many bytes.
  case lengthOff(by: Int)
  /// Chunks of at most that size.
  case chunked(size: Int)
  /// A chunked body that lacks its last chunk, then an orderly close.
  case chunkedCut(size: Int)
  /// A chunked body whose second size line is no number.
  case chunkedBroken(size: Int)
  /// No length: the body ends with the connection.
  case untilClose
  /// As HTTP/1.0, no length: the body ends with the connection.
  case http10
  /// As HTTP/0.9: no status line and no headers at all.
  case http09

  func reply(_ status: Int, _ body: [UInt8], _ headers: HeaderLines) -> Reply {
    var head = Head(status, headers)
    switch self {
    case .length:
      head.headers.add("Content-Length", "\(body.count)")
      return Reply([.head(head), .bytes(body)])
    case .lengths(let values):
      for value in values { head.headers.add("Content-Length", value) }
      let right = values.allSatisfy { $0 == "\(body.count)" }
      return Reply([.head(head), .bytes(body)] + (right ? [] : [.close]))
    case .lengthOff(let difference):
      head.headers.add("Content-Length", "\(body.count + difference)")
      return Reply([.head(head), .bytes(body), .close])
    case .chunked(let size):
      head.headers.add("Transfer-Encoding", "chunked")
      return Reply([.head(head), .bytes(Self.chunks(body, size) + Self.lastChunk)])
    case .chunkedCut(let size):
      head.headers.add("Transfer-Encoding", "chunked")
      return Reply([.head(head), .bytes(Self.chunks(body, size)), .close])
    case .chunkedBroken(let size):
      head.headers.add("Transfer-Encoding", "chunked")
      let first = Self.chunks(Array(body.prefix(size)), size)
      return Reply([.head(head), .bytes(first + Array("no size\r\nrest\r\n".utf8)), .close])
    case .untilClose:
      head.headers.add("Connection", "close")
      return Reply([.head(head), .bytes(body), .close])
    case .http10:
      head.version = "HTTP/1.0"
      return Reply([.head(head), .bytes(body), .close])
    case .http09:
      return .raw(body)
    }
  }

  static let lastChunk = Array("0\r\n\r\n".utf8)

  static func chunks(_ body: [UInt8], _ size: Int) -> [UInt8] {
    var out: [UInt8] = []
    for start in stride(from: 0, to: body.count, by: max(1, size)) {
      let piece = body[start..<min(body.count, start + max(1, size))]
      out += Array((String(piece.count, radix: 16) + "\r\n").utf8) + piece + [13, 10]
    }
    return out
  }
}
