/// What became of the media of one URL in one campaign since the last run, worst first.
///
/// The order of the cases is the order of the rows of `changes.csv`.
public enum Change: String, Sendable, CaseIterable {
  /// Lost now and not lost before, media that is new included.
  case newlyLost = "newly_lost"
  /// Lost as before, but for another reason.
  case reasonChanged = "reason_changed"
  case stillLost = "still_lost"
  case recovered
  /// Not there before, and not lost.
  case newMedia = "new_media"
  /// No longer in the list.
  case gone

  /// Compares two nights; nil stands for media that was or is not in the list, or for no change.
  ///
  /// Examples: shown, then lost: `newlyLost`. Lost, then unknown: nil, since nothing is known to
  /// have changed.
  public static func of(before: MediaState?, after: MediaState?) -> Change? {
    switch (before?.standing, after?.standing) {
    case (nil, nil): nil
    case (_, nil): .gone
    case (.lost, .lost): before?.reason == after?.reason ? .stillLost : .reasonChanged
    case (_, .lost): .newlyLost
    case (nil, _): .newMedia
    case (.lost, .shown): .recovered
    case (_, .shown), (_, .unknown): nil
    }
  }

  /// The place in the order from the worst, counted from 0.
  public var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
