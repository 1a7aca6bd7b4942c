/// How the media of one URL comes out in one campaign: outcome and reason of most of its payloads.
public struct MediaState: Sendable, Equatable {
  public var outcome: Outcome
  public var reason: Reason

  public init(_ outcome: Outcome, _ reason: Reason) {
    self.outcome = outcome
    self.reason = reason
  }

  /// What matters from one night to the next.
  public enum Standing: Sendable, CaseIterable {
    case shown, lost
    /// The audit could not find out.
    case unknown
  }

  public var standing: Standing {
    switch outcome {
    case .media: .shown
    case .unknown, .invalid: .unknown
    case .blank, .altText, .original, .notShown: .lost
    }
  }
}
