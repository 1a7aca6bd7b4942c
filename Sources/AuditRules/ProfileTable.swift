/// The extensions that are modelled, each as one row of data.
///
/// The cells are those of the vendors' public listings; a new extension is a new row.
public enum ProfileTable {
  /// Every profile, in the order in which they are listed.
  public static let all: [ExtensionProfile] = [
    guardedSwift, forcedSwift, objectiveC, sdkSwift, sdkObjectiveC, mapp,
  ]

  /// Finds a profile by the word of `--profile`.
  public static func profile(id: String) -> ExtensionProfile? {
    all.first { $0.id == id }
  }

  /// Chooses the extension by the payload's own keys (`--profile auto`).
  public static func choose(hasKey: (String) -> Bool) -> ExtensionProfile {
    if let choice = choices.first(where: { hasKey($0.key) }) { return choice.profile }
    return guardedSwift
  }

  /// Every media and alt key that some profile reads.
  public static let knownKeys: [String] = {
    var keys: [String] = []
    for key in all.flatMap({ [$0.mediaKey, $0.altKey].compactMap { $0 } })
    where !keys.contains(key) { keys.append(key) }
    return keys
  }()

  /// The first key that is there decides.
  private static let choices: [(key: String, profile: ExtensionProfile)] = [
    ("ios_apx_media", mapp),
    ("_mediaUrl", guardedSwift),
    ("_mediaAlt", guardedSwift),
  ]

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

extension Behaviour {
  /// Swift with a guard before every step.
  public static let guarded: Behaviour = [
    .noMediaURL: .alt, .mediaURLEmpty: .alt, .mediaURLNotText: .alt,
    .unparsableWithExtension: .alt, .unparsable: .alt,
    .localFile: .alt, .dataURL: .alt,
    .transportError: .alt, .tooSlow: .alt, .errorStatus: .alt,
    .moveFails: .alt, .componentIsNil: .alt, .creationFails: .alt,
    .notDrawable: .blank, .allWell: .media,
  ]

  /// Swift that unwraps by force: no attachment and no HTTP response are its deaths.
  static let forced: Behaviour = [
    .noMediaURL: .original, .mediaURLEmpty: .alt, .mediaURLNotText: .original,
    .unparsableWithExtension: .alt, .unparsable: .alt,
    .localFile: .altAtExpiry, .dataURL: .crash,
    .transportError: .alt, .tooSlow: .alt, .errorStatus: .alt,
    .moveFails: .alt, .componentIsNil: .alt, .creationFails: .crash,
    .notDrawable: .blank, .allWell: .media,
  ]

  /// Objective-C that sends string messages to whatever the payload holds.
  static let messaging: Behaviour = [
    .noMediaURL: .alt, .mediaURLEmpty: .alt, .mediaURLNotText: .crash,
    .unparsableWithExtension: .crash, .unparsable: .alt,
    .localFile: .alt, .dataURL: .crash,
    .transportError: .alt, .tooSlow: .alt, .errorStatus: .alt,
    .moveFails: .alt, .componentIsNil: .crash, .creationFails: .alt,
    .notDrawable: .blank, .allWell: .media,
  ]

  /// The Extension SDK's Swift sample: every failure leaves the original.
  static let sdkSwift: Behaviour = [
    .noMediaURL: .original, .mediaURLEmpty: .original, .mediaURLNotText: .original,
    .unparsableWithExtension: .original, .unparsable: .original,
    .localFile: .original, .dataURL: .original,
    .transportError: .original, .tooSlow: .original, .errorStatus: .original,
    .moveFails: .original, .componentIsNil: .original, .creationFails: .original,
    .notDrawable: .blank, .allWell: .media,
  ]

  /// The same in Objective-C, which takes nothing but strings.
  static let sdkMessaging: Behaviour = [
    .noMediaURL: .original, .mediaURLEmpty: .original, .mediaURLNotText: .crash,
    .unparsableWithExtension: .original, .unparsable: .original,
    .localFile: .original, .dataURL: .original,
    .transportError: .original, .tooSlow: .original, .errorStatus: .original,
    .moveFails: .original, .componentIsNil: .crash, .creationFails: .original,
    .notDrawable: .blank, .allWell: .media,
  ]

  /// Looks at neither the status nor the name: what was saved is attached.
  static let mapp: Behaviour = [
    .noMediaURL: .original, .mediaURLEmpty: .original, .mediaURLNotText: .crash,
    .unparsableWithExtension: .original, .unparsable: .original,
    .localFile: .original, .dataURL: .byBytes,
    .transportError: .original, .tooSlow: .original, .errorStatus: .byBytes,
    .moveFails: .original, .componentIsNil: .original, .creationFails: .original,
    .notDrawable: .blank, .allWell: .media,
  ]
}
