/// An IPv4 or IPv6 address.
public enum IPAddress: Sendable, Hashable {
  case v4(UInt32)
  case v6(high: UInt64, low: UInt64)

  /// Reads the canonical spellings only: four decimal numbers, or IPv6 without zone.
  ///
  /// `127.1` and `0x7f.0.0.1` are no canonical spellings; see `NumericHost`.
  public init?(_ text: some StringProtocol) {
    if text.utf8.contains(UInt8(ascii: ":")) {
      guard let parsed = IPAddress.parseV6(Array(text.utf8)) else { return nil }
      self = parsed
    } else {
      guard let parsed = IPAddress.parseV4(Array(text.utf8)[...]) else { return nil }
      self = .v4(parsed)
    }
  }

  /// Width in bits.
  public var width: Int {
    switch self {
    case .v4: 32
    case .v6: 128
    }
  }

  private static func parseV4(_ text: ArraySlice<UInt8>) -> UInt32? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var value: UInt32 = 0
    for part in parts {
      guard (1...3).contains(part.count), part.count == 1 || part.first != UInt8(ascii: "0")
      else { return nil }
      var number: UInt32 = 0
      for byte in part {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        number = number * 10 + UInt32(byte - UInt8(ascii: "0"))
      }
      guard number < 256 else { return nil }
      value = value << 8 | number
    }
    return value
  }

  private static func parseV6(_ text: [UInt8]) -> IPAddress? {
    let colon = UInt8(ascii: ":")
    var groups: [UInt16] = []
    var gap: Int?
    var index = 0
    if text.starts(with: [colon, colon]) {
      gap = 0
      index = 2
    }
    while index < text.count {
      let end = text[index...].firstIndex(of: colon) ?? text.count
      if text[index..<end].contains(UInt8(ascii: ".")) {
        guard end == text.count, let tail = parseV4(text[index..<end]) else { return nil }
        groups += [UInt16(tail >> 16), UInt16(truncatingIfNeeded: tail)]
        index = end
        break
      }
      guard (1...4).contains(end - index),
        let group = UInt16(String(decoding: text[index..<end], as: UTF8.self), radix: 16),
        text[index] != UInt8(ascii: "+"), text[index] != UInt8(ascii: "-")
      else { return nil }
      groups.append(group)
      index = end
      guard index < text.count else { break }
      index += 1
      guard index < text.count else { return nil }
      if text[index] == colon {
        guard gap == nil else { return nil }
        gap = groups.count
        index += 1
      }
    }
    if let gap {
      guard groups.count < 8 else { return nil }
      groups.insert(contentsOf: repeatElement(0, count: 8 - groups.count), at: gap)
    }
    guard groups.count == 8 else { return nil }
    let join = { (part: ArraySlice<UInt16>) in part.reduce(UInt64(0)) { $0 << 16 | UInt64($1) } }
    return .v6(high: join(groups[0..<4]), low: join(groups[4..<8]))
  }
}

extension IPAddress: CustomStringConvertible {
  /// The canonical text (RFC 5952): `127.0.0.1`, `2001:db8::1`.
  public var description: String {
    switch self {
    case .v4(let value):
      return [24, 16, 8, 0].map { String(value >> $0 & 255) }.joined(separator: ".")
    case .v6(let high, let low):
      let groups = [high, low].flatMap { half in
        [48, 32, 16, 0].map { UInt16(truncatingIfNeeded: half >> UInt64($0)) }
      }
      let run = IPAddress.longestZeroRun(groups)
      let text = { (part: ArraySlice<UInt16>) in
        part.map { String($0, radix: 16) }.joined(separator: ":")
      }
      guard run.count > 1 else { return text(groups[...]) }
      return text(groups[..<run.lowerBound]) + "::" + text(groups[run.upperBound...])
    }
  }

  private static func longestZeroRun(_ groups: [UInt16]) -> Range<Int> {
    var best = 0..<0
    var start = 0
    for index in 0...groups.count where index == groups.count || groups[index] != 0 {
      if index - start > best.count { best = start..<index }
      start = index + 1
    }
    return best
  }
}
