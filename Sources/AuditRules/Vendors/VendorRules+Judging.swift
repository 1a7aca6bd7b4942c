extension Shared<VendorRules> {
  /// The statuses that the extension takes for good; nil: it has no list of its own.
  var goodStatuses: ClosedRange<Int>? {
    if case .range(let range) = value.statuses { range } else { nil }
  }

  /// Whether the extension's own limits of time end the download before the system's does.
  ///
  /// A silence in the middle of a body is not measured: only the wait for the first byte is.
  func givesUp(_ facts: MediaFacts, within systemLimit: Double) -> Bool {
    if facts.attempts == 0 { return false }
    let isSlow = facts.failure.map(FailureClass.init) == .slow
    if let timeLimit = value.timeLimit, timeLimit < systemLimit,
      isSlow || facts.timing.total >= timeLimit
    {
      return true
    }
    guard let idleLimit = value.idleLimit, idleLimit < systemLimit else { return false }
    let wait = facts.timing.firstByte ?? 0
    return wait > 0 ? wait >= idleLimit : isSlow
  }

  /// Whether the extension's own limits of size refuse the answer.
  func isTooLarge(_ facts: MediaFacts) -> Bool {
    if let declaredLimit = value.declaredLimit, let length = facts.declaredLength,
      length > declaredLimit
    {
      return true
    }
    if let bytesLimit = value.bytesLimit, let bytes = facts.bytes, bytes > bytesLimit {
      return true
    }
    return false
  }
}

extension Payload {
  /// The body that the recipient reads where the payload's own text stays, or the vendor's takes
  /// its place.
  func body(in prediction: Prediction) -> String {
    let own = body ?? ""
    guard let vendor, !vendor.isForeign, prediction.via == .handler else { return own }
    switch profile.rules?.replacement?.moment {
    case .always?: return vendor.body ?? ""
    case .onSuccess? where prediction.outcome != .original: return vendor.body ?? own
    case .onSuccess?, nil: return own
    }
  }
}
