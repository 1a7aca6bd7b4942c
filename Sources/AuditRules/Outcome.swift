/// What the recipient of a payload sees.
public enum Outcome: String, Sendable, CaseIterable {
  /// The notification with the picture, clip or sound.
  case media
  /// The attachment is made but cannot be drawn: original body, no picture, no alt text.
  case blank
  /// The body is replaced by the alt text.
  case altText = "alt_text"
  /// Original title and body, no media.
  case original
  /// Nothing is displayed, or the push service refuses the payload.
  case notShown = "not_shown"
  /// The audit could not find out.
  case unknown
  /// The input line is no payload.
  case invalid
}

/// How the content reaches the recipient.
public enum Via: String, Sendable, CaseIterable {
  /// The extension's handler delivered in the normal way.
  case handler
  /// The system's time limit ran out first, 29 s after start.
  case expiry
  /// The extension died, so the system delivered the original at once.
  case crash
  /// The system never started the extension.
  case noExtension = "no_extension"
}
