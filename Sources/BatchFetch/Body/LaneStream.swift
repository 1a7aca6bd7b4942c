internal import CDigest

/// One body on its way through SHA-256: its state, the bytes it carries over, its orders in turn.
final class LaneStream {
  /// What can be done for a stream.
  enum Step {
    /// Whole blocks lie ready.
    case blocks
    /// More orders are needed.
    case waits
    /// The digest was told, or is not wanted.
    case over
  }

  private static let blockSize = LaneKernel.blockSize

  let state: UnsafeMutablePointer<UInt32>
  /// Blocks that lie ready and are not digested yet.
  private(set) var blocks = 0
  /// Whether it lies in a lane or waits for one.
  var isQueued = false

  /// Bytes between two orders, less than a block; at the end with the padding, two blocks at most.
  private let edge: UnsafeMutablePointer<UInt8>
  private var edgeCount = 0
  private var byteCount: UInt64 = 0
  private var isPadded = false
  /// The order under way, without its bytes: those lie apart, to be lent at little cost.
  private var order: DigestDesk.Order?
  private var bytes: [UInt8] = []
  private var orders = FIFO<DigestDesk.Order>()
  /// Where the ready blocks begin, in the order or in `edge`.
  private var start = 0
  private var isAtEdge = false
  /// Bytes of the order that need no look any more once the ready blocks are digested.
  private var taken = 0

  init() {
    state = .allocate(capacity: 8)
    edge = .allocate(capacity: 2 * LaneStream.blockSize)
    edge.initialize(repeating: 0, count: 2 * LaneStream.blockSize)
  }

  deinit {
    state.deallocate()
    edge.deallocate()
  }

  /// Starts over, for a new body.
  func begin() {
    cdigest_begin(state)
    (edgeCount, byteCount, isPadded, taken) = (0, 0, false, 0)
  }

  func append(_ order: DigestDesk.Order) { orders.append(order) }

  /// Lends the address of the ready blocks.
  func withBlocks(_ body: (UnsafePointer<UInt8>?) -> Void) {
    if isAtEdge { return body(edge + start) }
    bytes.withUnsafeBufferPointer { bytes in body(bytes.baseAddress.map { $0 + start }) }
  }

  /// Ready blocks were digested.
  func advanced(by count: Int) {
    blocks -= count
    start += count * LaneStream.blockSize
  }

  /// Looks for the next whole blocks; orders that are carried out on the way are handed back.
  func step(_ finished: (inout DigestDesk.Order) -> Void) -> Step {
    while true {
      if order == nil {
        guard var next = orders.popFirst() else { return .waits }
        swap(&bytes, &next.bytes)
        order = next
        taken = 0
      }
      if readyBlocks() { return .blocks }
      var isOver = true
      switch order?.kind {
      case .piece, .shared: isOver = false
      case .end(let then):
        if !isPadded {
          pad()
          return .blocks
        }
        then(digest())
      case .drop, nil: break
      }
      if var done = order.take() {
        swap(&bytes, &done.bytes)
        finished(&done)
      }
      if isOver { return .over }
    }
  }

  /// Finds whole blocks in what is left of the order, and carries the rest over.
  private func readyBlocks() -> Bool {
    let left = bytes.count - taken
    guard left > 0 else { return false }
    if edgeCount == 0, left >= LaneStream.blockSize {
      (isAtEdge, start, blocks) = (false, taken, left / LaneStream.blockSize)
      taken += blocks * LaneStream.blockSize
      byteCount += UInt64(blocks * LaneStream.blockSize)
      return true
    }
    let moved = min(LaneStream.blockSize - edgeCount, left)
    bytes.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress {
        (edge + edgeCount).update(from: base + taken, count: moved)
      }
    }
    taken += moved
    edgeCount += moved
    byteCount += UInt64(moved)
    guard edgeCount == LaneStream.blockSize else { return readyBlocks() }
    edgeCount = 0
    (isAtEdge, start, blocks) = (true, 0, 1)
    return true
  }

  /// Ends the message: a one, zeros, and its length in bits (FIPS 180-4, 5.1.1).
  private func pad() {
    isPadded = true
    let length = LaneStream.blockSize * (edgeCount + 9 > LaneStream.blockSize ? 2 : 1)
    edge[edgeCount] = 0x80
    for index in edgeCount + 1..<length - 8 { edge[index] = 0 }
    for index in 0..<8 {
      edge[length - 1 - index] = UInt8(truncatingIfNeeded: (byteCount << 3) >> (8 * UInt64(index)))
    }
    (isAtEdge, start, blocks) = (true, 0, length / LaneStream.blockSize)
  }

  private func digest() -> SHA256Digest {
    for index in 0..<8 { state[index] = state[index].bigEndian }
    return SHA256Digest(UnsafeRawBufferPointer(start: state, count: 32))
  }
}
