import Glibc

/// One accepted connection from greeting to end, on its own thread.
final class Connection {
  private let number: Int
  private let core: ServerCore
  private let wire: Wire
  /// Requests so far.
  private var count = 0

  init(number: Int, wire: Wire, core: ServerCore) {
    self.number = number
    self.wire = wire
    self.core = core
  }

  /// Serves the connection to its end.
  func run() {
    guard greet(), secure() else { return }
    if wire.applicationProtocol == "h2" { serveHTTP2() } else { serveHTTP1() }
  }

  /// Does what stands before any protocol; false when that was the end.
  private func greet() -> Bool {
    switch core.greeting {
    case .none: return true
    case .stall: wire.discardUntilPeerEnds()
    case .stallAfterHello:
      _ = wire.read()
      wire.discardUntilPeerEnds()
    case .close: wire.closeOrderly()
    case .reset: wire.reset()
    case .closeAfterHello:
      _ = wire.read()
      wire.closeOrderly()
    case .resetAfterHello:
      _ = wire.read()
      wire.reset()
    case .say(let bytes): answerHello(bytes)
    case .sayEach(let make): answerHello(make(number))
    }
    return false
  }

  private func answerHello(_ bytes: [UInt8]) {
    _ = wire.read()
    _ = wire.write(bytes)
    wire.closeOrderly()
  }

  private func secure() -> Bool {
    guard let context = core.context else { return true }
    guard let session = context.makeSession() else { return false }
    if wire.handshake(session) { return true }
    core.log.withLock { $0.failedHandshakes += 1 }
    wire.closeOrderly(notify: false)
    return false
  }

  private func serveHTTP1() {
    var reader = RequestReader()
    while let read = reader.next(wire) {
      let request = record(read)
      let reply = core.handler(request)
      guard StepRunner(wire: wire, isHead: request.method == "HEAD").run(reply) else { return }
      let wish = request.headers["Connection"]?.lowercased()
      if wish == "close" || (request.version == "HTTP/1.0" && wish != "keep-alive") { break }
    }
    // As real servers do when TLS is spoken to their plain port.
    if reader.isHandshake { _ = wire.write(Head(400, ["Connection": "close"]).bytes) }
    wire.closeOrderly()
  }

  private func serveHTTP2() {
    HTTP2Session(wire) { [self] in core.handler(record($0)) }.run()
  }

  private func record(_ read: Request) -> Request {
    count += 1
    var request = read
    request.connection = number
    request.numberOnConnection = count
    request.serverName = wire.serverName
    return core.record(request)
  }
}

/// Carries the steps of a reply out under HTTP/1.
final class StepRunner {
  private let wire: Wire
  private let isHead: Bool
  /// Bytes not sent yet: a head and its body leave in one piece.
  private var pending: [UInt8] = []

  init(wire: Wire, isHead: Bool) {
    self.wire = wire
    self.isHead = isHead
  }

  /// Runs all steps; false when the connection has ended.
  func run(_ reply: Reply) -> Bool {
    for step in reply.steps {
      guard perform(step) else { return false }
      // An answer to HEAD ends with its headers.
      if isHead, case .head(let head) = step, head.status >= 200 { break }
    }
    return flush()
  }

  private func perform(_ step: Step) -> Bool {
    switch step {
    case .head(let head):
      pending += head.bytes
      return true
    case .bytes(let bytes):
      pending += bytes
      return pending.count < 1 << 16 || flush()
    case .repeated(let bytes, let count):
      return flush() && (0..<count).allSatisfy { _ in wire.write(bytes) }
    case .drip(let bytes, let pause):
      return flush() && bytes.allSatisfy { wire.write([$0]) && self.pause(pause) }
    case .endless(let pattern, let pause):
      guard flush() else { return false }
      let block = pause == .zero ? Self.enlarged(pattern) : pattern
      while wire.write(block), pause == .zero || self.pause(pause) {}
      return false
    case .wait(let time):
      return flush() && pause(time)
    case .gate(let gate):
      return flush() && wire.wait(for: 0, gates: [gate]) == .gate
    default:
      return end(step)
    }
  }

  /// The steps after which there is no connection.
  private func end(_ step: Step) -> Bool {
    guard flush() else { return false }
    switch step {
    case .stall: wire.discardUntilPeerEnds()
    case .cut: wire.closeOrderly(notify: false)
    case .reset, .resetStream: wire.reset()
    default: wire.closeOrderly()
    }
    return false
  }

  private func pause(_ time: Duration) -> Bool {
    time == .zero || wire.wait(for: 0, time: time) == .time
  }

  private func flush() -> Bool {
    defer { pending = [] }
    return pending.isEmpty || wire.write(pending)
  }

  /// The pattern often enough for a write that is worth its call.
  private static func enlarged(_ pattern: [UInt8]) -> [UInt8] {
    let count = max(1, 65536 / max(1, pattern.count))
    var all: [UInt8] = []
    for _ in 0..<count { all += pattern }
    return all
  }
}
