import ExactJSON

/// Keys that a payload has, but where or as the extension and the system do not read them (P4).
struct MisplacedKeys {
  private let payload: JSONValue
  private let aps: JSONValue?

  init(_ payload: JSONValue, aps: JSONValue?) {
    self.payload = payload
    self.aps = aps
  }

  /// A known media key stands only inside `aps` or `data`, or in another letter case.
  func holdMediaKey(of decoded: Payload) -> Bool {
    if decoded.mediaURL == .absent {
      // Without its media URL the payload may have been meant for any of the extensions.
      return hold(Self.knownKeys) || hold(decoded.profile.mediaKey)
    }
    guard let altKey = decoded.profile.altKey, decoded.altText == .absent else { return false }
    return hold(altKey)
  }

  /// `mutable-content` outside `aps`, or misspelt inside it: `mutable_content`, `mutableContent`.
  ///
  /// Asked only where `aps` has no `mutable-content`.
  var holdMutableContent: Bool {
    places.contains { place in
      // Platforms put their own name before it: `gcm.notification.mutable-content`.
      place.containsKey { key in
        var rest = Self.mutableContent.count
        for byte in key.reversed() where ASCII.isLetter(byte) {
          guard ASCII.lowercased(byte) == Self.mutableContent[rest - 1] else { return false }
          rest -= 1
          if rest == 0 { return true }
        }
        return false
      }
    }
  }

  private static let mutableContent = Array("mutablecontent".utf8)
  private static let knownKeys = ProfileTable.knownKeys.map { (key: $0, bytes: Array($0.utf8)) }

  private var places: [JSONValue] { [payload, aps, payload["data"]].compactMap { $0 } }

  private func hold(_ key: String) -> Bool {
    !key.isEmpty && hold([(key: key, bytes: Array(key.utf8))])
  }

  /// One of the keys is held, in whatever letter case, and does not stand where it belongs.
  private func hold(_ wanted: [(key: String, bytes: [UInt8])]) -> Bool {
    places.contains { place in
      place.containsKey { key in
        wanted.contains { Self.equal($0.bytes, key) && payload[$0.key] == nil }
      }
    }
  }

  /// Compares without regard to letter case.
  private static func equal(_ wanted: [UInt8], _ key: UnsafeRawBufferPointer) -> Bool {
    guard wanted.count == key.count else { return false }
    for place in wanted.indices
    where ASCII.lowercased(wanted[place]) != ASCII.lowercased(key[place]) { return false }
    return true
  }
}
