/// Warnings that a URL's facts give whatever becomes of the payload (section W, T6, T9).
enum MediaWarnings {
  /// Seconds from which a download is slow.
  private static let slow = 20.0
  /// Bytes a second on a poor mobile network: 3 Mbit/s.
  private static let poorNetwork = 3_000_000.0 / 8
  /// 14 days.
  private static let soon = 14.0 * 86_400

  static func of(_ facts: Shared<MediaFacts>, at auditTime: Double, timeLimit: Double) -> Warnings {
    var warnings = Warnings()
    if facts.value.hops.count > 1 { warnings.insert(.redirected) }
    if facts.value.isRevalidated { warnings.insert(.revalidated) }
    if facts.value.variesByAccept { warnings.insert(.negotiatedType) }
    if let expires = facts.value.certificateExpires, (0...soon).contains(expires - auditTime) {
      warnings.insert(.certificateExpiresSoon)
    }
    let size = Double(facts.value.wireBytes ?? facts.value.bytes ?? 0)
    if size / poorNetwork >= timeLimit { warnings.insert(.needsFastNetwork) }
    guard facts.value.failure == nil else { return warnings }
    if (slow..<max(slow, timeLimit)).contains(facts.value.timing.total) { warnings.insert(.slow) }
    // T9: only a success on a later try.
    if facts.value.attempts > 1, let status = facts.value.httpStatus, (200...299).contains(status) {
      warnings.insert(.flaky)
    }
    if facts.value.bytes ?? 0 > 0, differ(facts.value.contentType, facts.value.detectedType) {
      warnings.insert(.servedAsOtherType)
    }
    return warnings
  }

  /// Whether two MIME types are of different families; a type that says nothing differs from none.
  private static func differ(_ served: String?, _ detected: String?) -> Bool {
    guard let served, let detected, served != detected else { return false }
    let (servedAs, detectedAs) = (family(served), family(detected))
    return servedAs != detectedAs && servedAs != .silent && detectedAs != .silent
  }

  private enum Family: Sendable { case image, audio, video, other, silent }

  private static let words: [(word: String, family: Family)] = [
    ("image/", .image), ("audio/", .audio), ("video/", .video),
  ]

  /// Types that say nothing about the bytes.
  private static let silent = [
    "application/octet-stream", "binary/octet-stream", "application/x-download",
    "application/force-download", "application/x-empty", "inode/x-empty", "application/unknown",
    "unknown/unknown", "",
  ]

  /// Compares bytes, not characters: it is asked for every payload.
  private static func family(_ type: String) -> Family {
    let text = type.utf8.drop { $0 == UInt8(ascii: " ") }
    func begins(_ word: String) -> Bool {
      text.prefix(word.utf8.count).elementsEqual(word.utf8) { ASCII.lowercased($0) == $1 }
    }
    for (word, family) in words where begins(word) { return family }
    let length = text.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }.count
    return silent.contains { $0.utf8.count == length && begins($0) } ? .silent : .other
  }
}
