import Testing

@testable import MediaProbe

/// Numbers that look random and are the same in every run (SplitMix64).
struct FixedNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite("Damaged bodies")
struct FuzzTests {
  static let seeds = Sample.all.map { Array($0.bytes.prefix(700)) }.filter { !$0.isEmpty }

  /// A sample with some bytes changed, cut somewhere, or bytes that never were a file.
  static func damaged(_ numbers: inout FixedNumbers) -> [UInt8] {
    var bytes = seeds[Int.random(in: 0..<seeds.count, using: &numbers)]
    switch Int.random(in: 0..<8, using: &numbers) {
    case 0:
      let length = Int.random(in: 0...200, using: &numbers)
      bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    case 1, 2:
      bytes = Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &numbers)))
    case 3:
      let cut = Int.random(in: 0..<bytes.count, using: &numbers)
      let other = seeds[Int.random(in: 0..<seeds.count, using: &numbers)]
      bytes = bytes.prefix(cut) + other
    default: break
    }
    guard !bytes.isEmpty else { return bytes }
    for _ in 0..<Int.random(in: 0...6, using: &numbers) {
      // Mostly near the start, where lengths and names stand; extremes more often than not.
      let reach = Bool.random(using: &numbers) ? min(64, bytes.count) : bytes.count
      let extremes: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF]
      bytes[Int.random(in: 0..<reach, using: &numbers)] =
        Bool.random(using: &numbers)
        ? extremes[Int.random(in: 0..<5, using: &numbers)]
        : UInt8.random(in: 0...255, using: &numbers)
    }
    return bytes
  }

  /// All that is ours, without libmagic; returns the type and the structure.
  static func examineAlone(_ head: [UInt8], byteCount: Int = 0) -> (String?, Structure) {
    head.withUnsafeBytes { head in
      let tail = UnsafeRawBufferPointer(rebasing: head.suffix(64))
      let body = BodyView(head: head, tail: tail, byteCount: byteCount)
      let type = Signatures.decide(body) ?? TextSniffer.decide(body)
      return (type, type.map { StructureCheck.judge(body, as: $0) } ?? .notJudged)
    }
  }

  @Test("200,000 damaged heads neither crash nor hang", .timeLimit(.minutes(3)))
  func signatures() {
    var numbers = FixedNumbers(seed: 2024)
    var types: [String: Int] = [:]
    var structures: [Structure: Int] = [:]
    for _ in 0..<200_000 {
      let head = Self.damaged(&numbers)
      let beyond = Bool.random(using: &numbers) ? 0 : Int.random(in: 0...5_000_000, using: &numbers)
      let (type, structure) = Self.examineAlone(head, byteCount: head.count + beyond)
      types[type ?? "none", default: 0] += 1
      structures[structure, default: 0] += 1
    }
    // The damage leaves enough alive to reach every corner.
    #expect(types.count > 40)
    #expect(structures.count == 4)
  }

  @Test("3,000 damaged heads get an answer from libmagic too", .timeLimit(.minutes(3)))
  func throughLibmagic() {
    var numbers = FixedNumbers(seed: 7)
    for _ in 0..<3_000 {
      let head = Self.damaged(&numbers)
      let examination = MediaProbe.shared.examine(head)
      #expect(examination.type.mimeType.contains("/"))
    }
  }

  /// Heads of 64 KiB that make a careless reader walk far or often, and their types.
  static let long: [(name: String, bytes: [UInt8], type: String?)] = [
    ("zeros", [UInt8](repeating: 0, count: 65536), nil),
    ("0xFF", [UInt8](repeating: 0xFF, count: 65536), nil),
    ("boxes of eight bytes", repeated(box("free", []), 8192), nil),
    ("tracks", fileType("isom") + box("moov", repeated(box("trak", []), 8000)), "video/mp4"),
    ("brackets", [UInt8](repeating: UInt8(ascii: "["), count: 65536), nil),
    ("angles", [UInt8](repeating: UInt8(ascii: "<"), count: 65536), nil),
    ("comments", repeated(Array("<!---->".utf8), 9000), nil),
    ("half comments", repeated(Array("<!-- -".utf8), 10000), nil),
    ("document types", repeated(Array("<!DOCTYPE x>".utf8), 5000), nil),
    (
      "string without end", Array("[\"".utf8) + [UInt8](repeating: 65, count: 65000),
      "application/json"
    ),
    ("blanks", [UInt8](repeating: 32, count: 65536), nil),
    (
      "extensions", Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0] + repeated([0x21, 0], 30000),
      "image/gif"
    ),
    ("chunks", StructureTests.signature + repeated(chunk("tEXt", []), 5000), "image/png"),
  ]

  static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    Array(repeatElement(bytes, count: count).joined())
  }

  @Test(
    "A head made to mislead is read once, not again from each byte", .timeLimit(.minutes(1)),
    arguments: long.indices)
  func misleading(_ index: Int) {
    let (name, bytes, type) = Self.long[index]
    #expect(Self.examineAlone(bytes, byteCount: bytes.count + 1000).0 == type, "\(name)")
  }
}
