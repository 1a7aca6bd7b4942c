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
