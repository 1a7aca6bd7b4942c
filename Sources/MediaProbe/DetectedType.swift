/// The media type that the bytes of a body show, whatever its name or header says.
///
///     DetectedType(mimeType: "image/jpeg").preferredExtension   // "jpg"
public struct DetectedType: Hashable, Sendable {
  /// Type and subtype in lower case, without parameters: `image/jpeg`.
  public var mimeType: String

  public init(mimeType: String) { self.mimeType = mimeType }
}

extension DetectedType {
  /// A body without a byte, in libmagic's words.
  public static let empty = DetectedType(mimeType: "application/x-empty")
  /// A body that nothing recognises.
  public static let unknown = DetectedType(mimeType: "application/octet-stream")
  static let plainText = DetectedType(mimeType: "text/plain")
}

extension DetectedType: CustomStringConvertible {
  public var description: String { mimeType }
}
