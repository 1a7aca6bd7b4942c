/// The extension whose behaviour is predicted: one row of the profile table.
public struct ExtensionProfile: Sendable, Hashable {
  /// The word of `--profile` and of the column `profile`.
  public var id: String
  /// The payload's key of the media URL.
  public var mediaKey: String
  /// The payload's key of the alt text; nil: the extension never reads one.
  public var altKey: String?

  public init(id: String, mediaKey: String, altKey: String?) {
    self.id = id
    self.mediaKey = mediaKey
    self.altKey = altKey
  }
}
