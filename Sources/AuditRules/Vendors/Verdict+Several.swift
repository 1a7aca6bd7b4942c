extension Verdict {
  /// Joins the verdicts on each of a payload's media by the profile's rule.
  ///
  /// The verdicts stand in the order of the media and are at least one. The answer's place says
  /// which of the media decided: its URL and facts are the row's.
  public static func joining(
    _ verdicts: [Verdict], of profile: ExtensionProfile
  ) -> (verdict: Verdict, place: Int) {
    guard verdicts.count > 1, let rules = profile.rules else { return (verdicts[0], 0) }
    let current = verdicts.map(\.current)
    let place = deciding(current, rules.several)
    var joined = verdicts[place]
    let old = verdicts.map { $0.old ?? $0.current }
    let prediction = old[deciding(old, rules.several)]
    joined.old = prediction == joined.current ? nil : prediction
    let asked = rules.several == .fallback ? current.prefix(place + 1) : current[...]
    if joined.current.isAttached, asked.contains(where: { $0.outcome != .media }) {
      joined.warnings.insert(.mediaPartlyLost)
      // Which of those that are attached comes first is not fixed.
      if rules.several == .each, current.contains(where: { $0.outcome == .blank }) {
        joined.warnings.insert(.uncertain)
      }
    }
    return (joined, place)
  }

  /// The place of the one that decides.
  private static func deciding(
    _ predictions: [Prediction], _ several: VendorRules.Several
  ) -> Int {
    func first(_ isWanted: (Prediction) -> Bool) -> Int? { predictions.firstIndex(where: isWanted) }
    let isUnknown: (Prediction) -> Bool = { $0.outcome == .unknown }
    let place: Int? =
      switch several {
      case .one, .first: 0
      case .each: first { $0.outcome == .media } ?? first(isUnknown) ?? first(\.isAttached)
      case .together: first { !$0.isAttached && !isUnknown($0) } ?? first(isUnknown)
      case .fallback: first { $0.isAttached || isUnknown($0) }
      }
    return place ?? 0
  }
}

extension Prediction {
  /// The system made an attachment, drawn or not.
  var isAttached: Bool { outcome == .media || outcome == .blank }
}
