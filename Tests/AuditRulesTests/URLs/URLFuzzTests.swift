import Foundation
import Testing

@testable import AuditRules

/// Damaged media URLs through both parsers and everything that is read out of them.
@Suite("Damaged URLs")
struct URLFuzzTests {
  /// Numbers that are the same for the same seed (SplitMix64).
  private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static let starts = [
    "https://cdn.example.com/a/b%20c.png?x=1#f", "http://[::1]:8080/a.jpg", "//cdn/x.png",
    "https://user:pass@h.example/%FF.gif", "data:image/png;base64,iVBORw0KGgo=", "file:///a.png",
    "https://b\u{FC}cher.example/\u{1F600}.png", "movie.mp4", "https://c.com/{{hero}}.png",
    "https://s.example/p.png?X-Amz-Date=20240101T000000Z&X-Amz-Expires=3600&Signature=x",
    "https://s.example/p.png?Expires=1700000000&Key-Pair-Id=a", "https://x/a%2Fb.png/",
    "https://x.example/a?se=2024-01-01T00%3A00%3A00Z", "HTTPS://0x7f.1/../../x.PNG",
  ]

  private static let pieces = [
    "%", "%0", "%00", "%25", "#", "?", "/", "//", ":", "@", "[", "]", "\\", "{{", "%%", "${", " ",
    "\n", "\0", "\u{7F}", "\u{E9}", "\u{202E}", "..", ".", "=", "&", "99999999999999999999", "-",
    "data:,", "xn--",
  ]

  private static func damaged(by numbers: inout SeededNumbers) -> String {
    var text = Array(
      starts.randomElement(using: &numbers).map { $0.unicodeScalars } ?? "".unicodeScalars)
    for _ in 0..<Int.random(in: 1...6, using: &numbers) {
      let place = Int.random(in: 0...text.count, using: &numbers)
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0 where place < text.count: text.remove(at: place)
      case 1 where place < text.count:
        text[place] = Unicode.Scalar(UInt32.random(in: 0..<0xD800, using: &numbers)) ?? "x"
      case 2: text.removeLast(min(text.count, Int.random(in: 0...20, using: &numbers)))
      default:
        let piece = pieces.randomElement(using: &numbers) ?? ""
        text.insert(contentsOf: Array(piece.unicodeScalars), at: min(place, text.count))
      }
    }
    return String(String.UnicodeScalarView(text))
  }

  private static func number(_ name: String, _ usual: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
  }

  @Test("Every string is planned for without harm, and what is requested is printable ASCII")
  func plans() {
    let seed = Self.number("FUZZ_SEED", 1)
    let count = Self.number("FUZZ_INPUTS", 20_000)
    var numbers = SeededNumbers(state: UInt64(seed))
    for _ in 0..<count {
      let text = Self.damaged(by: &numbers)
      let media = MediaURL(text)
      _ = media.expires
      _ = LocalName(ofRequest: text)
      for generation in PhoneGeneration.allCases {
        guard let parsed = URLParsers.parse(text, on: generation) else { continue }
        let isClean = parsed.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        #expect(isClean, "\(text.debugDescription) \(generation)")
      }
    }
    print("fuzz: media URL: \(count) inputs, seed \(seed)")
  }
}
