/// A growing list in chunks: growing never copies what is there, so that memory has no peaks.
struct ChunkedList<Element: Sendable>: Sendable {
  /// With the array's own 32 bytes a chunk fills 16 KB, so that no allocator rounds it up.
  private static var chunkCount: Int {
    Swift.max(1, ((16 << 10) - 32) / MemoryLayout<Element>.stride)
  }

  private var chunks: [[Element]] = []
  private(set) var count = 0

  mutating func append(_ element: Element) {
    if count == chunks.count * Self.chunkCount {
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
      chunks[index / Self.chunkCount][index % Self.chunkCount]
    }
    @inline(__always) _modify {
      yield &chunks[index / Self.chunkCount][index % Self.chunkCount]
    }
  }
}
