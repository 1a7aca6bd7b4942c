extension IPAddress {
  /// Reads the 4 or 16 bytes of an address in network order.
  public init?(bytes: some Collection<UInt8>) {
    switch bytes.count {
    case 4: self = .v4(UInt32(truncatingIfNeeded: IPAddress.joined(bytes)))
    case 16:
      self = .v6(high: IPAddress.joined(bytes.prefix(8)), low: IPAddress.joined(bytes.dropFirst(8)))
    default: return nil
    }
  }

  private static func joined(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  }
}
