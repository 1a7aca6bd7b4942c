public import ExactJSON

/// Where a record holds what is looked up in it, when not in the usual places.
public struct RecordLocations: Sendable, Hashable {
  /// `--payload-at`.
  public var payloadAt: JSONPointer?
  /// `--id-at`.
  public var idAt: JSONPointer?
  /// `--campaign-at`.
  public var campaignAt: JSONPointer?

  public init(
    payloadAt: JSONPointer? = nil, idAt: JSONPointer? = nil, campaignAt: JSONPointer? = nil
  ) {
    self.payloadAt = payloadAt
    self.idAt = idAt
    self.campaignAt = campaignAt
  }
}

/// How the profile of a record is found when the record names none.
public enum ProfileChoice: Sendable, Hashable {
  /// By the payload's keys.
  case auto
  case fixed(ExtensionProfile)

  /// Reads the word of `--profile`; nil when it is neither `auto` nor a profile's id.
  public init?(word: String, in table: ProfileTable = .standard) {
    if word == "auto" {
      self = .auto
    } else if let profile = table.profile(id: word) {
      self = .fixed(profile)
    } else {
      return nil
    }
  }
}
