internal import ExactJSON

/// The extensions that are modelled, each as one row of data.
///
/// The cells are those of the vendors' public listings; a new extension is a new row. A class only to
/// be shared: it is asked for every payload.
public final class ProfileTable: Sendable {
  /// Every profile, in the order in which they are listed.
  public let profiles: [ExtensionProfile]
  private let places: [String: Int]
  private let firstKeys: FirstKeys
  private let fallback: ExtensionProfile

  /// The profiles that are built in.
  public static let standard = ProfileTable(base + VendorProfiles.all)

  /// The six extensions of the public listings.
  public static let base: [ExtensionProfile] = [
    guardedSwift, forcedSwift, objectiveC, sdkSwift, sdkObjectiveC, mapp,
  ]

  private init(_ profiles: [ExtensionProfile]) {
    self.profiles = profiles
    let places = Dictionary(
      profiles.enumerated().map { ($0.element.id, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    self.places = places
    let fallback = places[Self.guardedSwift.id] ?? profiles.startIndex
    let own = profiles.enumerated().filter { _, profile in
      profile.rules == nil && !Self.baseKeys.contains { $0.key == profile.mediaKey }
    }
    // A team's own keys before those of the public listings.
    firstKeys = FirstKeys(
      deciding: own.map { ($0.element.mediaKey, $0.offset) }
        + Self.baseKeys.map { ($0.key, places[$0.id] ?? fallback) },
      profiles)
    self.fallback = profiles[fallback]
  }

  /// The table with a team's own profiles: those with a known id take that row's place, the others
  /// come before the vendors'.
  public func adding(_ own: [ExtensionProfile]) -> ProfileTable {
    var profiles = profiles
    var others: [ExtensionProfile] = []
    for profile in own {
      if let place = places[profile.id] {
        profiles[place] = profile
      } else {
        others.append(profile)
      }
    }
    profiles.insert(contentsOf: others, at: min(Self.base.count, profiles.count))
    return ProfileTable(profiles)
  }

  /// Finds a profile by the word of `--profile`.
  public func profile(id: String) -> ExtensionProfile? { places[id].map { profiles[$0] } }

  /// Chooses the extension by what the payload holds (`--profile auto`).
  ///
  /// First the keys of the public listings, then the vendor's row that fits best: what it needs
  /// weighs more than how far into the payload its path leads, and the earlier row wins a tie.
  func choose(_ payload: JSONValue) -> ExtensionProfile {
    var decision: FirstKeys.Decision?
    var candidates: [Int] = []
    let firstKeys = firstKeys
    payload.forEachKey { key in
      guard let meaning = firstKeys[key] else { return }
      if !meaning.candidates.isEmpty { candidates += meaning.candidates }
      if let found = meaning.decision, found.rank < decision?.rank ?? .max { decision = found }
    }
    if let decision { return profiles[decision.row] }
    var best: (row: Int, fit: VendorRules.Fit)?
    for row in candidates {
      guard let fit = profiles[row].rules?.fit(payload) else { continue }
      if let known = best, !(known.fit < fit || known.fit == fit && row < known.row) { continue }
      best = (row, fit)
    }
    return best.map { profiles[$0.row] } ?? fallback
  }

  /// Every media and alt key of the public listings.
  static let knownKeys: [String] = {
    var keys: [String] = []
    for key in base.flatMap({ [$0.mediaKey, $0.altKey].compactMap { $0 } })
    where !keys.contains(key) { keys.append(key) }
    return keys
  }()

  private static let baseKeys: [(key: String, id: String)] = [
    ("ios_apx_media", mapp.id),
    ("_mediaUrl", guardedSwift.id),
    ("_mediaAlt", guardedSwift.id),
  ]

  /// The public listings that `auto` takes; the others read the same keys.
  static let chosenListings = Set(baseKeys.map(\.id))

  private static let salesforce = "Salesforce Marketing Cloud"

  static let guardedSwift = ExtensionProfile(
    id: "sfmc-swift", mediaKey: "_mediaUrl", altKey: "_mediaAlt", altRule: .ifNonEmptyText,
    behaviour: .guarded, vendor: salesforce, language: "Swift, guards", confidence: .high)

  static let forcedSwift = ExtensionProfile(
    id: "sfmc-swift-2017", mediaKey: "_mediaUrl", altKey: "_mediaAlt", altRule: .ifNonEmptyText,
    behaviour: .forced, vendor: salesforce, language: "Swift, force-unwraps", confidence: .high)

  static let objectiveC = ExtensionProfile(
    id: "sfmc-objc", mediaKey: "_mediaUrl", altKey: "_mediaAlt", altRule: .ifPresent,
    behaviour: .messaging, vendor: salesforce, language: "Objective-C", confidence: .high)

  static let sdkSwift = ExtensionProfile(
    id: "sfmc-sdk-swift", mediaKey: "_mediaUrl", altKey: nil, behaviour: .sdkSwift,
    vendor: salesforce, language: "Swift inside the Extension SDK", confidence: .high)

  static let sdkObjectiveC = ExtensionProfile(
    id: "sfmc-sdk-objc", mediaKey: "_mediaUrl", altKey: nil, behaviour: .sdkMessaging,
    vendor: salesforce, language: "Objective-C inside the Extension SDK", confidence: .high)

  static let mapp = ExtensionProfile(
    id: "mapp", mediaKey: "ios_apx_media", altKey: nil, nameRule: .alwaysJPEG, behaviour: .mapp,
    vendor: "Mapp Engage (Appoxee)", language: "Objective-C", confidence: .high)
}
