/// The extension whose behaviour is predicted: one row of the profile table.
///
/// A class only to be shared: every payload carries the one it is judged by.
public final class ExtensionProfile: Sendable, Hashable {
  /// When the alt text replaces the body (the alt table of section O).
  public enum AltRule: UInt8, Sendable {
    case never
    /// Swift: `as? String`, and not empty.
    case ifNonEmptyText
    /// Objective-C: anything but nil, an empty string too.
    case ifPresent
  }

  /// What is appended to the path of the downloaded file (section N).
  public enum NameRule: UInt8, Sendable {
    case lastComponent
    /// `.jpg`, whatever the URL says: such a move cannot fail.
    case alwaysJPEG
  }

  /// How sure the model of this extension is.
  public enum Confidence: String, Sendable, CaseIterable { case high, medium, low }

  /// The word of `--profile` and of the column `profile`.
  public let id: String
  /// The payload's key of the media URL.
  public let mediaKey: String
  /// The payload's key of the alt text; nil: the extension never reads one.
  public let altKey: String?
  public let altRule: AltRule
  public let nameRule: NameRule
  public let behaviour: Behaviour
  public let vendor: String
  public let language: String
  public let confidence: Confidence
  /// What the vendor's extension does in its own way; nil: it does as the public listings do.
  public let rules: Shared<VendorRules>?

  /// Creates a profile; what is not said is as in most extensions: failures leave the original.
  public init(
    id: String, mediaKey: String, altKey: String?, altRule: AltRule? = nil,
    nameRule: NameRule = .lastComponent, behaviour: Behaviour = .guarded, vendor: String = "",
    language: String = "Swift", confidence: Confidence = .medium,
    rules: Shared<VendorRules>? = nil
  ) {
    self.id = id
    self.mediaKey = mediaKey
    self.altKey = altKey
    self.altRule = altRule ?? (altKey == nil ? .never : .ifNonEmptyText)
    self.nameRule = nameRule
    self.behaviour = behaviour
    self.vendor = vendor
    self.language = language
    self.confidence = confidence
    self.rules = rules
  }

  public static func == (left: ExtensionProfile, right: ExtensionProfile) -> Bool {
    left === right
      || left.id == right.id && left.mediaKey == right.mediaKey && left.altKey == right.altKey
        && left.altRule == right.altRule && left.nameRule == right.nameRule
        && left.behaviour == right.behaviour && left.vendor == right.vendor
        && left.language == right.language && left.confidence == right.confidence
        && left.rules == right.rules
  }

  /// An id stands once in a table: no more is needed to tell profiles apart.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// The keys and paths that the extension reads: of the media, then of the alt text.
  public var keys: [String] {
    guard let rules else { return [mediaKey, altKey].compactMap { $0 } }
    return (rules.mediaURLs + [rules.altText].compactMap { $0 }).map(\.text)
  }

  /// The keys as `--list-profiles` shows them: `_mediaUrl, _mediaAlt`.
  public var describedKeys: String { keys.joined(separator: ", ") }
}
