/// What deserves a look although it does not decide the outcome: the contract's closed list.
public enum Warning: String, Sendable, CaseIterable {
  case altEmpty = "alt_empty"
  case altMissing = "alt_missing"
  case altReplacesBody = "alt_replaces_body"
  case certificateExpiresSoon = "certificate_expires_soon"
  case duplicateKey = "duplicate_key"
  case errorStatus = "error_status"
  case flaky
  case mediaKeyMisplaced = "media_key_misplaced"
  case mutableContentMisplaced = "mutable_content_misplaced"
  case mutableContentNotNumber = "mutable_content_not_number"
  case nearSizeLimit = "near_size_limit"
  case needsFastNetwork = "needs_fast_network"
  case negotiatedType = "negotiated_type"
  case payloadNearLimit = "payload_near_limit"
  case rarelyPlays = "rarely_plays"
  case redirected
  case servedAsOtherType = "served_as_other_type"
  case slow
  case templateNotFilled = "template_not_filled"
  case truncated
  case typeMismatch = "type_mismatch"
  case uncertain
  case undocumentedType = "undocumented_type"
  case unrecognisedBytes = "unrecognised_bytes"
  case urlDoubleEncoded = "url_double_encoded"
  case urlExpires = "url_expires"
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
  public var list: [Warning] { Warning.allCases.filter(contains) }

  public func contains(_ warning: Warning) -> Bool { bits & Self.bit(warning) != 0 }

  public mutating func insert(_ warning: Warning) { bits |= Self.bit(warning) }

  public mutating func remove(_ warning: Warning) { bits &= ~Self.bit(warning) }

  public mutating func formUnion(_ other: Warnings) { bits |= other.bits }

  public func union(_ other: Warnings) -> Warnings {
    var sum = self
    sum.formUnion(other)
    return sum
  }

  private static let positions = Dictionary(
    uniqueKeysWithValues: Warning.allCases.enumerated().map { ($1, UInt64(1) << UInt64($0)) })

  private static func bit(_ warning: Warning) -> UInt64 { positions[warning] ?? 0 }
}
