import CBrotli
import Testing

@testable import LoopbackServer

/// Codings that are written by hand, read by the libraries that clients use.
@Suite("Content codings")
struct CodingTests {
  @Test(
    "The brotli stream is what libbrotli reads, at and around the size of a block",
    arguments: [0, 1, 10, 65_535, 65_536, 65_537, 200_000])
  func brotli(size: Int) {
    let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(Self.decoded(Coding.brotli.apply(to: body), room: size + 1) == body)
  }

  @Test("Brotli twice is read twice, and what is cut or corrupt is not read")
  func brotliFlaws() {
    let body = Array("a body that is long enough to be cut".utf8)
    let twice = Coding(.brotli, .doubled).apply(to: body)
    #expect(Self.decoded(twice, room: 100).flatMap { Self.decoded($0, room: 100) } == body)
    #expect(Self.decoded(Coding(.brotli, .cut).apply(to: body), room: 100) == nil)
    #expect(Self.decoded(Coding(.brotli, .corrupt).apply(to: body), room: 100) == nil)
  }

  private static func decoded(_ bytes: [UInt8], room: Int) -> [UInt8]? {
    var result = BROTLI_DECODER_RESULT_ERROR
    let decoded = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      filled = room
      result = BrotliDecoderDecompress(bytes.count, bytes, &filled, buffer.baseAddress)
    }
    return result == BROTLI_DECODER_RESULT_SUCCESS ? decoded : nil
  }
}
