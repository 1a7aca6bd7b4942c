/// What one generation of phones shows of a payload.
public struct Prediction: Sendable, Equatable {
  public var outcome: Outcome
  public var reason: Reason
  /// Nil for `invalid`, `unknown` and `not_shown`.
  public var via: Via?

  public init(_ outcome: Outcome, _ reason: Reason, via: Via?) {
    self.outcome = outcome
    self.reason = reason
    self.via = via
  }
}

/// All that the audit says of one payload (stage 6).
public struct Verdict: Sendable, Equatable {
  /// iOS 17 and later.
  public var current: Prediction
  /// iOS 16 and earlier; nil when it is the same.
  public var old: Prediction?
  /// The body text the recipient reads (current), empty where nothing is shown or known.
  public var shows: String
  /// Name of the file after the rename, the six random letters as `XXXXXX`; empty when there is none.
  public var localName: String
  /// Extension of that name, lower-cased, without dot; empty when there is none.
  public var fileExtension: String
  public var warnings: Warnings
  /// When the signed URL ends (section W), seconds since 1970.
  public var urlExpires: Double?

  public init(
    current: Prediction, old: Prediction? = nil, shows: String = "", localName: String = "",
    fileExtension: String = "", warnings: Warnings = [], urlExpires: Double? = nil
  ) {
    self.current = current
    self.old = old
    self.shows = shows
    self.localName = localName
    self.fileExtension = fileExtension
    self.warnings = warnings
    self.urlExpires = urlExpires
  }
}
