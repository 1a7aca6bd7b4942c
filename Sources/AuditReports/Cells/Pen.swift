/// Writes bytes one behind the other into memory whose size was reckoned beforehand.
///
/// A row has some 25 cells; growing an array for each of them cost more than all the rest.
struct Pen {
  private let start: UnsafeMutablePointer<UInt8>
  private let end: UnsafeMutablePointer<UInt8>
  private var place: UnsafeMutablePointer<UInt8>

  fileprivate init?(_ memory: UnsafeMutableBufferPointer<UInt8>) {
    guard let base = memory.baseAddress else { return nil }
    start = base
    end = base + memory.count
    place = base
  }

  fileprivate var written: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: place - start)
  }

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    precondition(place < end, "a row is longer than was reckoned")
    place.initialize(to: byte)
    place += 1
  }

  @inline(__always)
  mutating func put(bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    precondition(bytes.count <= end - place, "a row is longer than was reckoned")
    place.initialize(from: base, count: bytes.count)
    place += bytes.count
  }

  /// Puts a text of ours that stands in the source.
  @inline(__always)
  mutating func put(literal text: StaticString) {
    put(bytes: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Puts a text as it is.
  @inline(__always)
  mutating func put(word text: String) { text.withBytes { put(bytes: $0) } }

  /// Puts a text as it is.
  @inline(__always)
  mutating func put(ready text: [UInt8]) { text.withUnsafeBufferPointer { put(bytes: $0) } }
}

extension [UInt8] {
  /// Appends what `body` writes, which must not be longer than `limit`.
  @inline(__always)
  mutating func write(atMost limit: Int, _ body: (inout Pen) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: limit) { memory in
      guard var pen = Pen(memory) else { return }
      body(&pen)
      append(contentsOf: pen.written)
    }
  }
}

extension String {
  /// Calls `body` with the text's UTF-8.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
  }
}
