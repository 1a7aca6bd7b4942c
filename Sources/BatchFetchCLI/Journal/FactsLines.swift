internal import Glibc

/// The lines of a file of facts with their places, one after another, in memory that stays flat.
struct FactsLines {
  /// A line without its line break.
  struct Line {
    var bytes: ArraySlice<UInt8>
    var place: JournalPlace
    /// Whether its line break stands there: a torn line has none.
    var isWhole: Bool
  }

  private let descriptor: OpenDescriptor
  private var buffer: [UInt8] = []
  private var start = 0
  private var searched = 0
  private var offset: UInt64 = 0
  private var isAtEnd = false

  init(_ descriptor: OpenDescriptor) { self.descriptor = descriptor }

  /// The next line, nil at the end; blank ones are given out as they are.
  mutating func next(_ path: String) throws(RunFailure) -> Line? {
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) { return take(end, isWhole: true) }
      searched = buffer.count
      if isAtEnd { return start < buffer.count ? take(buffer.count, isWhole: false) : nil }
      try refill(path)
    }
  }

  private mutating func take(_ end: Int, isWhole: Bool) -> Line {
    let line = Line(
      bytes: buffer[start..<end],
      place: JournalPlace(
        offset: offset, length: UInt32(clamping: end - start + (isWhole ? 1 : 0))),
      isWhole: isWhole)
    offset = line.place.end
    start = min(end + 1, buffer.count)
    searched = start
    return line
  }

  private mutating func refill(_ path: String) throws(RunFailure) {
    buffer.removeFirst(start)
    searched -= start
    start = 0
    let filled = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: max(256 << 10, filled)))
    var count = -1
    repeat {
      count = buffer.withUnsafeMutableBytes { bytes in
        Glibc.read(
          descriptor.number, bytes.baseAddress.map { $0 + filled }, bytes.count - filled)
      }
    } while count < 0 && errno == EINTR
    guard count >= 0 else {
      throw RunFailure(.input, "cannot read \(path): \(String(cString: strerror(errno)))")
    }
    buffer.removeLast(buffer.count - filled - count)
    isAtEnd = count == 0
  }
}
