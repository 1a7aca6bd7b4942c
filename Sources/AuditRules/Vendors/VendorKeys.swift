internal import ExactJSON

/// The keys at which the vendors' media paths begin, each with the rows that it may lead to.
///
/// Most payloads have none of them: length and first letter of a key tell, without a comparison.
struct VendorKeys: Sendable {
  private var places: [String: [Int]] = [:]
  /// By `mark`.
  private var isMarked = [Bool](repeating: false, count: 64 * 256)

  init(_ profiles: [ExtensionProfile]) {
    for (place, profile) in profiles.enumerated() {
      guard let rules = profile.rules, rules.choice != .never else { continue }
      for key in Set(rules.mediaURLs.compactMap(\.firstKey)) {
        places[key, default: []].append(place)
        Array(key.utf8).withUnsafeBytes { bytes in
          if let mark = Self.mark(bytes) { isMarked[mark] = true }
        }
      }
    }
  }

  /// The rows that some key of the payload may lead to, in no order.
  func places(_ payload: JSONValue) -> Set<Int> {
    var found: Set<Int> = []
    payload.forEachKey { bytes in
      guard let mark = Self.mark(bytes), isMarked[mark],
        let places = places[String(decoding: bytes, as: UTF8.self)]
      else { return }
      found.formUnion(places)
    }
    return found
  }

  /// Longer keys share the place of the longest.
  private static func mark(_ key: UnsafeRawBufferPointer) -> Int? {
    key.first.map { min(key.count, 63) * 256 + Int($0) }
  }
}
