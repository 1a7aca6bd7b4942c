/// Which addresses a connection may be opened to: public ones, and those that are allowed by name.
public struct AddressPolicy: Sendable, Equatable {
  /// Non-public blocks that may be reached all the same.
  public var allowed: [AddressRange]

  public init(allowed: [AddressRange] = []) {
    self.allowed = allowed
  }

  /// Whether a connection to the address may be opened.
  ///
  /// `10.0.0.1` is refused unless `10.0.0.0/8` is allowed, `::ffff:10.0.0.1` as well.
  public func permits(_ address: IPAddress) -> Bool {
    if allowed.contains(where: { $0.contains(address) }) { return true }
    if let inner = address.embeddedV4 {
      return permits(inner)
    }
    return !AddressPolicy.nonPublic.contains { $0.contains(address) }
  }

  /// What the registries of special-purpose addresses keep from the public Internet
  /// (https://www.iana.org/assignments/iana-ipv4-special-registry and the one for IPv6).
  static let nonPublic: [AddressRange] = nonPublicV4 + nonPublicV6

  private static let nonPublicV4: [AddressRange] = [
    v4(0, 0, 0, 0, 8),  // this network, unspecified
    v4(10, 0, 0, 0, 8),  // private
    v4(100, 64, 0, 0, 10),  // shared by carriers
    v4(127, 0, 0, 0, 8),  // loopback
    v4(169, 254, 0, 0, 16),  // link-local, cloud metadata
    v4(172, 16, 0, 0, 12),  // private
    v4(192, 0, 0, 0, 24),  // protocol assignments
    v4(192, 0, 2, 0, 24),  // documentation
    v4(192, 31, 196, 0, 24),  // AS112
    v4(192, 52, 193, 0, 24),  // automatic multicast tunnels
    v4(192, 88, 99, 0, 24),  // 6to4 relays, withdrawn
    v4(192, 168, 0, 0, 16),  // private
    v4(192, 175, 48, 0, 24),  // AS112
    v4(198, 18, 0, 0, 15),  // benchmarks
    v4(198, 51, 100, 0, 24),  // documentation
    v4(203, 0, 113, 0, 24),  // documentation
    v4(224, 0, 0, 0, 4),  // multicast
    v4(240, 0, 0, 0, 4),  // reserved, broadcast
  ]

  private static let nonPublicV6: [AddressRange] = [
    v6(0, 8),  // unspecified, loopback, compatible and other reserved forms
    v6(0x0064_ff9b_0001_0000, 48),  // translation, local use
    v6(0x0100 << 48, 8),  // discard-only and reserved
    v6(0x0200 << 48, 7),  // reserved
    v6(0x0400 << 48, 6),  // reserved
    v6(0x0800 << 48, 5),  // reserved
    v6(0x1000 << 48, 4),  // reserved
    v6(0x2001_0000 << 32, 23),  // protocol assignments; Teredo is judged by its embedded address
    v6(0x2001_0db8 << 32, 32),  // documentation
    v6(0x3fff << 48, 20),  // documentation
    v6(0x4000 << 48, 2),  // outside the global unicast block
    v6(0x8000 << 48, 1),  // unique local, link-local, site-local, multicast and the rest
  ]

  private static func v4(
    _ first: UInt32, _ second: UInt32, _ third: UInt32, _ fourth: UInt32, _ bits: Int
  ) -> AddressRange {
    AddressRange(
      base: .v4(first << 24 | second << 16 | third << 8 | fourth), prefixLength: bits)
  }

  private static func v6(_ high: UInt64, _ bits: Int) -> AddressRange {
    AddressRange(base: .v6(high: high, low: 0), prefixLength: bits)
  }
}

extension IPAddress {
  /// The IPv4 address inside a mapped, compatible, translated, 6to4 or Teredo address.
  ///
  /// `::ffff:10.0.0.1`, `64:ff9b::a00:1` and `2002:a00:1::` hold `10.0.0.1`.
  var embeddedV4: IPAddress? {
    guard case .v6(let high, let low) = self else { return nil }
    let lowest = UInt32(truncatingIfNeeded: low)
    switch (high, low >> 32) {
    case (0, 0) where lowest > 0xffff: return .v4(lowest)  // ::a.b.c.d, withdrawn
    case (0, 0xffff): return .v4(lowest)  // ::ffff:a.b.c.d
    case (0, 0xffff_0000): return .v4(lowest)  // ::ffff:0:a.b.c.d
    case (0x0064_ff9b_0000_0000, 0): return .v4(lowest)  // 64:ff9b::a.b.c.d
    default: break
    }
    if high >> 48 == 0x2002 {  // 6to4
      return .v4(UInt32(truncatingIfNeeded: high >> 16))
    }
    if high >> 32 == 0x2001_0000 {  // Teredo: the client's address, every bit turned
      return .v4(~lowest)
    }
    return nil
  }
}
