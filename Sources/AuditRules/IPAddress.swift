/// An IPv4 or IPv6 address, read from text or raw bytes: four or sixteen bytes.
public struct IPAddress: Sendable, Hashable {
  public let bytes: [UInt8]

  /// Takes four or sixteen bytes in network order.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Reads the host of a URL as the system's resolver would: `10.0.0.1`, `0x7f.1`, `2130706433`, `::1`.
  public init?(host: String) {
    guard let bytes = Self.version4(host) ?? Self.version6(host) else { return nil }
    self.bytes = bytes
  }

  /// The IPv4 address inside a mapped, translated, tunnelled or 6to4 address; otherwise itself.
  var unwrapped: IPAddress {
    for wrapper in Self.wrappers where wrapper.range.contains(self) {
      if let inner = IPAddress(bytes: Array(bytes[wrapper.offset..<(wrapper.offset + 4)])) {
        return inner
      }
    }
    return self
  }

  private static let wrappers: [(range: AddressRange, offset: Int)] = [
    ("::ffff:0:0/96", 12), ("64:ff9b::/96", 12), ("2002::/16", 2),
  ].compactMap { text, offset in AddressRange(text).map { ($0, offset) } }

  /// One to four numbers, decimal, octal or hexadecimal; the last fills what is left.
  private static func version4(_ text: String) -> [UInt8]? {
    let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(pieces.count) else { return nil }
    var numbers: [UInt64] = []
    for piece in pieces {
      guard let number = number(piece) else { return nil }
      numbers.append(number)
    }
    let last = numbers.removeLast()
    let room = 4 - numbers.count
    guard numbers.allSatisfy({ $0 < 256 }), last < 1 << UInt64(room * 8) else { return nil }
    return numbers.map { UInt8($0) }
      + (0..<room).reversed().map { UInt8(truncatingIfNeeded: last >> UInt64($0 * 8)) }
  }

  private static func number(_ text: Substring) -> UInt64? {
    guard let first = text.utf8.first, ASCII.isDigit(first), text.utf8.count <= 12 else {
      return nil
    }
    if text.hasPrefix("0x") || text.hasPrefix("0X") {
      return text.utf8.count == 2 ? 0 : UInt64(text.dropFirst(2), radix: 16)
    }
    return UInt64(text, radix: first == UInt8(ascii: "0") && text.utf8.count > 1 ? 8 : 10)
  }

  /// Groups of four digits with one `::`, an IPv4 tail, a zone after `%`.
  private static func version6(_ text: String) -> [UInt8]? {
    let address = text.prefix { $0 != "%" }
    guard address.contains(":") else { return nil }
    guard let gap = address.firstRange(of: "::") else {
      let groups = groups(address)
      return groups?.count == 16 ? groups : nil
    }
    guard let head = groups(address[..<gap.lowerBound]),
      let tail = groups(address[gap.upperBound...]),
      head.count + tail.count <= 14
    else { return nil }
    return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
  }

  private static func groups(_ text: Substring) -> [UInt8]? {
    if text.isEmpty { return [] }
    let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    for (index, piece) in pieces.enumerated() {
      if index == pieces.count - 1, piece.contains(".") {
        guard piece.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 3,
          let tail = version4(String(piece))
        else { return nil }
        bytes += tail
      } else {
        guard (1...4).contains(piece.utf8.count),
          piece.utf8.allSatisfy({ ASCII.hexadecimal($0) != nil }),
          let group = UInt16(piece, radix: 16)
        else { return nil }
        bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
      }
    }
    return bytes
  }
}

/// A block of addresses in CIDR notation: `10.0.0.0/8`, `fd00::/8`, `127.0.0.1`.
public struct AddressRange: Sendable, Hashable {
  public let base: IPAddress
  public let prefixLength: Int

  /// Reads an address with an optional prefix length; nil if it is neither.
  public init?(_ text: String) {
    let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = halves.first, let base = IPAddress(host: String(first)),
      first.contains(":") || first.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 3
    else { return nil }
    self.base = base
    let width = base.bytes.count * 8
    if halves.count == 1 {
      prefixLength = width
    } else {
      let digits = halves[1].utf8
      guard digits.allSatisfy(ASCII.isDigit), let length = Int(halves[1]), length <= width else {
        return nil
      }
      prefixLength = length
    }
  }

  public func contains(_ address: IPAddress) -> Bool {
    guard address.bytes.count == base.bytes.count else { return false }
    let whole = prefixLength / 8
    guard address.bytes[..<whole] == base.bytes[..<whole] else { return false }
    let rest = prefixLength % 8
    return rest == 0 || (address.bytes[whole] ^ base.bytes[whole]) >> UInt8(8 - rest) == 0
  }
}

extension IPAddress {
  /// Whether a device on the public network can reach the address.
  public var isPublic: Bool {
    let address = unwrapped
    if address.bytes.count == 16, Self.globalUnicast?.contains(address) != true { return false }
    return !Self.notPublic.contains { $0.contains(address) }
  }

  /// Everything else in IPv6 is local, multicast or reserved.
  private static let globalUnicast = AddressRange("2000::/3")

  /// Special-purpose blocks of RFC 6890 and its successors.
  private static let notPublic: [AddressRange] = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
    "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    "2001::/32", "2001:db8::/32", "3fff::/20",
  ].compactMap { AddressRange($0) }
}
