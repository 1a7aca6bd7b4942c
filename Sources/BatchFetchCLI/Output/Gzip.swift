internal import CZlib

/// Compresses what is added to it as one gzip member.
final class Gzip {
  /// Rows repeat so much that a cheap level is within a few per cent of the best.
  private static let level: Int32 = 3

  // zlib keeps a pointer to it, so it must not move: this is a class.
  private var stream = z_stream()
  private let isReady: Bool
  private var room = [UInt8](repeating: 0, count: 64 << 10)

  init() {
    // zlib.h: "windowBits can also be greater than 15 for optional gzip encoding. Add 16".
    isReady =
      deflateInit2_(
        &stream, Self.level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
  }

  deinit { deflateEnd(&stream) }

  /// Appends what compressing `bytes` gives to `output`, and the end of the member when it is last.
  ///
  /// False when the system has no memory for it.
  func add(_ bytes: [UInt8], isLast: Bool = false, to output: inout [UInt8]) -> Bool {
    guard isReady else { return false }
    return bytes.withUnsafeBytes { input in
      stream.next_in = UnsafeMutablePointer(
        mutating: input.baseAddress?.assumingMemoryBound(to: Bytef.self))
      stream.avail_in = uInt(input.count)
      var result = Z_OK
      repeat {
        let made = room.withUnsafeMutableBufferPointer { room in
          stream.next_out = room.baseAddress
          stream.avail_out = uInt(room.count)
          result = deflate(&stream, isLast ? Z_FINISH : Z_NO_FLUSH)
          return room.count - Int(stream.avail_out)
        }
        output += room[..<made]
      } while stream.avail_out == 0
      return result == (isLast ? Z_STREAM_END : Z_OK) || result == Z_BUF_ERROR
    }
  }
}
