/// Bodies side by side: advances as many at once as the processor can, each in its own order.
final class DigestLanes {
  private let kernels: [LaneKernel]
  private let width: Int
  /// Streams that will get more orders.
  private var streams: [Int: LaneStream] = [:]
  /// Those that were used and can be again.
  private var spare: [LaneStream] = []
  /// Streams with orders that are in no lane.
  private var waiting = FIFO<LaneStream>()
  /// Streams with blocks that lie ready.
  private var lanes: [LaneStream] = []
  private let states: UnsafeMutablePointer<UnsafeMutablePointer<UInt32>?>
  private let addresses: UnsafeMutablePointer<UnsafePointer<UInt8>?>
  /// Hands back an order that is carried out.
  private let finished: (inout DigestDesk.Order) -> Void

  /// Makes empty lanes for some kernels, the widest first.
  init(
    _ kernels: [LaneKernel] = LaneKernel.available,
    finished: @escaping (inout DigestDesk.Order) -> Void
  ) {
    self.kernels = kernels
    self.finished = finished
    width = kernels.first?.width ?? 1
    states = .allocate(capacity: width)
    addresses = .allocate(capacity: width)
    states.initialize(repeating: nil, count: width)
    addresses.initialize(repeating: nil, count: width)
  }

  deinit {
    states.deallocate()
    addresses.deallocate()
  }

  /// Whether nothing can be done without more orders.
  var isEmpty: Bool { lanes.isEmpty && waiting.isEmpty }

  /// Whether more streams would not go faster.
  var isFull: Bool { lanes.count + waiting.count >= width }

  /// Takes an order for its stream.
  func add(_ order: DigestDesk.Order) {
    let stream = streams[order.stream] ?? newStream()
    stream.append(order)
    switch order.kind {
    case .piece, .shared: streams[order.stream] = stream
    case .end, .drop: streams[order.stream] = nil
    }
    guard !stream.isQueued else { return }
    stream.isQueued = true
    waiting.append(stream)
  }

  /// Advances what is in the lanes to where the first of them has no more blocks at hand.
  func advance() {
    while lanes.count < width, let stream = waiting.popFirst() {
      if hasBlocks(stream) { lanes.append(stream) }
    }
    guard let kernel = kernels.first(where: { $0.least <= lanes.count }) else { return }
    let count = min(kernel.width, lanes.count)
    var blocks = Int.max
    for lane in 0..<count {
      blocks = min(blocks, lanes[lane].blocks)
      states[lane] = lanes[lane].state
    }
    withAddresses(from: 0, count) {
      kernel.advance(states, addresses, count: count, blocks: blocks)
    }
    // Backwards, so that the last can take the place of one that leaves.
    for lane in (0..<count).reversed() {
      lanes[lane].advanced(by: blocks)
      guard lanes[lane].blocks == 0, !hasBlocks(lanes[lane]) else { continue }
      lanes.swapAt(lane, lanes.count - 1)
      lanes.removeLast()
    }
  }

  private func newStream() -> LaneStream {
    let stream = spare.popLast() ?? LaneStream()
    stream.begin()
    return stream
  }

  /// Whether a stream has blocks at hand; if not, it leaves the queue.
  private func hasBlocks(_ stream: LaneStream) -> Bool {
    switch stream.step(finished) {
    case .blocks: return true
    case .waits: stream.isQueued = false
    case .over:
      stream.isQueued = false
      spare.append(stream)
    }
    return false
  }

  /// Borrows the bytes of all lanes at once.
  private func withAddresses(from lane: Int, _ count: Int, _ body: () -> Void) {
    guard lane < count else { return body() }
    lanes[lane].withBlocks { address in
      addresses[lane] = address
      withAddresses(from: lane + 1, count, body)
    }
  }
}
