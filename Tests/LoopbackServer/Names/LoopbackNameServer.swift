import Glibc

/// A name server inside the test process: UDP on 127.0.0.1, TCP refused.
///
/// What is not in the table is answered by `otherwise`.
public final class LoopbackNameServer: Sendable {
  /// What is answered to one question.
  public indirect enum Answer: Sendable {
    /// Those of the addresses that are of the kind asked for; none of it is an empty answer.
    case addresses([String])
    /// CNAME, followed by what the table says of the target.
    case alias(String)
    /// NXDOMAIN.
    case notFound
    /// SERVFAIL.
    case serverFailure
    case refused
    /// No answer at all.
    case silence
    /// NOERROR without a record (NODATA).
    case empty
    /// Bytes that are no answer.
    case garbage
    /// An empty answer marked as cut short, which sends the asker to TCP, where nobody listens.
    case truncated
    case slow(Duration, Answer)
    /// One after the other per name and kind, the last again and again.
    case sequence([Answer])
  }

  public struct Query: Sendable, Equatable {
    /// In lower case.
    public var name: String
    /// `A`, `AAAA`, or `TYPE` and the number.
    public var kind: String
  }

  private struct Log {
    var queries: [Query] = []
    var counts: [String: Int] = [:]
  }

  private let socket: ListeningSocket
  private let log = Locked(Log())
  private let stopping = Gate()
  private let workers = Workers()
  private let isRunning = Locked(true)

  /// Starts a server that answers from a table of names in lower case.
  public convenience init(
    _ table: [String: Answer], otherwise: Answer = .notFound, timeToLive: UInt32 = 60
  ) throws {
    try self.init(timeToLive: timeToLive) { table[$0.name] ?? otherwise }
  }

  /// Starts a server that answers by a function of the question.
  public init(
    timeToLive: UInt32 = 60, answer: @escaping @Sendable (Query) -> Answer
  ) throws {
    socket = try ListeningSocket(.ipv4, kind: SOCK_DGRAM)
    let descriptor = socket.descriptors[0]
    let maker = NameAnswerMaker(timeToLive: timeToLive, answer: answer)
    let isStarted = workers.start { [log, stopping] in
      var loop = NameLoop(descriptor: descriptor, stopping: stopping)
      loop.run { message in
        guard let question = NameQuestion(message) else { return [] }
        let count = log.withLock { log in
          log.queries.append(question.query)
          let key = question.query.kind + " " + question.query.name
          log.counts[key, default: 0] += 1
          return log.counts[key, default: 1]
        }
        return maker.replies(to: question, count: count)
      }
    }
    guard isStarted else { throw LoopbackError("no thread left") }
  }

  deinit { stop() }

  public var port: Int { socket.port }

  /// The server as c-ares and others write it: `127.0.0.1:PORT`.
  public var address: String { "127.0.0.1:\(port)" }

  /// Every question so far, in order of arrival.
  public var queries: [Query] { log.withLock { $0.queries } }

  /// How often a name was asked for, in any kind or in one.
  public func queryCount(_ name: String, kind: String? = nil) -> Int {
    queries.filter { $0.name == name && (kind == nil || $0.kind == kind) }.count
  }

  /// Blocks until that many questions have arrived; false when the time runs out first.
  public func waitForQueries(_ count: Int, within limit: Duration = .seconds(10)) -> Bool {
    log.wait(within: limit) { $0.queries.count >= count }
  }

  public func stop() {
    let isFirst = isRunning.withLock { running in
      defer { running = false }
      return running
    }
    guard isFirst else { return }
    stopping.open()
    workers.joinAll()
    socket.close()
  }
}

/// The one thread of a name server: takes questions and sends answers when they are due.
private struct NameLoop {
  let descriptor: Int32
  let stopping: Gate
  private var waiting: [(due: ContinuousClock.Instant, bytes: [UInt8], to: SocketAddress)] = []

  init(descriptor: Int32, stopping: Gate) {
    self.descriptor = descriptor
    self.stopping = stopping
  }

  mutating func run(_ answer: ([UInt8]) -> [TimedReply]) {
    while !stopping.isOpen {
      while let (message, sender) = receive() {
        for reply in answer(message) {
          waiting.append((ContinuousClock.now + reply.delay, reply.bytes, sender))
        }
      }
      sendDue()
      let now = ContinuousClock.now
      let next = waiting.map { now.duration(to: $0.due).milliseconds }.min()
      var watched = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stopping.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      poll(&watched, 2, next.map { Int32(max(0, $0)) } ?? -1)
    }
  }

  private func receive() -> ([UInt8], SocketAddress)? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var sender = SocketAddress()
    let count = sender.withLength { recvfrom(descriptor, &buffer, buffer.count, 0, $0, $1) }
    return count > 0 ? (Array(buffer.prefix(count)), sender) : nil
  }

  private mutating func sendDue() {
    let now = ContinuousClock.now
    for reply in waiting where reply.due <= now {
      var receiver = reply.to
      _ = receiver.withPointer { sendto(descriptor, reply.bytes, reply.bytes.count, 0, $0, $1) }
    }
    waiting.removeAll { $0.due <= now }
  }
}
