internal import CZstd

/// Many lines packed into one value: facts of one host are much alike.
enum PackedBlock {
  /// Bytes of lines in a block, about.
  static let size = 64 << 10

  /// Packs bytes; nil where the library has no memory left.
  static func pack(_ bytes: [UInt8]) -> [UInt8]? {
    let bound = ZSTD_compressBound(bytes.count)
    var packed = [UInt8](repeating: 0, count: bound)
    // The fastest level: the next one packs little better and takes half as long again.
    let count = packed.withUnsafeMutableBytes { target in
      bytes.withUnsafeBytes { source in
        ZSTD_compress(target.baseAddress, bound, source.baseAddress, source.count, 1)
      }
    }
    guard ZSTD_isError(count) == 0 else { return nil }
    packed.removeLast(bound - count)
    return packed
  }

  /// Unpacks a block of so many bytes; nil where it is none.
  static func unpack(_ packed: [UInt8], size: Int) -> [UInt8]? {
    guard (0...(64 << 20)).contains(size) else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    let count = bytes.withUnsafeMutableBytes { target in
      packed.withUnsafeBytes { source in
        ZSTD_decompress(target.baseAddress, size, source.baseAddress, source.count)
      }
    }
    return ZSTD_isError(count) == 0 && count == size ? bytes : nil
  }
}

/// A number that stands for a URL, the same in every run; whoever finds facts by it compares the URL.
enum FactsKey {
  /// FNV-1a with 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/.
  static func of(_ url: ArraySlice<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in url { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return Int(bitPattern: UInt(hash))
  }
}
