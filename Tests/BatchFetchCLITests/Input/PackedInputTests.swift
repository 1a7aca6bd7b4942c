import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("Compressed inputs, told by their first bytes")
struct PackedInputTests {
  typealias Line = ReadLines.Line

  private static let text = (1...3_000)
    .map { "{\"id\":\"\($0 &* 2_654_435_761 % 4_294_967_296)\"}\n" }.joined()

  @Test(
    "The same lines come out of zstd, of one frame and of several",
    arguments: PayloadLinesTests.examples)
  func zstd(_ example: PayloadLinesTests.Example) throws {
    let bytes = Array(example.text.utf8)
    guard bytes.count > 4 else { return }
    let plain = try ReadLines.of(bytes)
    #expect(try ReadLines.of(Packed.zstd(bytes)) == plain)
    let frames = [bytes[..<3], bytes[3..<3], bytes[3...]].map { Packed.zstd($0) }
    #expect(try ReadLines.of(frames.joined()) == plain)
    let note = Packed.skippable([1, 2, 3])
    #expect(try ReadLines.of(note + frames[0] + note + frames[2] + note) == plain)
  }

  @Test(
    "A list comes out of either whole, from a file and from a pipe in pieces",
    arguments: Packing.allCases)
  func pieces(_ packing: Packing) throws {
    func packed(_ text: String) -> [UInt8] {
      let bytes = Array(text.utf8)
      return packing == .gzip ? Coding.gzip.apply(to: bytes) : Packed.zstd(bytes, level: 19)
    }
    let long = Self.text + Self.text + Self.text
    #expect(try ReadLines.of(packed(long)) == ReadLines.of(long))
    let short = String(Self.text.prefix(3_000))
    let pipe = try PacketPipe(packed(short))
    let scratch = try Scratch()
    let list = try InputList([pipe.path], spoolFolder: scratch.path)
    let first = try ReadLines(list, pass: .first)
    #expect(try first.lines == ReadLines.of(short).lines)
    #expect(try ReadLines(list, pass: .second) == first)
  }

  @Test("What hardly compresses and what compresses a thousandfold comes out whole")
  func extremes() throws {
    let repeated = String(repeating: "{\"a\":0}\n", count: 200_000)
    #expect(try ReadLines.of(Packed.zstd(Array(repeated.utf8))).lines.count == 200_000)
    let wide = "{\"a\":\"" + Self.text.filter { $0 != "\n" && $0 != "\"" } + "\"}"
    #expect(try ReadLines.of(Packed.zstd(Array(wide.utf8), level: -5)).lines == [Line(1, wide)])
  }

  @Test("Zstd cut anywhere is never taken for a whole file")
  func cut() throws {
    let packed = Packed.zstd(Array("{\"id\":1}\n{\"id\":2}\n".utf8))
    for length in 4..<packed.count {
      let sentence = try ReadLines.refusal(of: packed.prefix(length))
      #expect(sentence?.contains("the zstd data is cut short") == true, "\(length) bytes")
    }
    #expect(try ReadLines.refusal(of: packed) == nil)
  }

  @Test("Damaged zstd ends the run with the file, the fault and the line that was reached")
  func damaged() throws {
    let packed = Packed.zstd(Array(Self.text.utf8))
    var wrongChecksum = packed
    wrongChecksum[packed.count - 1] ^= 0x55
    var corrupt = packed
    for index in packed.count / 2..<packed.count / 2 + 8 { corrupt[index] ^= 0xFF }
    let examples: [(bytes: [UInt8], says: String)] = [
      (wrongChecksum, "damaged: Restored data doesn't match checksum"),
      (corrupt, "damaged: "),
      (packed + Array("after the end".utf8), "damaged: Unknown frame descriptor"),
      (Array(packed.prefix(packed.count * 2 / 3)), "cut short (after line "),
      (Packed.wideWindow, "damaged: Frame requires too much memory for decoding"),
    ]
    for (bytes, says) in examples {
      let sentence = try #require(try ReadLines.refusal(of: bytes))
      #expect(sentence.contains("list.ndjson: the zstd data is \(says)"), "\(sentence)")
      #expect(sentence.contains(" (after line "), "\(sentence)")
    }
  }

  @Test("Whatever bit of a zstd file is wrong, nothing wrong is read", arguments: 0..<8)
  func flippedBits(_ bit: Int) throws {
    let text = "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n"
    let packed = Packed.zstd(Array(text.utf8))
    let plain = try ReadLines.of(text).lines
    for index in packed.indices.dropFirst(4) {
      var spoilt = packed
      spoilt[index] ^= 1 << bit
      let lines = try? ReadLines.of(spoilt).lines
      #expect(lines == nil || lines == plain, "byte \(index)")
    }
  }

  @Test("Zeros that fill up a gzip file are passed over, between its members too")
  func zeros() throws {
    let bytes = Array("{\"id\":1}\n{\"id\":2}\n".utf8)
    let plain = try ReadLines.of(bytes)
    let packed = Coding.gzip.apply(to: bytes)
    for count in [1, 511, 200_000] {
      let zeros = [UInt8](repeating: 0, count: count)
      #expect(try ReadLines.of(packed + zeros) == plain, "\(count)")
      #expect(try ReadLines.of(packed + zeros + packed + zeros).lines.count == 4, "\(count)")
      let sentence = try ReadLines.refusal(of: packed + zeros + [1])
      #expect(sentence?.contains("the gzip data is ") == true, "\(count)")
    }
  }

  @Test("The first bytes tell, and what may still become either is waited for")
  func sight() {
    let examples: [(head: [UInt8], sight: Packing.Sight)] = [
      ([], .tooShort), ([0x1F], .tooShort), ([0x1F, 0x8B], .packed(.gzip)), ([0x1F, 0x8C], .plain),
      ([0x28], .tooShort), ([0x28, 0xB5, 0x2F], .tooShort),
      ([0x28, 0xB5, 0x2F, 0xFD], .packed(.zstd)), ([0x28, 0xB5, 0x2F, 0xFC], .plain),
      ([0x50, 0x2A, 0x4D, 0x18], .packed(.zstd)), ([0x5F, 0x2A, 0x4D, 0x18, 9], .packed(.zstd)),
      ([0x60, 0x2A, 0x4D, 0x18], .plain), (Array("P".utf8), .tooShort),
      (Array("PK".utf8), .plain), (Array("{".utf8), .plain),
    ]
    for (head, sight) in examples { #expect(Packing.sight(of: head) == sight, "\(head)") }
    for text in ["(", "P*", "_"] {
      #expect((try? ReadLines.of(text).lines) == [Line(1, text)], "a file of \(text)")
    }
  }
}
