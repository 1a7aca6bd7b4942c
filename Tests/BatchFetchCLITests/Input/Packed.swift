import CZstd

/// Compressed bytes for the tests of inputs.
enum Packed {
  /// One zstd frame with its checksum.
  static func zstd(_ bytes: some Collection<UInt8>, level: Int32 = 3) -> [UInt8] {
    let input = Array(bytes)
    guard let context = ZSTD_createCCtx() else { return [] }
    defer { ZSTD_freeCCtx(context) }
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    return [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(input.count)) { out, filled in
      filled = ZSTD_compress2(context, out.baseAddress, out.count, input, input.count)
    }
  }

  /// A frame that decoders pass over (RFC 8878, 3.1.2).
  static func skippable(_ bytes: [UInt8]) -> [UInt8] {
    [0x5A, 0x2A, 0x4D, 0x18, UInt8(bytes.count), 0, 0, 0] + bytes
  }

  /// A frame whose window is of 256 MiB, as `zstd --long=28` makes it, without any block.
  static let wideWindow: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, (28 - 10) << 3, 0x01, 0, 0]
}
