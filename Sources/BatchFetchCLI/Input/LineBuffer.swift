internal import Glibc

/// Bytes read and not yet given out, in one block that grows with the longest line.
struct LineBuffer: ~Copyable {
  private var block: UnsafeMutableRawBufferPointer
  /// The bytes not yet given out.
  private var start = 0
  private var end = 0
  /// Up to here there is no line break.
  private var scanned = 0

  init(capacity: Int) {
    block = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { block.deallocate() }

  var count: Int { end - start }

  /// The bytes not yet given out, valid until the next call.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: block[start..<end]) }

  /// Takes the next whole line without its line feed, or nil when there is none yet.
  mutating func takeLine() -> UnsafeRawBufferPointer? {
    guard let base = block.baseAddress, scanned < end,
      let found = memchr(base + scanned, 0x0A, end - scanned)
    else {
      scanned = end
      return nil
    }
    let position = UnsafeMutableRawPointer(found) - base
    defer {
      start = position + 1
      scanned = start
    }
    return UnsafeRawBufferPointer(rebasing: block[start..<position])
  }

  /// Takes all that is left.
  mutating func takeAll() -> UnsafeRawBufferPointer {
    defer {
      start = end
      scanned = end
    }
    return bytes
  }

  /// Passes over the first bytes.
  mutating func drop(_ count: Int) {
    start = min(end, start + count)
    scanned = max(scanned, start)
  }

  /// Lets `fill` write behind the bytes held, making room first; gives what `fill` gives.
  mutating func refill(_ fill: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows -> Int {
    if start > 0 {
      if let base = block.baseAddress, end > start { memmove(base, base + start, end - start) }
      scanned -= start
      end -= start
      start = 0
    }
    if end == block.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: block.count * 2, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(block))
      block.deallocate()
      block = larger
    }
    let count = try fill(UnsafeMutableRawBufferPointer(rebasing: block[end...]))
    end += count
    return count
  }
}
