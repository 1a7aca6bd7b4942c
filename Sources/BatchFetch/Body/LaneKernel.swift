internal import CDigest

/// A way to advance SHA-256 over whole blocks, several messages side by side where the processor
/// can.
enum LaneKernel: Int, CaseIterable {
  case sixteen = 16
  case two = 2
  case one = 1

  /// Bytes of a block.
  static let blockSize = 64

  /// Those of this processor, the widest first; the last takes one message and is always there.
  static let available = allCases.filter(\.isAvailable)

  /// Messages that it takes at once.
  var width: Int { rawValue }

  /// From how many messages on it is the fastest: sixteen lanes cost the same however few are
  /// used, about as much as ten messages two by two.
  var least: Int {
    switch self {
    case .sixteen: LaneKernel.two.isAvailable ? 10 : 3
    case .two: 2
    case .one: 1
    }
  }

  var isAvailable: Bool { cdigest_can(Int32(width)) != 0 }

  /// Advances `count` messages, each by as many blocks.
  func advance(
    _ states: UnsafeMutablePointer<UnsafeMutablePointer<UInt32>?>,
    _ bytes: UnsafeMutablePointer<UnsafePointer<UInt8>?>, count: Int, blocks: Int
  ) {
    switch self {
    case .sixteen: cdigest_advance_16(states, bytes, Int32(count), blocks)
    case .two: cdigest_advance_2(states, bytes, blocks)
    case .one: cdigest_advance_1(states[0], bytes[0], blocks)
    }
  }
}
