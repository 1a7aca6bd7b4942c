internal import CZlib

/// Undoes gzip (several members too) and deflate, with or without the zlib wrapper.
final class InflateStage: DecodingStage {
  enum Format {
    case gzip
    case deflate
  }

  private enum State {
    case untouched
    case running
    /// A member ended: another may begin, anything else is ignored as devices do.
    case ended
    case ignoring
  }

  private let format: Format
  private var stream = z_stream()
  private var state = State.untouched
  /// The first byte of a body, kept until the second shows whether it has the zlib wrapper, or of
  /// what follows a gzip member.
  private var pending: UInt8?
  private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 1)

  init(_ format: Format) {
    self.format = format
  }

  deinit {
    if state != .untouched { inflateEnd(&stream) }
    output.deallocate()
  }

  var isComplete: Bool {
    switch state {
    case .untouched: pending == nil
    case .running: false
    case .ended, .ignoring: true
    }
  }

  func decode(
    _ input: UnsafeRawBufferPointer, emit: (UnsafeRawBufferPointer) -> DecodingStep
  ) -> DecodingStep {
    var rest = input
    while let first = rest.first {
      switch state {
      case .ignoring: return .ready
      case .running:
        let step = inflateSome(&rest, emit: emit)
        if step != .ready { return step }
      case .untouched, .ended:
        guard let held = pending else {
          pending = first
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
          continue
        }
        pending = nil
        let step = begin(held, first, emit: emit)
        if step != .ready { return step }
      }
    }
    return .ready
  }

  /// Starts a member by its first two bytes, of which the second is still to be decoded.
  private func begin(
    _ first: UInt8, _ second: UInt8, emit: (UnsafeRawBufferPointer) -> DecodingStep
  ) -> DecodingStep {
    let isGzip = first == 0x1f && second == 0x8b
    if state == .ended {
      guard format == .gzip, isGzip, inflateReset(&stream) == Z_OK else {
        state = .ignoring
        return .ready
      }
    } else {
      let wrapped = first & 15 == 8 && (Int(first) << 8 | Int(second)) % 31 == 0
      let bits: Int32 = format == .gzip ? 15 + 16 : wrapped ? 15 : -15
      guard
        inflateInit2_(&stream, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
      else { return .corrupt }
    }
    state = .running
    return withUnsafeBytes(of: first) { byte in
      var input = byte
      return inflateSome(&input, emit: emit)
    }
  }

  private func inflateSome(
    _ rest: inout UnsafeRawBufferPointer, emit: (UnsafeRawBufferPointer) -> DecodingStep
  ) -> DecodingStep {
    let base = UnsafeMutablePointer(
      mutating: rest.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.next_in = base
    stream.avail_in = UInt32(clamping: rest.count)
    repeat {
      stream.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.avail_out = UInt32(output.count)
      let code = inflate(&stream, Z_NO_FLUSH)
      let produced = output.count - Int(stream.avail_out)
      if produced > 0 {
        let step = emit(UnsafeRawBufferPointer(rebasing: output[..<produced]))
        if step != .ready { return step }
      }
      if code == Z_STREAM_END {
        state = .ended
        break
      }
      guard code == Z_OK || code == Z_BUF_ERROR else { return .corrupt }
    } while stream.avail_out == 0 || stream.avail_in > 0
    rest = UnsafeRawBufferPointer(rebasing: rest.suffix(Int(stream.avail_in)))
    return .ready
  }
}
