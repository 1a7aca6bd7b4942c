/// A growing list in chunks: growing never copies what is there, so that memory has no peaks.
struct ChunkedList<Element: Sendable>: Sendable {
  private static var shift: Int { 10 }
  private static var chunkCount: Int { 1 << shift }

  private var chunks: [[Element]] = []
  private(set) var count = 0

  mutating func append(_ element: Element) {
    if count == chunks.count << Self.shift {
      var chunk: [Element] = []
      // The first one grows by itself: most runs have few campaigns.
      if count > 0 { chunk.reserveCapacity(Self.chunkCount) }
      chunks.append(chunk)
    }
    chunks[chunks.count - 1].append(element)
    count += 1
  }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      chunks[index >> Self.shift][index & (Self.chunkCount - 1)]
    }
    @inline(__always) _modify {
      yield &chunks[index >> Self.shift][index & (Self.chunkCount - 1)]
    }
  }
}
