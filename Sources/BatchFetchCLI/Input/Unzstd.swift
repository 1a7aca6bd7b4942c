internal import CZstd

/// Undoes zstd as it streams, frames one after another.
final class Unzstd: Unpacker {
  private let stream = ZSTD_createDStream()
  private(set) var isInsidePart = false
  /// The decoder filled the whole output: it may hold more without any further input.
  private var mayHoldMore = false

  deinit { ZSTD_freeDStream(stream) }

  func step(
    _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> UnpackStep {
    guard !input.isEmpty || mayHoldMore else { return .needsInput }
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let result = ZSTD_decompressStream(stream, &target, &source)
    input = UnsafeRawBufferPointer(rebasing: input.dropFirst(source.pos))
    guard ZSTD_isError(result) == 0 else {
      return .broken(String(cString: ZSTD_getErrorName(result)))
    }
    // zstd.h: "return: 0 when a frame is completely decoded and fully flushed".
    isInsidePart = result != 0
    // "if output.pos == output.size, there might be some data left within internal buffers".
    mayHoldMore = isInsidePart && target.pos == target.size
    return target.pos > 0 ? .produced(target.pos) : .needsInput
  }
}
