extension Verdict {
  /// Judges a payload by all that is known of it; never fails.
  public static func of(_ evidence: Evidence) -> Verdict {
    let payload = evidence.payload
    let gate = PayloadGate(payload)
    let found = Finding.of(evidence, on: .current)
    var verdict = Verdict(current: gate.closed ?? prediction(found, payload))
    verdict.warnings = payload.warnings.union(gate.warnings).union(standing(evidence))
    let alt = AltText(payload)
    if gate.closed == nil {
      verdict.warnings.formUnion(warnings(found, alt, payload))
      verdict.judgeOld(evidence, current: found, alt)
    } else {
      // The media are reported all the same; how sure the prediction is, the gate alone says.
      var warnings = found.warnings
      warnings.remove(.uncertain)
      verdict.warnings.formUnion(warnings)
    }
    switch verdict.current.outcome {
    case .altText: verdict.shows = alt.body ?? ""
    case .media, .blank, .original: verdict.shows = payload.body ?? ""
    case .notShown, .unknown, .invalid: break
    }
    if case .fetch = evidence.plan.current {
      let name = evidence.localName(on: .current)
      if name.failure == nil {
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

  /// U5: the second prediction stands only where it differs.
  private mutating func judgeOld(_ evidence: Evidence, current: Finding, _ alt: AltText) {
    if evidence.generationsAgree { return }
    let found = Finding.of(evidence, on: .old)
    if found == current { return }
    let prediction = Self.prediction(found, evidence.payload)
    if prediction == self.current { return }
    old = prediction
    if Self.warnings(found, alt, evidence.payload).contains(.uncertain) {
      warnings.insert(.uncertain)
    }
  }

  /// What the profile makes of a situation: the tables K, U and O.
  private static func prediction(_ found: Finding, _ payload: Payload) -> Prediction {
    guard let situation = found.situation else {
      return Prediction(.unknown, found.reason, via: nil)
    }
    let via: Via = situation == .tooSlow ? .expiry : .handler
    switch payload.profile.behaviour[situation] {
    case .original: return Prediction(.original, found.reason, via: via)
    case .alt: return Prediction(AltText(payload).outcome, found.reason, via: via)
    case .altAtExpiry: return Prediction(AltText(payload).outcome, found.reason, via: .expiry)
    case .crash: return Prediction(.original, found.reason, via: .crash)
    case .blank: return Prediction(.blank, found.reason, via: via)
    // `byBytes` was resolved when the bytes were judged.
    case .media, .byBytes: return Prediction(.media, found.reason, via: via)
    }
  }

  /// Warnings of a situation and of how the profile ends it.
  private static func warnings(_ found: Finding, _ alt: AltText, _ payload: Payload) -> Warnings {
    var warnings = found.warnings
    guard let situation = found.situation else { return warnings }
    let ending = payload.profile.behaviour[situation]
    guard ending == .alt || ending == .altAtExpiry else { return warnings }
    warnings.formUnion(alt.warnings)
    // K: an alt text without a picture takes the place of the real body.
    let hasNoURL = [.noMediaURL, .mediaURLEmpty, .mediaURLNotText].contains(situation)
    if hasNoURL, alt.outcome == .altText { warnings.insert(.altReplacesBody) }
    // U1: what Objective-C does with an empty resource name is inferred.
    if situation == .unparsable, payload.profile.behaviour[.unparsableWithExtension] == .crash {
      warnings.insert(.uncertain)
    }
    return warnings
  }

  /// Warnings that stand whatever the outcome.
  private static func standing(_ evidence: Evidence) -> Warnings {
    var warnings = Warnings()
    let payload = evidence.payload
    guard case .text(let url) = payload.mediaURL, !url.isEmpty else { return warnings }
    if payload.profile.altRule != .never, payload.altText == .absent {
      warnings.insert(.altMissing)
    }
    if let media = evidence.plan.media {
      if media.hasToken, media.isAbsolute { warnings.insert(.templateNotFilled) }
      if media.isDoubleEncoded { warnings.insert(.urlDoubleEncoded) }
      if media.expires != nil { warnings.insert(.urlExpires) }
    }
    if let facts = evidence.factsForCurrent ?? evidence.factsForOld {
      let (time, limit) = (evidence.auditTime, evidence.timeLimit)
      warnings.formUnion(MediaWarnings.of(facts, at: time, timeLimit: limit))
    }
    return warnings
  }
}

extension Evidence {
  /// Both generations walk the same way: most payloads need no second look.
  fileprivate var generationsAgree: Bool {
    guard plan.current == plan.old, (factsForCurrent?.hops.count ?? 0) < 2 else { return false }
    guard let media = plan.media else { return true }
    return media.current == media.old && !media.old.name.componentIsNil
  }
}
