internal import CPlatform
internal import Glibc

/// The bounded counter between the loop, which lays bytes down, and the thread that digests them.
///
/// The loop waits while too much lies here. It may: the other side never waits for the loop, and
/// works off what lies here in a few milliseconds.
final class DigestDesk: Sendable {
  /// What the loop asks for; the orders of one stream are carried out in turn.
  struct Order: Sendable {
    enum Kind: Sendable {
      /// The next bytes of a body, in a buffer that comes back.
      case piece
      /// The next bytes, in an array that others hold too.
      case shared
      /// The last bytes; it gets the digest of the whole body.
      case end(@Sendable (SHA256Digest) -> Void)
      /// Nobody wants the digest any more.
      case drop
    }

    var stream: Int
    var bytes: [UInt8] = []
    var kind: Kind

    /// Bytes that it keeps in memory, about.
    var weight: Int { 256 + bytes.count }
  }

  private struct State: Sendable {
    var orders: [Order] = []
    /// Of all orders that are not carried out yet, those under way included.
    var weight = 0
    var isWorkerAsleep = false
    var isLoopWaiting = false
    var isClosed = false
    var buffers: [[UInt8]] = []
  }

  /// Size of the buffers that pieces come in.
  static let bufferSize = 64 << 10
  private static let sparedBuffers = 64

  private let limit: Int
  private let state = Locked(State())
  private let work: Int32
  private let room: Int32

  /// Makes a desk that holds about `limit` bytes; `nil` when no descriptor is left.
  init?(limit: Int = 8 << 20) {
    self.limit = limit
    work = cplatform_wake_create()
    room = cplatform_wake_create()
    guard work >= 0, room >= 0 else { return nil }
  }

  deinit {
    if work >= 0 { Glibc.close(work) }
    if room >= 0 { Glibc.close(room) }
  }

  /// An empty buffer with room for `count` bytes; a large one was used before, if one is spare.
  func buffer(for count: Int) -> [UInt8] {
    if count > DigestDesk.bufferSize / 2,
      let spare = state.withLock({ $0.buffers.popLast() })
    {
      return spare
    }
    var fresh: [UInt8] = []
    fresh.reserveCapacity(min(count, DigestDesk.bufferSize))
    return fresh
  }

  /// Lays orders down; waits while the desk is full.
  func post(_ orders: [Order]) {
    let isFull = state.withLock { state in
      state.orders += orders
      for order in orders { state.weight += order.weight }
      if state.isWorkerAsleep {
        state.isWorkerAsleep = false
        cplatform_wake_signal(work)
      }
      state.isLoopWaiting = state.weight > limit
      return state.isLoopWaiting
    }
    guard isFull else { return }
    cplatform_wake_wait(room)
    cplatform_wake_clear(room)
  }

  /// Says that nothing follows.
  func shut() {
    state.withLock { state in
      state.isClosed = true
      cplatform_wake_signal(work)
    }
  }

  /// Takes all orders, waiting for the first; `nil` when nothing follows.
  func take() -> [Order]? {
    while true {
      let (orders, isOver) = state.withLock { state in
        let orders = state.orders
        state.orders = []
        state.isWorkerAsleep = orders.isEmpty
        return (orders, state.isClosed)
      }
      if !orders.isEmpty { return orders }
      if isOver { return nil }
      cplatform_wake_wait(work)
      cplatform_wake_clear(work)
    }
  }

  /// An order is carried out; a buffer that is left of it can be used again.
  func finished(weight: Int, buffer: inout [UInt8]) {
    // In place, so that the buffer has one owner and keeps its room.
    buffer.removeAll(keepingCapacity: true)
    state.withLock { state in
      state.weight -= weight
      if buffer.capacity >= DigestDesk.bufferSize,
        state.buffers.count < DigestDesk.sparedBuffers
      {
        state.buffers.append(buffer)
      }
      guard state.isLoopWaiting, state.weight <= limit / 2 else { return }
      state.isLoopWaiting = false
      cplatform_wake_signal(room)
    }
    buffer = []
  }
}
