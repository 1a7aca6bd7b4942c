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
    var wanted: [String] = []
    if decoded.mediaURL == .absent {
      // Without its media URL the payload may have been meant for any of the extensions.
      wanted = ProfileTable.knownKeys.filter { payload[$0] == nil }
      let mediaKey = decoded.profile.mediaKey
      if !mediaKey.isEmpty, !wanted.contains(mediaKey) {
        wanted.append(mediaKey)
      }
    } else if let altKey = decoded.profile.altKey, decoded.altText == .absent {
      wanted = [altKey]
    }
    if wanted.isEmpty { return false }
    return places.contains { place in
      place.members.contains { member in wanted.contains { Self.equal($0, member.key) } }
    }
  }

  /// `mutable-content` outside `aps`, or misspelt inside it: `mutable_content`, `mutableContent`.
  ///
  /// Asked only where `aps` has no `mutable-content`.
  var holdMutableContent: Bool {
    let word = "mutablecontent".utf8
    return places.contains { place in
      place.members.contains { member in
        // Platforms put their own name before it: `gcm.notification.mutable-content`.
        member.key.utf8.count >= word.count
          && member.key.utf8.lazy.filter(ASCII.isLetter).map(ASCII.lowercased).reversed()
            .starts(with: word.reversed())
      }
    }
  }

  private var places: [JSONValue] { [payload, aps, payload["data"]].compactMap { $0 } }

  /// Compares without regard to letter case; wanted keys are absent at the top in their own.
  private static func equal(_ wanted: String, _ key: String) -> Bool {
    wanted.utf8.count == key.utf8.count
      && wanted.utf8.elementsEqual(key.utf8) { ASCII.lowercased($0) == ASCII.lowercased($1) }
  }
}
