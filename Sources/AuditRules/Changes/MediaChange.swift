/// One row of `changes.csv`.
public struct MediaChange: Sendable, Equatable {
  public var campaign: String
  /// As the payloads write it.
  public var mediaURL: String
  public var change: Change
  /// Nil: it was not in the list.
  public var before: MediaState?
  /// Nil: it is not in the list any more.
  public var after: MediaState?
  /// Since when it is lost, or is not, in whole seconds since 1970; of what is gone the run that
  /// missed it.
  public var since: Int
  /// Payloads that name it; of what is gone those of the last night that had it.
  public var payloads: Int

  public init(
    campaign: String, mediaURL: String, change: Change, before: MediaState?, after: MediaState?,
    since: Int, payloads: Int
  ) {
    self.campaign = campaign
    self.mediaURL = mediaURL
    self.change = change
    self.before = before
    self.after = after
    self.since = since
    self.payloads = payloads
  }
}

/// How often each change occurs in a night.
public struct ChangeTotals: Sendable, Equatable {
  /// Start of the run compared with, in whole seconds since 1970; nil: this is the first one.
  public var previousRun: Int?
  private var counts = [Int](repeating: 0, count: Change.allCases.count)

  public init(previousRun: Int?) { self.previousRun = previousRun }

  public subscript(change: Change) -> Int { counts[change.place] }

  public mutating func count(_ change: Change, times: Int = 1) { counts[change.place] += times }
}
