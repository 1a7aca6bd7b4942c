@testable import AuditRules

/// A profile in the words of the README's table.
enum ProfileWords {
  /// The naming chain: `type key, else .jpg`.
  static func naming(of profile: ExtensionProfile) -> String {
    guard let rules = profile.rules else {
      return profile.nameRule == .alwaysJPEG ? "always `.jpg`" : "last component of the URL"
    }
    return rules.name.map(words).joined(separator: ", else ")
  }

  /// Whether `auto` takes it, and what has to be there for that.
  static func choice(of profile: ExtensionProfile) -> String {
    switch profile.autoChoice {
    case .byKeys: "yes"
    case .byNeeds: "with \(profile.rules?.needs.map(needed).joined(separator: ", ") ?? "")"
    case .never: "no, name it"
    }
  }

  private static func needed(_ need: VendorRules.Need) -> String {
    let paths = need.paths.map { "`\($0.text)`" }.joined(separator: " or ")
    return need.values.isEmpty ? paths : "\(paths) = `\(need.values.joined(separator: ", "))`"
  }

  /// What users see when the download fails, then what ends in another way.
  static func failure(of profile: ExtensionProfile) -> String {
    let usual = profile.behaviour[.transportError]
    let others = situations.compactMap { situation, name -> String? in
      let ending = profile.behaviour[situation]
      if situation == .foreignPayload, profile.rules?.needs.isEmpty ?? true { return nil }
      return ending == usual ? nil : "\(name): \(words(ending))"
    }
    return ([words(usual)] + others).joined(separator: "; ")
  }

  private static let situations: [(Situation, String)] = [
    (.noMediaURL, "no URL"), (.mediaURLNotText, "URL is no text"), (.unparsable, "no parsable URL"),
    (.tooSlow, "too slow"),
    (.errorStatus, "bad status"), (.moveFails, "name cannot stand"),
    (.creationFails, "type not recognised"), (.foreignPayload, "vendor's keys missing"),
  ]

  private static func words(_ ending: Ending) -> String {
    switch ending {
    case .original: "original text"
    case .alt: "alt text"
    case .altAtExpiry: "alt text after 30 s"
    case .crash: "crash, original text"
    case .blank: "blank picture"
    case .media: "media"
    case .byBytes: "the bytes decide"
    case .originalAtExpiry: "original text after 30 s"
    }
  }

  private static func words(_ step: NameStep) -> String {
    switch step {
    case .urlComponent: "last component of the URL"
    case .urlExtension: "URL's extension"
    case .urlExtensionIfAccepted: "URL's extension if known"
    case .urlExtensionOrRefused: "URL's extension, others refused"
    case .urlExtensionWithoutType: "URL's extension where no MIME type is named"
    case .textExtension(nil): "extension of the whole string"
    case .textExtension(let longest?): "extension of the whole string up to \(longest) letters"
    case .textAfterLastDot: "all behind the string's last dot"
    case .type: "type key as it stands"
    case .typeMapped: "type key by a table"
    case .mimeMapped: "MIME type by a table"
    case .mimePreferred: "Apple's extension of the MIME type"
    case .mimeImageSubtype: "MIME type behind `image/`"
    case .contentTypeTail: "MIME type behind the slash"
    case .suggestedName: "name the server suggests"
    case .suggestedExtension: "extension of the name the server suggests"
    case .query(let name): "query's `\(name)`"
    case .anyQuery: "any parameter of the query"
    case .firstBytes: "first bytes by a table"
    case .fixedExtension(let text): "`.\(text)`"
    case .fixedName(let text): "`\(text)`"
    case .unchanged: "as saved"
    case .drawn: "no file, drawn in a view"
    case .nothing: "nothing is attached"
    }
  }
}
