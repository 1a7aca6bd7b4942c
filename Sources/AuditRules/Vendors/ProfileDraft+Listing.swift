internal import ExactJSON

/// A profile that does as one of the public listings: only its keys and endings are its own.
extension ProfileDraft {
  private static let members: Set<String> = [
    "id", "vendor", "about", "confidence", "listing", "media_urls", "alt_text", "endings",
  ]

  /// A listing reads one key for each text, and its way of naming and checking is code.
  func checkListing(
    _ listing: ExtensionProfile, _ value: JSONValue, faults: inout [ProfileFault]
  ) {
    func fault(_ key: String, _ message: String) {
      guard let member = value[key] else { return }
      faults.append(ProfileFault(line: member.line, message: "'\(key)' \(message)"))
    }
    for (key, _) in value.members
    where !Self.members.contains(key) && ProfileField.all[key] != nil {
      fault(key, "does not go with 'listing': that extension has its own way")
    }
    if !rules.mediaURLs.isEmpty, rules.mediaURLs.count > 1 || rules.mediaURLs[0].onlyKey == nil {
      fault("media_urls", "must be one key as in ['/_mediaUrl'] where there is a 'listing'")
    }
    if listing.altKey == nil {
      fault("alt_text", "does not go with the listing '\(listing.id)', which never reads one")
    } else if let path = rules.altText, path.onlyKey == nil {
      fault("alt_text", "must be one key as in '/_mediaAlt' where there is a 'listing'")
    }
  }

  /// The listing's row with the keys and endings of the draft.
  func profile(as listing: ExtensionProfile) -> ExtensionProfile {
    let altKey = listing.altKey.map { rules.altText?.onlyKey ?? $0 }
    var behaviour = listing.behaviour
    for (situation, ending) in endings { behaviour[situation] = ending }
    return ExtensionProfile(
      id: id, mediaKey: rules.mediaURLs.first?.onlyKey ?? listing.mediaKey, altKey: altKey,
      altRule: listing.altRule, nameRule: listing.nameRule, behaviour: behaviour, vendor: vendor,
      language: about, confidence: confidence, rules: listing.rules)
  }
}
