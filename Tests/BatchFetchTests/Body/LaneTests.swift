import Testing

@testable import BatchFetch

/// SHA-256 by our own kernels, held against OpenSSL's and the standard's examples.
@Suite struct LaneTests {
  /// Each width alone, as a machine would have it, with the narrow ones that fill its gaps.
  static let choices: [[LaneKernel]] =
    LaneKernel.available.map { kernel in kernel == .one ? [.one] : [kernel, .one] }
    + [LaneKernel.available]

  private final class Sums: Sendable {
    let all = Locked<[Int: String]>([:])
  }

  private let sums = Sums()

  private func plainDigest(_ bytes: [UInt8]) -> String {
    let digest = StreamDigest()
    bytes.withUnsafeBytes { digest.add($0) }
    return digest.finish().hexadecimal
  }

  private func body(_ count: Int, seed: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761 &+ seed &* 40503) >> 7) }
  }

  private func end(_ stream: Int, _ bytes: [UInt8]) -> DigestDesk.Order {
    .init(
      stream: stream, bytes: bytes,
      kind: .end { [sums] digest in
        sums.all.withLock { $0[stream] = digest.hexadecimal }
      })
  }

  private func sum(_ stream: Int) -> String? { sums.all.withLock { $0[stream] } }

  @Test("The standard's examples", arguments: choices)
  func standard(kernels: [LaneKernel]) {
    let lanes = DigestLanes(kernels) { _ in }
    let messages = [
      "", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      String(repeating: "a", count: 1_000_000),
    ]
    for (number, message) in messages.enumerated() { lanes.add(end(number, Array(message.utf8))) }
    while !lanes.isEmpty { lanes.advance() }
    let expected = [
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
    ]
    for (number, digest) in expected.enumerated() { #expect(sum(number) == digest) }
  }

  @Test("Every length around the edges of blocks, side by side", arguments: choices)
  func lengths(kernels: [LaneKernel]) {
    let lanes = DigestLanes(kernels) { _ in }
    let lengths = Array(0...300) + [447, 448, 511, 512, 513, 4095, 4096, 4097, 65_535, 65_536]
    for (number, length) in lengths.enumerated() {
      lanes.add(end(number, body(length, seed: number)))
    }
    while !lanes.isEmpty { lanes.advance() }
    for (number, length) in lengths.enumerated() {
      #expect(sum(number) == plainDigest(body(length, seed: number)), "\(length) bytes")
    }
  }

  @Test("Bodies in random pieces, some given up, as many as come", arguments: choices)
  func pieces(kernels: [LaneKernel]) {
    var carriedOut = 0
    let lanes = DigestLanes(kernels) { _ in carriedOut += 1 }
    var random = Dice(state: 7)
    let bodies = (0..<60).map { body(random.roll(3000), seed: $0) }
    var rest = bodies.map { $0[...] }
    var open = Array(bodies.indices)
    var dropped: Set<Int> = []
    var orders = 0
    while !open.isEmpty {
      let place = random.roll(open.count)
      let stream = open[place]
      let piece = Array(rest[stream].prefix(random.roll(300)))
      rest[stream] = rest[stream].dropFirst(piece.count)
      orders += 1
      if stream % 7 == 3, rest[stream].count < 500 {
        lanes.add(.init(stream: stream, kind: .drop))
        dropped.insert(stream)
        open.remove(at: place)
      } else if rest[stream].isEmpty {
        lanes.add(end(stream, piece))
        open.remove(at: place)
      } else {
        lanes.add(.init(stream: stream, bytes: piece, kind: .shared))
      }
      if random.roll(3) == 0 { lanes.advance() }
    }
    while !lanes.isEmpty { lanes.advance() }
    for (stream, body) in bodies.enumerated() {
      #expect(sum(stream) == (dropped.contains(stream) ? nil : plainDigest(body)))
    }
    #expect(!dropped.isEmpty)
    #expect(carriedOut == orders)
  }

  @Test("A number may be used again at once, for another body", arguments: choices)
  func sameNumber(kernels: [LaneKernel]) {
    let lanes = DigestLanes(kernels) { _ in }
    lanes.add(.init(stream: 1, bytes: body(1000, seed: 1), kind: .shared))
    lanes.add(.init(stream: 1, kind: .drop))
    lanes.add(end(1, body(500, seed: 2)))
    while !lanes.isEmpty { lanes.advance() }
    #expect(sum(1) == plainDigest(body(500, seed: 2)))
  }

  @Test("Lanes are full when every one has a body", arguments: choices)
  func fullness(kernels: [LaneKernel]) {
    let lanes = DigestLanes(kernels) { _ in }
    #expect(lanes.isEmpty)
    for number in 0..<kernels[0].width {
      #expect(!lanes.isFull)
      lanes.add(end(number, body(100, seed: number)))
      #expect(!lanes.isEmpty)
    }
    #expect(lanes.isFull)
    while !lanes.isEmpty { lanes.advance() }
    #expect(!lanes.isFull)
  }
}

/// Random numbers that are the same in every run.
private struct Dice {
  var state: UInt64

  /// A number from 0 up to, but without, `sides`.
  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % sides
  }
}
