/// One thing a server does in answering.
public enum Step: Sendable {
  /// The status line and header block, or an interim one (1xx).
  case head(Head)
  /// Bytes as they are; under HTTP/2 body bytes.
  case bytes([UInt8])
  /// The same bytes many times, made as they are sent.
  case repeated([UInt8], count: Int)
  /// The bytes one by one, with a pause after each.
  case drip([UInt8], every: Duration)
  /// The pattern for ever, with a pause after each.
  case endless([UInt8], every: Duration)
  case wait(Duration)
  /// Waits until a test opens the gate.
  case gate(Gate)
  /// Says and does nothing more until the client goes away.
  case stall
  /// Ends the connection in order: close_notify, then FIN. Under HTTP/2 the whole connection.
  case close
  /// Ends the connection with a bare FIN, under TLS without close_notify.
  case cut
  /// Ends the connection with a TCP reset.
  case reset
  /// Ends this stream with RST_STREAM (HTTP/2 only; as `reset` under HTTP/1).
  case resetStream(code: UInt32)
  /// Sends GOAWAY that admits streams up to the last one given, or all so far (HTTP/2 only;
  /// as `close` under HTTP/1).
  case goAway(lastStream: UInt32?, code: UInt32)
  /// Sends random and damaged frames (HTTP/2 only; as `close` under HTTP/1).
  case frames(seed: UInt64)
}

/// A status line and its header lines.
public struct Head: Sendable {
  public var version = "HTTP/1.1"
  public var status: Int
  public var headers: HeaderLines

  public init(_ status: Int, _ headers: HeaderLines = [:]) {
    self.status = status
    self.headers = headers
  }

  /// The bytes of HTTP/1.
  var bytes: [UInt8] {
    var text = "\(version) \(status) \(Self.phrases[status] ?? "Answer")\r\n"
    for line in headers.lines { text += "\(line.name): \(line.value)\r\n" }
    return Array((text + "\r\n").utf8)
  }

  private static let phrases = [
    100: "Continue", 103: "Early Hints", 200: "OK", 204: "No Content", 206: "Partial Content",
    301: "Moved Permanently", 302: "Found", 304: "Not Modified", 404: "Not Found",
    408: "Request Timeout", 429: "Too Many Requests", 500: "Internal Server Error",
    503: "Service Unavailable",
  ]
}

extension Step: CustomStringConvertible {
  /// Short, since test output names its arguments and a body may be long.
  public var description: String {
    switch self {
    case .bytes(let bytes): "bytes(\(bytes.count))"
    case .endless(let pattern, _): "endless(\(pattern.count))"
    case .drip(let bytes, _): "drip(\(bytes.count))"
    case .head(let head): "head(\(head.status))"
    case .wait(let time): "wait(\(time))"
    default: String(describing: Mirror(reflecting: self).children.first?.label ?? "step")
    }
  }
}
