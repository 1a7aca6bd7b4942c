internal import BatchFetch
internal import Glibc

/// The decoded bytes of one input, from its beginning, with their digest.
final class InputStream {
  /// Which reading of the input this is.
  enum Pass { case first, second }

  private let list: InputList
  private let source: InputList.Source
  private let pass: Pass
  private let hash = StreamDigest()
  private var offset = 0
  private var packing: Packing?
  private var unpacker: (any Unpacker)?
  private var isAtStart = true
  /// Compressed bytes read and not yet decoded lie in `packed[packedStart..<packedEnd]`.
  private var packed: [UInt8] = []
  private var packedStart = 0

  /// Decoded bytes given out.
  private(set) var byteCount = 0
  /// Reading was stopped from outside before the end.
  private(set) var wasStopped = false

  init(_ source: InputList.Source, of list: InputList, pass: Pass) {
    self.source = source
    self.list = list
    self.pass = pass
  }

  /// The digest of all bytes given out; ask once, at the end.
  func digest() -> SHA256Digest { hash.finish() }

  private var shown: String { InputList.shown(source.name) }

  /// Reads decoded bytes into `buffer`; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(RunFailure) -> Int {
    let count = try readDecoded(into: buffer)
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    hash.add(bytes)
    byteCount += count
    // The end after a stop is not the input's own.
    if pass == .first, !(count == 0 && wasStopped) {
      let mark = InputMark(bytes: byteCount, digest: hash.soFar(), isWhole: count == 0)
      list.mark(source, mark)
    }
    if pass == .first, let spool = source.spool, count > 0 {
      do {
        try spool.append(bytes)
      } catch {
        throw RunFailure(.output, "cannot keep \(shown) for the second pass: \(error)")
      }
    }
    return count
  }

  private func readDecoded(into buffer: UnsafeMutableRawBufferPointer) throws(RunFailure) -> Int {
    if pass == .second, let spool = source.spool {
      let count = try readRaw(spool.descriptor, into: buffer)
      if count == 0 { wasStopped = list.wasLeft(source) }
      return count
    }
    if isAtStart { return try readStart(into: buffer) }
    return unpacker == nil ? try readRaw(source.descriptor, into: buffer) : try unpack(into: buffer)
  }

  /// Looks at the first bytes: compressed or not.
  private func readStart(into buffer: UnsafeMutableRawBufferPointer) throws(RunFailure) -> Int {
    isAtStart = false
    var count = 0
    var sight = Packing.Sight.tooShort
    while sight == .tooShort {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let more = try readRaw(source.descriptor, into: rest)
      if more == 0 { break }
      count += more
      sight = Packing.sight(of: buffer[..<count])
    }
    guard case .packed(let found) = sight else { return count }
    packing = found
    unpacker = found.unpacker
    packed = Array(buffer[..<count])
    return try unpack(into: buffer)
  }

  private func unpack(into buffer: UnsafeMutableRawBufferPointer) throws(RunFailure) -> Int {
    guard let unpacker, let packing else { return 0 }
    while true {
      let step = packed[packedStart...].withUnsafeBytes { bytes -> UnpackStep in
        var input = bytes
        let step = unpacker.step(&input, into: buffer)
        packedStart += bytes.count - input.count
        return step
      }
      switch step {
      case .produced(let count): return count
      case .broken(let detail):
        let how = detail.map { ": \($0)" } ?? ""
        throw RunFailure(.input, "\(shown): the \(packing.rawValue) data is damaged\(how)")
      case .needsInput:
        if packedStart < packed.count { continue }
        guard try refillPacked() else {
          guard !unpacker.isInsidePart || wasStopped else {
            throw RunFailure(.input, "\(shown): the \(packing.rawValue) data is cut short")
          }
          return 0
        }
      }
    }
  }

  private func refillPacked() throws(RunFailure) -> Bool {
    var block = [UInt8](repeating: 0, count: 64 << 10)
    var failure: RunFailure?
    let count = block.withUnsafeMutableBytes { buffer in
      do throws(RunFailure) { return try readRaw(source.descriptor, into: buffer) } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    packed = Array(block[..<count])
    packedStart = 0
    return count > 0
  }

  /// Files by position, so that two passes do not share one; pipes as they come.
  private func readRaw(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(RunFailure) -> Int {
    let isPositioned = source.isPositioned || pass == .second
    while true {
      if !isPositioned, !list.waitForInput(descriptor) {
        wasStopped = true
        list.leave(source)
        return 0
      }
      let count =
        isPositioned
        ? pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        : Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 {
        let number = errno
        if number == EINTR || number == EAGAIN { continue }
        throw RunFailure(.input, "cannot read \(shown): \(String(cString: strerror(number)))")
      }
      offset += count
      return count
    }
  }
}
