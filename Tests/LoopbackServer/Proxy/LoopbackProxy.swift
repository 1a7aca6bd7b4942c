import Glibc

/// An HTTP proxy inside the test process: CONNECT and GET with an absolute URL.
///
/// Every host leads to 127.0.0.1, so that a test may use any name.
public final class LoopbackProxy: Sendable {
  /// What the proxy does with a request.
  public enum Mode: Sendable {
    case works
    /// Answers with that status, 407 with a Proxy-Authenticate line.
    case refuses(status: Int)
    /// Closes the connection without an answer.
    case closes
    case resets
    /// Never answers.
    case stalls
    /// Answers CONNECT with 200 and then closes.
    case closesTunnel
  }

  private let acceptor: Acceptor
  private let log = Locked<[Request]>([])

  public init(_ mode: Mode = .works) throws {
    acceptor = try Acceptor(.ipv4) { [log] number, wire in
      var reader = RequestReader()
      guard var request = reader.next(wire) else { return }
      request.connection = number
      log.withLock { log in
        request.order = log.count + 1
        log.append(request)
      }
      ProxiedConnection(client: wire, request: request, unread: reader.rest).run(mode)
    }
  }

  deinit { stop() }

  public var port: Int { acceptor.port }

  /// The proxy as an option takes it: `http://127.0.0.1:PORT`.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// Every request so far; targets are `host:port` (CONNECT) or absolute URLs.
  public var requests: [Request] { log.withLock { $0 } }

  public var connectionCount: Int { acceptor.figures.withLock { $0.accepted } }

  public func stop() { acceptor.stop() }
}

/// One request through the proxy and the bytes that follow it.
struct ProxiedConnection {
  let client: Wire
  let request: Request
  /// What the client sent behind its request.
  let unread: [UInt8]

  func run(_ mode: LoopbackProxy.Mode) {
    switch mode {
    case .works: forward()
    case .refuses(let status):
      let headers: HeaderLines = status == 407 ? ["Proxy-Authenticate": "Basic realm=\"x\""] : [:]
      answer(.status(status, headers: headers))
    case .closes: client.closeOrderly()
    case .resets: client.reset()
    case .stalls: client.discardUntilPeerEnds()
    case .closesTunnel: answer(Reply([.head(Head(200))]))
    }
  }

  private func answer(_ reply: Reply) {
    if StepRunner(wire: client, isHead: false).run(reply) { client.closeOrderly() }
  }

  private func forward() {
    guard let (port, path) = Self.destination(of: request) else { return answer(.status(400)) }
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = SocketAddress(ipv4: "127.0.0.1", port: port)
    guard descriptor >= 0, address.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
      close(descriptor)
      return answer(.status(502))
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let server = client.sibling(descriptor)
    defer { server.close() }
    if let path {
      guard server.write(Self.plainRequest(request, path)) else { return }
    } else {
      guard client.write(Head(200).bytes), server.write(unread) else { return }
    }
    client.relay(with: server)
  }

  /// The port on 127.0.0.1 and, unless it is a tunnel, the path.
  private static func destination(of request: Request) -> (port: Int, path: String?)? {
    if request.method == "CONNECT" {
      return request.target.split(separator: ":").last.flatMap { Int($0) }.map { ($0, nil) }
    }
    guard request.target.hasPrefix("http://") else { return nil }
    let rest = request.target.dropFirst(7)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let hasPort = authority.last != "]" && authority.contains(":")
    let port = hasPort ? authority.split(separator: ":").last.flatMap { Int($0) } : 80
    let path = rest.dropFirst(authority.count)
    return port.map { ($0, path.hasPrefix("/") ? String(path) : "/" + path) }
  }

  private static func plainRequest(_ request: Request, _ path: String) -> [UInt8] {
    var text = "\(request.method) \(path) HTTP/1.1\r\n"
    for line in request.headers.lines {
      let name = line.name.lowercased()
      if name != "connection" && !name.hasPrefix("proxy-") {
        text += "\(line.name): \(line.value)\r\n"
      }
    }
    return Array((text + "Connection: close\r\n\r\n").utf8)
  }
}
