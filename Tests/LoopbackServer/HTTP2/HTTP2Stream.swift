/// One request's answer under HTTP/2, as far as it has come.
struct HTTP2Stream {
  /// What a stream wants of its connection next.
  enum Action {
    case sendHead(Head)
    case sendData([UInt8])
    /// Nothing can be done before a window opens, a time comes or a gate opens.
    case wait
    /// The answer is complete.
    case finish
    /// A step that ends the stream or concerns the whole connection.
    case perform(Step)
  }

  let number: UInt32
  /// How much the client still takes.
  var window: Int
  private let isHead: Bool
  private var steps: ArraySlice<Step>
  private var data: ArraySlice<UInt8> = []
  /// Until when the stream rests.
  private(set) var due: ContinuousClock.Instant?
  private(set) var gate: Gate?

  init(number: UInt32, window: Int, reply: Reply, isHead: Bool) {
    self.number = number
    self.window = window
    self.isHead = isHead
    steps = reply.steps[...]
  }

  /// The next action; data only as much as the windows allow.
  mutating func next(connectionWindow: Int, now: ContinuousClock.Instant) -> Action {
    if let due, due > now { return .wait }
    due = nil
    if let gate, !gate.isOpen { return .wait }
    gate = nil
    if !data.isEmpty {
      let count = min(data.count, window, connectionWindow, 16384)
      guard count > 0 else { return .wait }
      defer { data = data.dropFirst(count) }
      window -= count
      return .sendData(Array(data.prefix(count)))
    }
    guard let step = steps.popFirst() else { return .finish }
    return begin(step, now: now)
  }

  private mutating func begin(_ step: Step, now: ContinuousClock.Instant) -> Action {
    switch step {
    case .head(let head):
      if isHead, head.status >= 200 { steps = [] }
      return .sendHead(head)
    case .bytes(let bytes): data = bytes[...]
    case .repeated(let bytes, let count):
      data = bytes[...]
      if count > 1 { steps = [.repeated(bytes, count: count - 1)] + steps }
    case .drip(let bytes, let pause):
      data = bytes.prefix(1)
      if bytes.count > 1 {
        steps = [.wait(pause), .drip(Array(bytes.dropFirst()), every: pause)] + steps
      }
    case .endless(let pattern, let pause):
      data = pattern[...]
      steps = pause == .zero ? [step] : [.wait(pause), step]
    case .wait(let time):
      due = now + time
      return .wait
    case .gate(let gate):
      self.gate = gate
      return .wait
    case .stall:
      steps = [.stall]
      return .wait
    case .close, .cut, .reset, .resetStream, .goAway, .frames: return .perform(step)
    }
    return .perform(.bytes([]))
  }
}
