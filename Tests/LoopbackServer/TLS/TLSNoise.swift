/// Damaged answers to a TLS hello, certificates in them: the same for the same seed.
///
/// The answer is that of TLS 1.2, whose certificates come before anything depends on the hello.
public struct TLSNoise {
  private var numbers: SeededNumbers

  /// Records that begin as a right answer.
  public static func records(seed: UInt64) -> [UInt8] {
    var noise = TLSNoise(numbers: SeededNumbers(seed: seed))
    return noise.make()
  }

  private mutating func make() -> [UInt8] {
    let kinds: [TestCertificates.Kind] = [.trusted, .expired, .selfSigned]
    let certificate = TestCertificates.certificate(
      kinds[Int.random(in: 0..<kinds.count, using: &numbers)])
    var chain = [certificate.leaf] + certificate.chain
    if !one(in: 3) {
      Reply.damage(&chain[Int.random(in: 0..<chain.count, using: &numbers)], by: &numbers)
    }
    var messages = [hello(), message(11, list(chain))]
    if one(in: 2) { messages.append(message(12, random(upTo: 80))) }
    if one(in: 2) { messages.append(message(14, [])) }
    if one(in: 6) {
      messages.append(message(UInt8.random(in: 0...25, using: &numbers), random(upTo: 40)))
    }
    if one(in: 6) { messages.shuffle(using: &numbers) }
    if one(in: 4) { Reply.damage(&messages[0], by: &numbers) }
    var bytes = messages.flatMap { record(22, $0) }
    if one(in: 5) {
      bytes += record(
        21, [UInt8.random(in: 1...2, using: &numbers), UInt8.random(in: 0...120, using: &numbers)])
    }
    if one(in: 6) { Reply.damage(&bytes, by: &numbers) }
    return bytes
  }

  private mutating func one(in count: Int) -> Bool {
    Int.random(in: 0..<count, using: &numbers) == 0
  }

  private mutating func random(upTo most: Int) -> [UInt8] {
    (0..<Int.random(in: 0...most, using: &numbers)).map { _ in
      UInt8.random(in: 0...255, using: &numbers)
    }
  }

  /// ServerHello: TLS 1.2, ECDHE with AES-128-GCM, secure renegotiation.
  private mutating func hello() -> [UInt8] {
    let random = (0..<32).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    let extensions: [UInt8] = [0xFF, 0x01, 0, 1, 0, 0, 0x17, 0, 0]
    return message(
      2, [3, 3] + random + [0, 0xC0, 0x2B, 0, 0, UInt8(extensions.count)] + extensions)
  }

  private func list(_ certificates: [[UInt8]]) -> [UInt8] {
    let entries = certificates.flatMap { length($0.count) + $0 }
    return length(entries.count) + entries
  }

  private func message(_ kind: UInt8, _ body: [UInt8]) -> [UInt8] {
    [kind] + length(body.count) + body
  }

  private func record(_ kind: UInt8, _ body: [UInt8]) -> [UInt8] {
    [kind, 3, 3, UInt8(body.count >> 8 & 255), UInt8(body.count & 255)] + body
  }

  private func length(_ count: Int) -> [UInt8] {
    [UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255)]
  }
}
