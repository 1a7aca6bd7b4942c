/// A block of addresses in CIDR notation, for example `10.0.0.0/8` or `fd00::/8`.
public struct AddressRange: Sendable, Hashable {
  public let base: IPAddress
  /// Leading bits that count.
  public let prefixLength: Int

  /// Why a text is no address block.
  public struct Invalid: Error, Sendable, Equatable, CustomStringConvertible {
    /// One sentence that quotes the text and says what is wanted.
    public let description: String
  }

  /// Reads `address/bits` or a lone address; bits beyond the prefix must be zero.
  public init(_ text: String) throws(Invalid) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let address = IPAddress(first) else {
      throw Invalid(
        description: "'\(text)' is no address block: write it like 10.0.0.0/8 or fd00::/8.")
    }
    var bits = address.width
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(parts[1]),
        (0...address.width).contains(number)
      else {
        throw Invalid(
          description:
            "'\(text)' is no address block: the number after the slash is 0 to \(address.width).")
      }
      bits = number
    }
    guard address.masked(to: bits) == address else {
      throw Invalid(
        description:
          "'\(text)' is no address block: did you mean \(address.masked(to: bits))/\(bits)?")
    }
    base = address
    prefixLength = bits
  }

  /// A block whose parts are known to fit; for tables.
  init(base: IPAddress, prefixLength: Int) {
    self.base = base.masked(to: prefixLength)
    self.prefixLength = prefixLength
  }

  /// Whether the address lies in the block; families never mix.
  public func contains(_ address: IPAddress) -> Bool {
    address.width == base.width && address.masked(to: prefixLength) == base
  }
}

extension AddressRange: CustomStringConvertible {
  public var description: String { "\(base)/\(prefixLength)" }
}

extension IPAddress {
  /// The address with all but the first `bits` bits cleared.
  func masked(to bits: Int) -> IPAddress {
    switch self {
    case .v4(let value):
      return .v4(bits == 0 ? 0 : value & ~0 << UInt32(32 - bits))
    case .v6(let high, let low):
      let keptHigh = min(bits, 64)
      let keptLow = max(bits - 64, 0)
      return .v6(
        high: keptHigh == 0 ? 0 : high & ~0 << UInt64(64 - keptHigh),
        low: keptLow == 0 ? 0 : low & ~0 << UInt64(64 - keptLow))
    }
  }
}
