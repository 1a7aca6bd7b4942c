public import AuditRules

/// One run as the history keeps it.
public struct HistoryRun: Sendable, Equatable {
  /// Whole seconds since 1970.
  public var started: Int
  public var finished: Int
  /// Of the tool.
  public var version: String
  public var payloads: Int
  public var withMedia: Int
  public var lost: Int
  public var unknown: Int
  public var campaigns: Int
  public var distinctMedia: Int

  public init(
    started: Int, finished: Int, version: String, payloads: Int, withMedia: Int, lost: Int,
    unknown: Int, campaigns: Int, distinctMedia: Int
  ) {
    self.started = started
    self.finished = finished
    self.version = version
    self.payloads = payloads
    self.withMedia = withMedia
    self.lost = lost
    self.unknown = unknown
    self.campaigns = campaigns
    self.distinctMedia = distinctMedia
  }
}

/// One campaign of a run as the history keeps it.
public struct HistoryCampaign: Sendable, Equatable {
  public var name: String
  public var payloads: Int
  public var withMedia: Int
  public var lost: Int
  /// Of most of its payloads.
  public var outcome: Outcome
  /// The commonest reason among the lost; nil when nothing is lost.
  public var reason: Reason?

  public init(
    name: String, payloads: Int, withMedia: Int, lost: Int, outcome: Outcome, reason: Reason?
  ) {
    self.name = name
    self.payloads = payloads
    self.withMedia = withMedia
    self.lost = lost
    self.outcome = outcome
    self.reason = reason
  }
}
