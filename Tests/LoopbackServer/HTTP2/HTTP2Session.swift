import Glibc

/// The server's side of one HTTP/2 connection, enough for GET and for its faults.
///
/// All streams go on side by side in the connection's one thread.
final class HTTP2Session {
  private let wire: Wire
  private let answer: (Request) -> Reply
  private var streams: [UInt32: HTTP2Stream] = [:]
  private var decoder = HeaderDecoder()
  private var buffer: [UInt8] = []
  private var connectionWindow = 65535
  private var initialWindow = 65535
  /// A header block that is not complete yet.
  private var block: (stream: UInt32, bytes: [UInt8])?
  private var highestStream: UInt32 = 0
  /// After GOAWAY: the last stream that is still served.
  private var lastStream = UInt32.max

  init(_ wire: Wire, answer: @escaping (Request) -> Reply) {
    self.wire = wire
    self.answer = answer
  }

  private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  /// Serves the connection to its end.
  func run() {
    guard send(Frame(.settings)) else { return }
    while buffer.count < Self.preface.count {
      let more = wire.read()
      if more.isEmpty { return }
      buffer += more
    }
    guard buffer.starts(with: Self.preface) else { return wire.closeOrderly() }
    buffer.removeFirst(Self.preface.count)
    while takeFrames(), advance(), waitForMore() {}
  }

  // MARK: Receiving

  private func takeFrames() -> Bool {
    while let frame = Frame(takenFrom: &buffer) {
      guard take(frame) else { return false }
    }
    return true
  }

  private func take(_ frame: Frame) -> Bool {
    switch frame.kind {
    case .headers: return takeHeaders(frame.stream, frame.headerBlock, frame.flags)
    case .continuation:
      return takeHeaders(frame.stream, (block?.bytes ?? []) + frame.payload, frame.flags)
    case .settings where frame.flags & Frame.acknowledged == 0:
      apply(settings: frame.payload)
      return send(Frame(.settings, flags: Frame.acknowledged))
    case .ping where frame.flags & Frame.acknowledged == 0:
      return send(Frame(.ping, flags: Frame.acknowledged, payload: frame.payload))
    case .windowUpdate:
      let increment = Int(Frame.number(frame.payload) & 0x7FFF_FFFF)
      if frame.stream == 0 {
        connectionWindow += increment
      } else {
        streams[frame.stream]?.window += increment
      }
      return true
    case .resetStream:
      streams[frame.stream] = nil
      return true
    default: return true
    }
  }

  private func apply(settings: [UInt8]) {
    for start in stride(from: 0, to: settings.count - 5, by: 6) {
      let isInitialWindow = settings[start] == 0 && settings[start + 1] == 4
      guard isInitialWindow else { continue }
      let value = Int(Frame.number(settings[(start + 2)..<(start + 6)]))
      for number in Array(streams.keys) { streams[number]?.window += value - initialWindow }
      initialWindow = value
    }
  }

  private func takeHeaders(_ stream: UInt32, _ bytes: [UInt8], _ flags: UInt8) -> Bool {
    guard flags & Frame.endHeaders != 0 else {
      block = (stream, bytes)
      return true
    }
    block = nil
    guard let headers = decoder.decode(bytes) else { return false }
    // Trailers of a known stream, and what GOAWAY has refused, are read and forgotten.
    guard stream > highestStream, stream <= lastStream else { return true }
    highestStream = stream
    let lines = headers.lines.filter { !$0.name.hasPrefix(":") }
    let host = headers[":authority"].map { [HeaderLines.Line(name: "host", value: $0)] } ?? []
    let request = Request(
      method: headers[":method"] ?? "", target: headers[":path"] ?? "", version: "HTTP/2",
      headers: HeaderLines(lines: host + lines))
    streams[stream] = HTTP2Stream(
      number: stream, window: initialWindow, reply: answer(request),
      isHead: request.method == "HEAD")
    return true
  }

  // MARK: Sending

  /// Lets every stream go on in turn until none can; false when the connection has ended.
  private func advance() -> Bool {
    let now = ContinuousClock.now
    var output: [UInt8] = []
    for number in streams.keys.sorted() {
      var turn = 0
      while turn < 16, var stream = streams[number] {
        let action = stream.next(connectionWindow: connectionWindow, now: now)
        streams[number] = stream
        switch action {
        case .sendHead(let head): output += Self.headerFrames(head, number)
        case .sendData(let bytes):
          connectionWindow -= bytes.count
          output += Frame(.data, stream: number, payload: bytes).bytes
        case .finish:
          output += Frame(.data, flags: Frame.endStream, stream: number).bytes
          streams[number] = nil
        case .perform(let step):
          guard perform(step, stream: number, &output) else { return false }
        case .wait: turn = 16
        }
        turn += 1
      }
    }
    return output.isEmpty || wire.write(output)
  }

  private static func headerFrames(_ head: Head, _ stream: UInt32) -> [UInt8] {
    let block = HeaderEncoder.encode(head)
    var out: [UInt8] = []
    for start in stride(from: 0, to: block.count, by: 16384) {
      let end = min(block.count, start + 16384)
      let flags = end == block.count ? Frame.endHeaders : 0
      let kind: Frame.Kind = start == 0 ? .headers : .continuation
      out +=
        Frame(kind, flags: flags, stream: stream, payload: Array(block[start..<end])).bytes
    }
    return out
  }

  /// Carries out a step that is more than head and body; false when it ended the connection.
  private func perform(_ step: Step, stream: UInt32, _ output: inout [UInt8]) -> Bool {
    switch step {
    case .resetStream(let code):
      output += Frame(.resetStream, stream: stream, payload: Frame.bytes(code)).bytes
      streams[stream] = nil
      return true
    case .goAway(let last, let code):
      lastStream = last ?? highestStream
      let payload = Frame.bytes(lastStream) + Frame.bytes(code)
      output += Frame(.goAway, payload: payload).bytes
      for number in Array(streams.keys) where number > lastStream && number != stream {
        streams[number] = nil
      }
      return true
    case .frames(let seed):
      output += HTTP2Noise.bytes(seed: seed, stream: stream)
      return true
    case .close, .cut, .reset: break
    default: return true
    }
    _ = wire.write(output)
    if case .reset = step { wire.reset() }
    if case .cut = step { wire.closeOrderly(notify: false) }
    wire.closeOrderly()
    return false
  }

  private func send(_ frame: Frame) -> Bool { wire.write(frame.bytes) }

  // MARK: Waiting

  /// Reads what the client sends, or waits for a time or gate a stream needs; false at the end.
  private func waitForMore() -> Bool {
    var time: Duration?
    let now = ContinuousClock.now
    for var stream in streams.values {
      if let due = stream.due {
        time = min(time ?? .seconds(3600), max(.zero, now.duration(to: due)))
      } else if stream.gate == nil, canGoOn(&stream) {
        time = .zero
      }
    }
    switch wire.readNow() {
    case .bytes(let bytes):
      buffer += bytes
      return true
    case .end:
      return false
    case .wait(let events):
      let gates = streams.values.compactMap(\.gate)
      let wake = wire.wait(for: events, time: time, gates: gates)
      return wake == .ready || wake == .time || wake == .gate
    }
  }

  /// Whether a stream (a copy of it) has something to do at once.
  private func canGoOn(_ stream: inout HTTP2Stream) -> Bool {
    if case .wait = stream.next(connectionWindow: connectionWindow, now: .now) { return false }
    return true
  }
}
