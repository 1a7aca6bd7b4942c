/// A small generator of numbers that are the same for the same seed (SplitMix64).
public struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension Reply {
  /// An answer with a few random faults, the same for the same seed, for runs with many seeds.
  ///
  /// The bytes begin as a right answer or redirect; some are changed, removed, doubled or cut.
  public static func noise(seed: UInt64) -> Reply {
    var numbers = SeededNumbers(seed: seed)
    var bytes = templates[Int.random(in: 0..<templates.count, using: &numbers)]
    damage(&bytes, by: &numbers)
    return Reply([.bytes(bytes), Bool.random(using: &numbers) ? .close : .reset])
  }

  /// Changes, removes, doubles, inserts or cuts bytes in up to six places; now and then nothing of
  /// what was there is left.
  public static func damage(_ bytes: inout [UInt8], by numbers: inout SeededNumbers) {
    if Int.random(in: 0..<16, using: &numbers) == 0 {
      let count = Int.random(in: 0...300, using: &numbers)
      bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    }
    for _ in 0..<Int.random(in: 1...6, using: &numbers) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &numbers)
      let length = min(bytes.count - place, Int.random(in: 1...12, using: &numbers))
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
      case 2: bytes.removeSubrange(place..<(place + length))
      case 3: bytes.insert(contentsOf: bytes[place..<(place + length)], at: place)
      case 4:
        let word = words[Int.random(in: 0..<words.count, using: &numbers)]
        bytes.insert(contentsOf: Array(word.utf8), at: place)
      default: bytes.removeLast(bytes.count - place)
      }
    }
  }

  private static let templates: [[UInt8]] = {
    let body = Array("\u{89}PNG some bytes of a body".utf8)
    let replies: [Reply] = [
      .ok(body), .ok(body, framing: .chunked(size: 5)), .ok(body, coding: .gzip),
      .ok(body, coding: .brotli, framing: .chunked(size: 7)), .ok(body, coding: .deflate),
      .ok(body, framing: .http10), .redirect(to: "/next?a=b#c"),
      .redirect(308, to: "http://127.0.0.1/x", headers: ["Set-Cookie": "a=b; Path=/; Secure"]),
      .retryAfter("1", status: 503), Reply.ok(body).afterInterim(103),
    ]
    return replies.map { reply in
      reply.steps.flatMap { step -> [UInt8] in
        switch step {
        case .head(let head): head.bytes
        case .bytes(let bytes): bytes
        default: []
        }
      }
    }
  }()

  private static let words = [
    "\r\n", "\n", "\r\n\r\n", "\0", ": ", "Location: //[::1", "Location: http://\u{7F}",
    "Content-Length: -1\r\n", "Content-Length: 99999999999999999999\r\n", "Set-Cookie: ;;;=\r\n",
    "Transfer-Encoding: chunked\r\n", "Content-Encoding: gzip, br, x\r\n", "HTTP/1.1 100\r\n\r\n",
    "FFFFFFFFFFFFFFFF\r\n", "HTTP/9.9 999", "..", "%", "%00", "@", "#", "?", "[", "]", "\u{E9}",
    "0x7f",
    "Set-Cookie: a=b; Domain=.; Max-Age=-1\r\n", "Location: http://a:99999/\r\n",
    "-8000000000000001\r\n",
    "HTTP/1.1 308 x\r\nLocation: ../../..//x\r\n", "Location: javascript:1\r\n",
    "Content-Encoding: br\r\n",
    "Retry-After: 1e9\r\n", " \t \r\n folded",
  ]
}
