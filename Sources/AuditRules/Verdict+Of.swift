extension Verdict {
  /// Judges a payload by all that is known of it; never fails.
  public static func of(_ evidence: Evidence) -> Verdict {
    let gate = PayloadGate(evidence.payload)
    let found = Finding.of(evidence, on: .current)
    let alt = AltText(evidence.payload)
    let behaviour = evidence.payload.profile.behaviour
    var verdict = Verdict(current: gate.closed ?? prediction(found, behaviour, alt))
    if gate.closed == nil { verdict.warnings.formUnion(doubts(found, evidence)) }
    verdict.warnings.formUnion(
      evidence.payload.warnings.union(gate.warnings).union(standing(evidence)))
    if gate.closed == nil {
      verdict.warnings.formUnion(warnings(found, behaviour, alt))
      if !evidence.generationsAgree { verdict.judgeOld(evidence, current: found, alt) }
    } else {
      // The media are reported all the same; how sure the prediction is, the gate alone says.
      var warnings = found.warnings
      warnings.remove(.uncertain)
      verdict.warnings.formUnion(warnings)
    }
    switch verdict.current.outcome {
    case .altText: verdict.shows = alt.body ?? ""
    case .media, .blank, .original: verdict.shows = evidence.payload.body(in: verdict.current)
    case .notShown, .unknown, .invalid: break
    }
    if case .fetch = evidence.plan.current {
      let hasFile = evidence.payload.profile.rules == nil || found.hasFile
      if hasFile, let name = evidence.localName(on: .current), name.failure == nil {
        verdict.localName = name.name
        verdict.fileExtension = name.fileExtension
      }
    }
    verdict.urlExpires = evidence.plan.media?.expires
    return verdict
  }

  /// The row of a line that is no payload.
  public static func of(_ defect: PayloadDefect) -> Verdict {
    Verdict(current: Prediction(.invalid, defect.reason, via: nil))
  }

  /// U5: the second prediction stands only where it differs; how sure it is counts either way, since
  /// the columns of the first then speak for both.
  private mutating func judgeOld(_ evidence: Evidence, current: Finding, _ alt: AltText) {
    let behaviour = evidence.payload.profile.behaviour
    let found = Finding.of(evidence, on: .old)
    if found == current { return }
    let prediction = Self.prediction(found, behaviour, alt)
    if prediction != self.current { old = prediction }
    let reservations = Self.warnings(found, behaviour, alt).union(Self.doubts(found, evidence))
    if reservations.contains(.uncertain) { warnings.insert(.uncertain) }
  }

  /// What the profile makes of a situation: the tables K, U and O.
  private static func prediction(
    _ found: Finding, _ behaviour: Behaviour, _ alt: AltText
  ) -> Prediction {
    guard let situation = found.situation else {
      return Prediction(.unknown, found.reason, via: nil)
    }
    let via: Via = situation == .tooSlow ? .expiry : .handler
    switch behaviour[situation] {
    case .original: return Prediction(.original, found.reason, via: via)
    case .alt: return Prediction(alt.outcome, found.reason, via: via)
    case .altAtExpiry: return Prediction(alt.outcome, found.reason, via: .expiry)
    case .crash: return Prediction(.original, found.reason, via: .crash)
    case .originalAtExpiry: return Prediction(.original, found.reason, via: .expiry)
    case .blank: return Prediction(.blank, found.reason, via: via)
    // `byBytes` was resolved when the bytes were judged.
    case .media, .byBytes: return Prediction(.media, found.reason, via: via)
    }
  }

  /// Warnings of a situation and of how the profile ends it.
  private static func warnings(
    _ found: Finding, _ behaviour: Behaviour, _ alt: AltText
  ) -> Warnings {
    var warnings = found.warnings
    guard let situation = found.situation else { return warnings }
    let ending = behaviour[situation]
    guard ending == .alt || ending == .altAtExpiry else { return warnings }
    warnings.formUnion(alt.warnings)
    switch situation {
    // K: an alt text without a picture takes the place of the real body.
    case .noMediaURL, .mediaURLEmpty, .mediaURLNotText:
      if alt.outcome == .altText { warnings.insert(.altReplacesBody) }
    // U1: what Objective-C does with an empty resource name is inferred.
    case .unparsable:
      if behaviour[.unparsableWithExtension] == .crash { warnings.insert(.uncertain) }
    default: break
    }
    return warnings
  }

  /// Where a vendor's description is not sure of itself.
  private static func doubts(_ found: Finding, _ evidence: Evidence) -> Warnings {
    guard let rules = evidence.payload.profile.rules, let situation = found.situation else {
      return []
    }
    let isSure =
      evidence.payload.profile.confidence != .low && !rules.value.uncertain.contains(situation)
    return isSure ? [] : [.uncertain]
  }

  /// Warnings that stand whatever the outcome.
  private static func standing(_ evidence: Evidence) -> Warnings {
    var warnings = Warnings()
    guard case .text(let url) = evidence.payload.mediaURL, !url.isEmpty else { return warnings }
    if evidence.payload.profile.altRule != .never, case .absent = evidence.payload.altText {
      warnings.insert(.altMissing)
    }
    if let media = evidence.plan.media {
      if media.hasToken, media.isAbsolute { warnings.insert(.templateNotFilled) }
      if media.isDoubleEncoded { warnings.insert(.urlDoubleEncoded) }
      if media.expires != nil { warnings.insert(.urlExpires) }
    }
    if let facts = evidence.current ?? evidence.old {
      let (time, limit) = (evidence.auditTime, evidence.timeLimit)
      warnings.formUnion(MediaWarnings.of(facts, at: time, timeLimit: limit))
    }
    return warnings
  }
}

extension Evidence {
  /// Both generations walk the same way: most payloads need no second look.
  fileprivate var generationsAgree: Bool {
    guard plan.current == plan.old, (current?.value.hops.count ?? 0) < 2 else { return false }
    // A name that is read as a URL is read by either parser.
    if payload.profile.rules?.readsNameAsURL == true { return false }
    return plan.media?.parsersAgree ?? true
  }
}
