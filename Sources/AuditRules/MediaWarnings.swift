/// Warnings that a URL's facts give whatever becomes of the payload (section W, T6, T9).
enum MediaWarnings {
  /// Seconds from which a download is slow.
  private static let slow = 20.0
  /// Bytes a second on a poor mobile network: 3 Mbit/s.
  private static let poorNetwork = 3_000_000.0 / 8
  /// 14 days.
  private static let soon = 14.0 * 86_400

  static func of(_ facts: MediaFacts, at auditTime: Double, timeLimit: Double) -> Warnings {
    var warnings = Warnings()
    if facts.hops.count > 1 { warnings.insert(.redirected) }
    if facts.variesByAccept { warnings.insert(.negotiatedType) }
    if let expires = facts.certificateExpires, (0...soon).contains(expires - auditTime) {
      warnings.insert(.certificateExpiresSoon)
    }
    let size = Double(facts.wireBytes ?? facts.bytes ?? 0)
    if size / poorNetwork >= timeLimit { warnings.insert(.needsFastNetwork) }
    guard facts.failure == nil else { return warnings }
    if (slow..<max(slow, timeLimit)).contains(facts.timing.total) { warnings.insert(.slow) }
    // T9: only a success on a later try.
    if facts.attempts > 1, let status = facts.httpStatus, (200...299).contains(status) {
      warnings.insert(.flaky)
    }
    if facts.bytes ?? 0 > 0, differ(facts.contentType, facts.detectedType) {
      warnings.insert(.servedAsOtherType)
    }
    return warnings
  }

  /// Whether two MIME types are of different families; a type that says nothing differs from none.
  private static func differ(_ served: String?, _ detected: String?) -> Bool {
    guard let served = served.flatMap(family), let detected = detected.flatMap(family) else {
      return false
    }
    return served != detected
  }

  private static let silent: Set<String> = [
    "application/octet-stream", "binary/octet-stream", "application/x-download",
    "application/force-download", "application/x-empty", "inode/x-empty", "application/unknown",
    "unknown/unknown", "",
  ]

  /// `image`, `audio`, `video`, or `other` for all that is no medium.
  private static func family(_ type: String) -> String? {
    let type = type.prefix { $0 != ";" && $0 != "," }.lowercased().filter { !$0.isWhitespace }
    if silent.contains(type) { return nil }
    let word = type.prefix { $0 != "/" }
    return ["image", "audio", "video"].contains(word) ? String(word) : "other"
  }
}
