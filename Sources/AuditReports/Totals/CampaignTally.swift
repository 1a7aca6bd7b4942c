public import AuditRules

/// What is counted of one campaign; its name stands in the table of names.
struct CampaignTally: Sendable {
  var payloads: UInt32 = 0
  var withMedia: UInt32 = 0
  var lost: UInt32 = 0
  /// Of those with media.
  var unknown: UInt32 = 0
  var distinctMedia: UInt32 = 0
  /// Number + 1 of the first loss in the list, 0 for none.
  var firstLoss: UInt32 = 0
  /// Payloads by `Outcome.place`.
  var outcomes = SIMD8<UInt32>()

  subscript(outcome: Outcome) -> Int { Int(outcomes[outcome.place]) }
}

/// The lost payloads of one campaign that have one reason, and the first of them.
struct LossTally: Sendable {
  var reason: Reason
  var payloads: UInt32 = 1
  /// Number of the first one's media URL.
  var media: UInt32
  /// Line of the first one.
  var line: Int
  /// Number + 1 of the campaign's next reason, 0 for none.
  var next: UInt32 = 0
}

/// One row of `campaigns.csv`.
public struct CampaignSummary: Sendable, Equatable {
  public var campaign: String
  public var payloads: Int
  /// Payloads whose media URL is a non-empty string.
  public var withMedia: Int
  /// Payloads by outcome; none are missing.
  public var outcomes: [Outcome: Int]
  /// Of those with media: all but the outcomes `media` and `unknown`.
  public var lost: Int
  /// `lost` of those with media that are not unknown; nil when there are none.
  public var lostShare: Double?
  public var distinctMedia: Int
  /// The commonest reason among the lost; nil when nothing is lost.
  public var mainReason: Reason?
  public var mainReasonPayloads: Int
  /// Line and media URL of the first lost payload with that reason.
  public var exampleLine: Int?
  public var exampleURL: String

  /// The outcome of most of its payloads, ties to the worst.
  public var mainOutcome: Outcome {
    let best = outcomes.max {
      ($0.value, -$0.key.placeFromWorst) < ($1.value, -$1.key.placeFromWorst)
    }
    return best?.key ?? .unknown
  }
}
