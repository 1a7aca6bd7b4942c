/// What deserves a look although it does not decide the outcome: the contract's closed list.
///
/// The raw value is the place in that list, which is alphabetical.
public enum Warning: UInt8, Sendable, CaseIterable {
  case altEmpty
  case altMissing
  case altReplacesBody
  case certificateExpiresSoon
  case duplicateKey
  case errorStatus
  case flaky
  case mediaKeyMisplaced
  case mediaPartlyLost
  case mutableContentMisplaced
  case mutableContentNotNumber
  case nearSizeLimit
  case needsFastNetwork
  case negotiatedType
  case payloadNearLimit
  case rarelyPlays
  case redirected
  /// Not fetched anew: the server said that nothing has changed since an earlier run.
  case revalidated
  case servedAsOtherType
  case slow
  case templateNotFilled
  case truncated
  case typeMismatch
  case uncertain
  case undocumentedType
  case unrecognisedBytes
  case urlDoubleEncoded
  case urlExpires

  /// The word that the reports write: `alt_empty`.
  public var name: String { Self.names[Int(rawValue)] }

  /// In the order of the cases.
  private static let names = [
    "alt_empty", "alt_missing", "alt_replaces_body", "certificate_expires_soon", "duplicate_key",
    "error_status", "flaky", "media_key_misplaced", "media_partly_lost",
    "mutable_content_misplaced",
    "mutable_content_not_number", "near_size_limit", "needs_fast_network", "negotiated_type",
    "payload_near_limit", "rarely_plays", "redirected", "revalidated", "served_as_other_type",
    "slow",
    "template_not_filled", "truncated", "type_mismatch", "uncertain", "undocumented_type",
    "unrecognised_bytes", "url_double_encoded", "url_expires",
  ]
}

/// A set of warnings, iterated in alphabetical order.
public struct Warnings: Sendable, Hashable, ExpressibleByArrayLiteral {
  private var bits: UInt64 = 0

  public init() {}

  public init(arrayLiteral elements: Warning...) {
    for warning in elements { insert(warning) }
  }

  public var isEmpty: Bool { bits == 0 }

  /// The warnings held, in the order of the contract's list.
  public var list: [Warning] {
    var rest = bits
    var list: [Warning] = []
    list.reserveCapacity(bits.nonzeroBitCount)
    while let warning = Warning(rawValue: UInt8(rest.trailingZeroBitCount)) {
      list.append(warning)
      rest &= rest - 1
    }
    return list
  }

  public func contains(_ warning: Warning) -> Bool { bits & Self.bit(warning) != 0 }

  public mutating func insert(_ warning: Warning) { bits |= Self.bit(warning) }

  public mutating func remove(_ warning: Warning) { bits &= ~Self.bit(warning) }

  public mutating func formUnion(_ other: Warnings) { bits |= other.bits }

  public func union(_ other: Warnings) -> Warnings {
    var sum = self
    sum.formUnion(other)
    return sum
  }

  private static func bit(_ warning: Warning) -> UInt64 { 1 &<< UInt64(warning.rawValue) }
}
