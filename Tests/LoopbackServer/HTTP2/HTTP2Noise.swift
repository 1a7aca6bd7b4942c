/// Frames of HTTP/2 that are random or damaged, around a right answer: the same for the same seed.
struct HTTP2Noise {
  private var numbers: SeededNumbers
  private let stream: UInt32

  private init(seed: UInt64, stream: UInt32) {
    numbers = SeededNumbers(seed: seed)
    self.stream = stream
  }

  /// What is said on a connection in answer to the request of a stream.
  static func bytes(seed: UInt64, stream: UInt32) -> [UInt8] {
    var noise = HTTP2Noise(seed: seed, stream: stream)
    return noise.make()
  }

  private mutating func make() -> [UInt8] {
    var frames = answer()
    for _ in 0..<Int.random(in: 0...4, using: &numbers) {
      frames.insert(stray(), at: Int.random(in: 0...frames.count, using: &numbers))
    }
    for _ in 0..<Int.random(in: 0...2, using: &numbers) where !frames.isEmpty {
      damage(&frames[Int.random(in: 0..<frames.count, using: &numbers)])
    }
    var bytes = frames.flatMap { $0 }
    if Int.random(in: 0..<3, using: &numbers) == 0 { Reply.damage(&bytes, by: &numbers) }
    return bytes
  }

  private static let heads: [Head] = [
    Head(200, ["content-type": "image/png", "content-length": "24"]),
    Head(200, ["content-type": "image/png", "content-encoding": "gzip", "set-cookie": "a=b"]),
    Head(302, ["location": "/next?a=b#c"]), Head(308, ["location": "https://h1.noise.test/x"]),
    Head(503, ["retry-after": "0"]), Head(204), Head(304, ["etag": "\"x\""]),
  ]

  /// An answer as it should be, its header block and body cut at random.
  private mutating func answer() -> [[UInt8]] {
    var frames: [[UInt8]] = []
    if Int.random(in: 0..<4, using: &numbers) == 0 { frames += block(Head(103, ["a": "b"])) }
    frames += block(Self.heads[Int.random(in: 0..<Self.heads.count, using: &numbers)])
    var body = Array("\u{89}PNG some bytes of a body"[...].utf8.prefix(24))
    while !body.isEmpty {
      let count = min(body.count, Int.random(in: 1...24, using: &numbers))
      let piece = Array(body.prefix(count))
      body.removeFirst(count)
      let isPadded = Int.random(in: 0..<4, using: &numbers) == 0
      frames.append(
        frame(0, isPadded ? Frame.padded : 0, stream, isPadded ? [3] + piece + [0, 0, 0] : piece))
    }
    if Bool.random(using: &numbers) {
      frames.append(frame(0, Frame.endStream, stream, []))
    } else {
      // Trailers.
      let trailer = HeaderEncoder.encode(Head(200, ["x-sum": "1"]))
      frames.append(frame(1, Frame.endStream | Frame.endHeaders, stream, trailer))
    }
    return frames
  }

  private mutating func block(_ head: Head) -> [[UInt8]] {
    let bytes = HeaderEncoder.encode(head)
    guard Bool.random(using: &numbers) else { return [frame(1, Frame.endHeaders, stream, bytes)] }
    let cut = Int.random(in: 0...bytes.count, using: &numbers)
    return [
      frame(1, 0, stream, Array(bytes[..<cut])),
      frame(9, Frame.endHeaders, stream, Array(bytes[cut...])),
    ]
  }

  /// A frame that is out of place, or has values that are not allowed.
  private mutating func stray() -> [UInt8] {
    let kind = UInt8.random(in: 0...12, using: &numbers)
    let streams = [0, stream, stream + 1, stream + 2, 2, 0x7FFF_FFFF]
    let place = streams[Int.random(in: 0..<streams.count, using: &numbers)]
    let flags = Bool.random(using: &numbers) ? 0 : UInt8.random(in: 0...255, using: &numbers)
    return frame(kind, flags, place, payload(kind))
  }

  private mutating func payload(_ kind: UInt8) -> [UInt8] {
    let extremes: [UInt32] = [0, 1, 2, 100, 16_384, 0x00FF_FFFF, 0x7FFF_FFFF, 0xFFFF_FFFF]
    let value = Frame.bytes(extremes[Int.random(in: 0..<extremes.count, using: &numbers)])
    switch kind {
    case 4: return [0, UInt8.random(in: 0...9, using: &numbers)] + value
    case 3, 8: return value
    case 2: return value + [16]
    case 5: return value + HeaderEncoder.encode(Self.heads[0])
    case 7: return value + Frame.bytes(UInt32.random(in: 0...14, using: &numbers))
    default:
      let count = Int.random(in: 0...40, using: &numbers)
      return (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    }
  }

  /// Changes one field of a frame, or its payload, and keeps the rest.
  private mutating func damage(_ frame: inout [UInt8]) {
    switch Int.random(in: 0..<5, using: &numbers) {
    case 0: frame[3] = UInt8.random(in: 0...12, using: &numbers)
    case 1: frame[4] = UInt8.random(in: 0...255, using: &numbers)
    case 2:
      frame[Int.random(in: 5...8, using: &numbers)] ^= UInt8.random(in: 1...255, using: &numbers)
    case 3:
      frame[Int.random(in: 0...2, using: &numbers)] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
    default:
      var payload = Array(frame[9...])
      Reply.damage(&payload, by: &numbers)
      frame = self.frame(frame[3], frame[4], Frame.number(frame[5..<9]), payload)
    }
  }

  private func frame(_ kind: UInt8, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8]) -> [UInt8]
  {
    let count = payload.count
    let head = [UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255)]
    return head + [kind, flags] + Frame.bytes(stream) + payload
  }
}

extension Reply {
  /// HTTP/2: random and damaged frames, the same for the same seed; then the stream or the
  /// connection ends.
  public static func http2Noise(seed: UInt64) -> Reply {
    let ends: [Step] = [.close, .reset, .cut, .resetStream(code: UInt32(seed % 15))]
    return Reply([.frames(seed: seed), ends[Int(seed >> 3 % 16) % ends.count]])
  }
}
