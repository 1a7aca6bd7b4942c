internal import CBrotli

/// Undoes brotli.
final class BrotliStage: DecodingStage {
  private let decoder: OpaquePointer?
  private var hasBegun = false
  private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 1)

  init() {
    decoder = BrotliDecoderCreateInstance(nil, nil, nil)
  }

  deinit {
    BrotliDecoderDestroyInstance(decoder)
    output.deallocate()
  }

  var isComplete: Bool { !hasBegun || BrotliDecoderIsFinished(decoder) != 0 }

  func decode(
    _ input: UnsafeRawBufferPointer, emit: (UnsafeRawBufferPointer) -> DecodingStep
  ) -> DecodingStep {
    guard !input.isEmpty else { return .ready }
    hasBegun = true
    var available = input.count
    var next = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    while true {
      // Bytes after the end of the stream are ignored.
      if BrotliDecoderIsFinished(decoder) != 0 { return .ready }
      var room = output.count
      var target = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
      let code = BrotliDecoderDecompressStream(
        decoder, &available, &next, &room, &target, nil)
      if room < output.count {
        let step = emit(UnsafeRawBufferPointer(rebasing: output[..<(output.count - room)]))
        if step != .ready { return step }
      }
      switch code {
      case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT, BROTLI_DECODER_RESULT_SUCCESS: return .ready
      case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: continue
      default: return .corrupt
      }
    }
  }
}
