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

  /// What was taken at once.
  struct Batch {
    var orders: [Order]
    /// Whether waiting for more orders would hold somebody up.
    var isUrgent: Bool
  }

  /// What is waited for.
  enum Need {
    /// What is there.
    case anything
    case first
    /// As many as make it worth the while, but not for ever.
    case many(until: Moment)

    var count: Int {
      if case .many = self { enough } else { 1 }
    }

    var due: Moment? {
      if case .many(let due) = self { due } else { nil }
    }

    func isDue(_ now: Moment) -> Bool {
      if case .anything = self { return true }
      return due.map { $0 <= now } ?? false
    }
  }

  private struct State: Sendable {
    var orders: [Order] = []
    /// Bytes of the orders that lie here, about.
    var weightHere = 0
    /// Of all orders that are not carried out yet, those under way included.
    var weight = 0
    /// Whether waiting for more orders would hold somebody up.
    var isUrgent = false
    /// How many orders wake the worker; `nil` while it is awake.
    var wakingCount: Int?
    var isLoopWaiting = false
    var isClosed = false
    var buffers: [[UInt8]] = []

    /// Whether the worker has what it waits for.
    var isEnough: Bool {
      guard let wakingCount else { return false }
      return isClosed || isUrgent || orders.count >= wakingCount || weightHere >= enoughBytes
    }

    mutating func take() -> Batch {
      let batch = Batch(orders: orders, isUrgent: isUrgent || isClosed)
      orders = []
      (weightHere, isUrgent, wakingCount) = (0, false, nil)
      return batch
    }
  }

  /// Orders, and their bytes, that are sure to come from more bodies than there are lanes.
  private static let enough = 32
  private static let enoughBytes = 2 << 20
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
  ///
  /// Orders that are not urgent may lie until others make them quicker to carry out.
  func post(_ orders: [Order], isUrgent: Bool = false) {
    let isFull = state.withLock { state in
      state.orders += orders
      let added = orders.reduce(0) { $0 + $1.weight }
      state.weightHere += added
      state.weight += added
      state.isLoopWaiting = state.weight > limit
      state.isUrgent = state.isUrgent || isUrgent || state.isLoopWaiting
      if state.isEnough {
        state.wakingCount = nil
        cplatform_wake_signal(work)
      }
      return state.isLoopWaiting
    }
    guard isFull else { return }
    cplatform_wake_wait(room, -1)
    cplatform_wake_clear(room)
  }

  /// Says that nothing follows.
  func shut() {
    state.withLock { state in
      state.isClosed = true
      state.wakingCount = nil
      cplatform_wake_signal(work)
    }
  }

  /// Takes all orders, waiting until there are enough; `nil` when nothing follows.
  func take(_ need: Need) -> Batch? {
    while true {
      let now = Moment.now
      let (batch, isOver) = state.withLock { state in
        let isOver = state.isClosed && state.orders.isEmpty
        state.wakingCount = need.count
        guard state.isEnough || need.isDue(now) else { return (Batch?.none, isOver) }
        return (state.take(), isOver)
      }
      if isOver, case .first = need { return nil }
      if let batch { return batch }
      cplatform_wake_wait(work, Epoll.milliseconds(until: need.due, now: now))
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
