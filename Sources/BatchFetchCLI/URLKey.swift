/// 128 bits that stand for a URL, byte by byte, in the tables of a run.
///
/// The hash is keyed anew in each process (`Hasher`), so nobody can make two URLs collide on
/// purpose, and by chance a million URLs do so with a probability of 1 in 10^26. Whoever finds facts by a
/// key compares the URL itself before using them.
struct URLKey: Hashable, Sendable {
  private var high: UInt64
  private var low: UInt64

  init(_ url: String) {
    // The bytes, not the text: Swift takes two spellings of one character for equal, servers do not.
    var url = url
    var first = Hasher()
    var second = Hasher()
    second.combine(0xA5 as UInt8)
    url.withUTF8 { bytes in
      first.combine(bytes: UnsafeRawBufferPointer(bytes))
      second.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
    high = UInt64(bitPattern: Int64(first.finalize()))
    low = UInt64(bitPattern: Int64(second.finalize()))
  }

  func hash(into hasher: inout Hasher) { hasher.combine(low) }
}
