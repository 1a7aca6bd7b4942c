/// 128 bits that stand for a URL, byte by byte, in the tables of a run.
///
/// The hash is keyed anew in each process (`Hasher`), so nobody can make two URLs collide on
/// purpose, and by chance a million URLs do so with a probability of 1 in 10^26. Whoever finds facts by a
/// key compares the URL itself before using them.
struct URLKey: Hashable, Sendable {
  // Parts of 32 bits, so that a table of keys with small values has no gaps.
  private var first: UInt32
  private var second: UInt32
  private var third: UInt32
  private var fourth: UInt32

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
    let (high, low) = (first.finalize(), second.finalize())
    self.first = UInt32(truncatingIfNeeded: high)
    self.second = UInt32(truncatingIfNeeded: high >> 32)
    third = UInt32(truncatingIfNeeded: low)
    fourth = UInt32(truncatingIfNeeded: low >> 32)
  }

  /// Bits that are spread evenly.
  var mark: Int { Int(third) }

  func hash(into hasher: inout Hasher) {
    hasher.combine(third)
    hasher.combine(fourth)
  }
}
