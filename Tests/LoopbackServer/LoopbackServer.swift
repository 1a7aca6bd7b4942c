/// An HTTP server inside the test process whose answers, right and wrong, are described as data.
///
/// It listens on a port of its own on the loopback interface, one thread per connection, and ends
/// every thread and descriptor in `stop()`, which `deinit` calls too.
public final class LoopbackServer: Sendable {
  private let core: ServerCore
  private let acceptor: Acceptor

  /// Starts a server that answers by a function of the request.
  public init(
    _ listener: Listener = .plain, handler: @escaping @Sendable (Request) -> Reply
  ) throws {
    let context: TLSContext? =
      switch listener.security {
      case .plain: nil
      case .tls(let settings): try TLSContext(settings)
      }
    let core = ServerCore(context: context, greeting: listener.greeting, handler: handler)
    self.core = core
    acceptor = try Acceptor(listener.binding) { number, wire in
      Connection(number: number, wire: wire, core: core).run()
    }
  }

  /// Starts a server that answers by path, with 404 for what is not in the routes.
  public convenience init(_ listener: Listener = .plain, routes: [Route]) throws {
    try self.init(listener, handler: Route.handler(routes))
  }

  deinit { stop() }

  public var port: Int { acceptor.port }

  /// The URL of a path on this server; any host that leads here, `[::1]` too.
  public func url(_ path: String, host: String = "127.0.0.1") -> String {
    "\(core.context == nil ? "http" : "https")://\(host):\(port)\(path)"
  }

  /// Every request so far, in order of arrival (the first 100,000).
  public var requests: [Request] { core.log.withLock { $0.requests } }

  /// How often a path was asked for.
  public func requestCount(_ path: String) -> Int { core.log.withLock { $0.counts[path] ?? 0 } }

  /// How many requests arrived in all.
  public var requestCount: Int { core.log.withLock { $0.total } }

  /// How many connections were accepted in all.
  public var connectionCount: Int { acceptor.figures.withLock { $0.accepted } }

  /// How many connections are open now.
  public var openConnectionCount: Int { acceptor.figures.withLock { $0.open } }

  /// The most connections that were open at one time.
  public var peakConnectionCount: Int { acceptor.figures.withLock { $0.peak } }

  /// How many TLS handshakes failed.
  public var failedHandshakeCount: Int { core.log.withLock { $0.failedHandshakes } }

  /// Blocks until that many requests have arrived in all; false when the time runs out first.
  public func waitForRequests(_ count: Int, within limit: Duration = .seconds(10)) -> Bool {
    core.log.wait(within: limit) { $0.total >= count }
  }

  /// Blocks until that many connections were accepted in all; false when the time runs out first.
  public func waitForConnections(_ count: Int, within limit: Duration = .seconds(10)) -> Bool {
    acceptor.figures.wait(within: limit) { $0.accepted >= count }
  }

  /// Blocks until no connection is open; false when the time runs out first.
  public func waitUntilIdle(within limit: Duration = .seconds(10)) -> Bool {
    acceptor.figures.wait(within: limit) { $0.open == 0 }
  }

  /// Ends every connection and thread, and closes the port; a second call does nothing.
  public func stop() { acceptor.stop() }
}

/// What the connections of a server share.
final class ServerCore: Sendable {
  struct Log {
    var requests: [Request] = []
    var counts: [String: Int] = [:]
    var total = 0
    var failedHandshakes = 0
  }

  let context: TLSContext?
  let greeting: Listener.Greeting
  let handler: @Sendable (Request) -> Reply
  let log = Locked(Log())

  init(
    context: TLSContext?, greeting: Listener.Greeting,
    handler: @escaping @Sendable (Request) -> Reply
  ) {
    self.context = context
    self.greeting = greeting
    self.handler = handler
  }

  /// Numbers and logs a request.
  func record(_ request: Request) -> Request {
    log.withLock { log in
      var request = request
      log.total += 1
      request.order = log.total
      let path = request.path
      request.attempt = (log.counts[path] ?? 0) + 1
      log.counts[path] = request.attempt
      if log.requests.count < 100_000 { log.requests.append(request) }
      return request
    }
  }
}
