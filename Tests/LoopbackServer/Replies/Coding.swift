import CZlib

/// A content coding, whole or spoilt.
public struct Coding: Sendable {
  public enum Kind: Sendable {
    case identity, gzip, deflate, rawDeflate, brotli
    /// Any other name over the bytes as they are.
    case named(String)
  }

  public enum Flaw: Sendable {
    case none
    /// Bytes in the middle are changed.
    case corrupt
    /// The last third is missing; the length told is that of what is sent.
    case cut
    /// The coding is applied twice and named once.
    case doubled
    /// The coding is applied twice and named twice (`gzip, gzip`), as HTTP allows.
    case doubledAndNamed
    /// The coding is named but not applied.
    case onlyNamed
    /// Applied and not named.
    case notNamed
    /// Bytes follow the end of the coded stream.
    case trailingBytes
    /// The checksum at the end is wrong (gzip, zlib).
    case wrongChecksum
  }

  public var kind: Kind
  public var flaw = Flaw.none

  public init(_ kind: Kind, _ flaw: Flaw = .none) {
    self.kind = kind
    self.flaw = flaw
  }

  public static let identity = Coding(.identity)
  public static let gzip = Coding(.gzip)
  public static let deflate = Coding(.deflate)
  public static let rawDeflate = Coding(.rawDeflate)
  public static let brotli = Coding(.brotli)

  /// The value of Content-Encoding.
  var name: String? {
    let single: String? =
      switch kind {
      case .identity: nil
      case .gzip: "gzip"
      case .deflate, .rawDeflate: "deflate"
      case .brotli: "br"
      case .named(let name): name
      }
    return switch flaw {
    case .notNamed: nil
    case .doubledAndNamed: single.map { "\($0), \($0)" }
    default: single
    }
  }

  /// The coded bytes.
  public func apply(to body: [UInt8]) -> [UInt8] {
    let once = encode(body)
    switch flaw {
    case .none, .notNamed: return once
    case .onlyNamed: return body
    case .doubled, .doubledAndNamed: return encode(once)
    case .cut: return Array(once.prefix(once.count * 2 / 3))
    case .trailingBytes: return once + Array("after the end".utf8)
    case .wrongChecksum:
      var spoilt = once
      for index in once.indices.suffix(8).prefix(4) { spoilt[index] ^= 0x55 }
      return spoilt
    case .corrupt:
      var spoilt = once
      // The reserved block type (deflate) and the reserved window size (brotli) are errors at once.
      let start = max(0, min(once.count - 1, headerLength))
      for index in start..<min(once.count, start + 8) { spoilt[index] = nonsense }
      return spoilt
    }
  }

  private var nonsense: UInt8 {
    if case .brotli = kind { return 0x11 }
    return 0xFF
  }

  /// Where the coded data begin.
  private var headerLength: Int {
    switch kind {
    case .gzip: 10
    case .deflate: 2
    default: 0
    }
  }

  private func encode(_ body: [UInt8]) -> [UInt8] {
    switch kind {
    case .identity, .named: body
    case .gzip: Self.deflate(body, windowBits: 15 + 16)
    case .deflate: Self.deflate(body, windowBits: 15)
    case .rawDeflate: Self.deflate(body, windowBits: -15)
    case .brotli: Self.storedBrotli(body)
    }
  }

  /// Compresses in one go; `windowBits` as in zlib's manual: 31 gzip, 15 zlib, -15 raw.
  static func deflate(
    _ body: [UInt8], windowBits: Int32, flush: Int32 = Z_FINISH
  ) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    deflateInit2_(
      &stream, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    defer { deflateEnd(&stream) }
    let room = Int(deflateBound(&stream, UInt(body.count))) + 64
    var input = body
    return [UInt8](unsafeUninitializedCapacity: room) { output, filled in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(room)
        _ = CZlib.deflate(&stream, flush)
      }
      filled = room - Int(stream.avail_out)
    }
  }

  /// Brotli without compression (RFC 7932: uncompressed meta-blocks of at most 65,536 bytes).
  static func storedBrotli(_ body: [UInt8]) -> [UInt8] {
    // The first meta-block header shares its byte with the window size (one bit, 0: 16 bits).
    var out: [UInt8] = []
    var shift: UInt32 = 1
    for start in stride(from: 0, to: body.count, by: 65536) {
      let piece = body[start..<min(body.count, start + 65536)]
      // ISLAST 0, MNIBBLES 00 (four), MLEN-1 in 16 bits, ISUNCOMPRESSED 1.
      let header = (UInt32(piece.count - 1) << 3 | 1 << 19) << shift
      out += [UInt8(header & 255), UInt8(header >> 8 & 255), UInt8(header >> 16)]
      out += piece
      shift = 0
    }
    // ISLAST 1, ISLASTEMPTY 1.
    return out + [UInt8(3 << shift)]
  }
}
