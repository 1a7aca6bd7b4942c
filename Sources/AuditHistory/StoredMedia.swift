internal import AuditRules
internal import Glibc

/// A media URL of one campaign as the last runs left it.
struct StoredMedia {
  var mediaURL: String
  var memory: MediaMemory
  /// The run that missed it; nil: the last one had it.
  var goneIn: Int?

  /// Looks at a row of the columns `columns`.
  init(_ row: borrowing Statement) {
    mediaURL = row.text(0)
    // Words of a version to come are as good as not known.
    let state = MediaState(
      Self.outcomes[row.text(1)] ?? .unknown, Self.reasons[row.text(2)] ?? .notChecked)
    memory = MediaMemory(
      state: state, payloads: row.number(3), firstSeen: row.number(4), since: row.number(5))
    goneIn = row.optionalNumber(6)
  }

  static let columns = "media_url, outcome, reason, payloads, first_seen, since, gone_in"

  // A table: making a case from its word compares it with all before it, for each of a million rows.
  private static let outcomes = Dictionary(
    uniqueKeysWithValues: Outcome.allCases.map { ($0.rawValue, $0) })
  private static let reasons = Dictionary(
    uniqueKeysWithValues: Reason.allCases.map { ($0.rawValue, $0) })

  /// The order of two texts by their bytes, as SQLite's own: negative, 0, positive.
  static func order(_ left: String, _ right: String) -> Int {
    var left = left
    var right = right
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard let first = left.baseAddress, let second = right.baseAddress else {
          return left.count - right.count
        }
        let order = Int(memcmp(first, second, min(left.count, right.count)))
        return order == 0 ? left.count - right.count : order
      }
    }
  }
}
