/// One input line, decoded: what the verdict needs of it and nothing else (stage 2).
public struct Payload: Sendable, Equatable {
  /// A value under a key of the payload.
  public enum Field: Sendable, Equatable {
    case absent
    case text(String)
    /// Present, but a number, bool, null, object or array.
    case notText

    public var text: String? {
      if case .text(let text) = self { text } else { nil }
    }
  }

  /// Whether and how the payload has `aps`.
  public enum Aps: Sendable, Equatable { case absent, notAnObject, object }

  public enum PushType: Sendable, Equatable { case alert, background, voip, other }

  /// `aps.mutable-content` as the system takes it (P2).
  public enum MutableContent: Sendable, Equatable { case off, on, onNotNumber }

  /// The record's id as written (numbers keep their digits), empty when it has none.
  public var id: String = ""
  /// The record's campaign; `(none)` when it has none.
  public var campaign: String = Payload.noCampaign
  /// The profile to judge by: the envelope's, else the option's, else found by the keys.
  public var profile: ExtensionProfile
  public var aps: Aps = .absent
  public var pushType: PushType = .alert
  public var mutableContent: MutableContent = .off
  /// Title or subtitle (or a localisation key of one) is there.
  public var hasHeading: Bool = false
  /// The body text, or nil where the payload has none (a localisation key counts as text).
  public var body: String?
  /// Any text at all that the system would show (P1).
  public var hasVisibleText: Bool = false
  /// UTF-8 bytes of the payload as compact JSON (P3).
  public var byteCount: Int = 0
  /// What stands under the profile's media key.
  public var mediaURL: Field = .absent
  /// What stands under the profile's alt key.
  public var altText: Field = .absent
  /// Warnings that only the decoding can give (P4, duplicate keys).
  public var warnings = Warnings()
  /// What the profile's own rules read; nil where it has none.
  var vendor: VendorContent?

  public static let noCampaign = "(none)"

  public init(profile: ExtensionProfile) { self.profile = profile }
}

/// Why an input line is no payload: becomes an `invalid` row.
public struct PayloadDefect: Error, Sendable, Equatable {
  /// One of `invalid_utf8 invalid_json not_an_object line_too_long profile_unknown`.
  public var reason: Reason
  /// A sentence on what is wrong and where (column), for the log.
  public var detail: String
  /// Known only where the record could be read (`profile_unknown`).
  public var id: String = ""
  public var campaign: String = Payload.noCampaign

  public init(reason: Reason, detail: String) {
    self.reason = reason
    self.detail = detail
  }
}
