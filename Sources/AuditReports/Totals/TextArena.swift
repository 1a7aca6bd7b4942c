internal import Glibc

/// Texts stored one behind the other in large blocks, as bytes.
struct TextArena: Sendable {
  /// Where a text lies: twelve bytes instead of a `String` and its allocation.
  struct Span: Sendable {
    fileprivate var block: UInt32 = 0
    fileprivate var offset: UInt32 = 0
    fileprivate(set) var count: UInt32 = 0
  }

  private static let blockSize = 64 << 10
  private var blocks: [[UInt8]] = []

  /// Stores a text; one longer than a block gets a block of its own.
  mutating func store(_ text: UnsafeBufferPointer<UInt8>) -> Span {
    if blocks.last.map({ $0.capacity - $0.count < text.count }) ?? true {
      var block: [UInt8] = []
      block.reserveCapacity(max(Self.blockSize - 64, text.count))
      blocks.append(block)
    }
    let last = blocks.count - 1
    let span = Span(
      block: UInt32(last), offset: UInt32(blocks[last].count), count: UInt32(text.count))
    blocks[last].append(contentsOf: text)
    return span
  }

  @inline(__always)
  func withBytes<Result>(
    of span: Span, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard span.count > 0 else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    return blocks[Int(span.block)].withUnsafeBufferPointer { block in
      let start = Int(span.offset)
      return body(UnsafeBufferPointer(rebasing: block[start..<start + Int(span.count)]))
    }
  }

  func text(_ span: Span) -> String {
    withBytes(of: span) { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether two texts have the same bytes.
  static func isSame(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard left.count == right.count else { return false }
    guard let first = left.baseAddress, let second = right.baseAddress else { return true }
    return memcmp(first, second, left.count) == 0
  }

  /// Compares two texts byte by byte, the shorter first where one begins the other.
  func isBefore(_ left: Span, _ right: Span) -> Bool {
    withBytes(of: left) { left in
      withBytes(of: right) { right in
        guard let first = left.baseAddress, let second = right.baseAddress else {
          return left.count < right.count
        }
        let order = memcmp(first, second, min(left.count, right.count))
        return order == 0 ? left.count < right.count : order < 0
      }
    }
  }
}
