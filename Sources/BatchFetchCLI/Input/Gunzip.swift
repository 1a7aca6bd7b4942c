internal import CZlib

/// Undoes gzip as it streams, members one after another.
final class Gunzip: Unpacker {
  private var stream = z_stream()
  private var isOpen = false
  private(set) var isInsidePart = false

  deinit { if isOpen { inflateEnd(&stream) } }

  func step(
    _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> UnpackStep {
    if isOpen && !isInsidePart {
      // gzip(1): files on tapes and block devices are filled up with zeros, which it ignores.
      input = UnsafeRawBufferPointer(rebasing: input.drop { $0 == 0 })
    }
    guard !input.isEmpty else { return .needsInput }
    if !isInsidePart {
      // zlib.h: "Add 16 to decode only the gzip format"; 15 is the largest window.
      let result =
        isOpen
        ? inflateReset(&stream)
        : inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
      guard result == Z_OK else { return .broken() }
      isOpen = true
      isInsidePart = true
    }
    stream.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: Bytef.self))
    stream.avail_in = uInt(clamping: input.count)
    stream.next_out = output.baseAddress?.assumingMemoryBound(to: Bytef.self)
    stream.avail_out = uInt(clamping: output.count)
    let before = Int(stream.avail_in)
    let result = inflate(&stream, Z_NO_FLUSH)
    let used = before - Int(stream.avail_in)
    let made = min(output.count, Int(uInt.max)) - Int(stream.avail_out)
    input = UnsafeRawBufferPointer(rebasing: input.dropFirst(used))
    switch result {
    case Z_STREAM_END: isInsidePart = false
    case Z_OK, Z_BUF_ERROR: break
    default: return .broken()
    }
    return made > 0 ? .produced(made) : .needsInput
  }
}
