internal import ExactJSON

/// A file of one profile to start from: what `ProfileFile` reads back as the same profile.
public enum ProfileTemplate {
  /// The text of a profile, as it stands in a team's own file or in the embedded one; nil where
  /// nobody has a profile of this name.
  public static func text(of id: String, own: [UInt8] = []) -> String? {
    guard let profile = written(id, in: own) ?? written(id, in: VendorProfiles.text) ?? base(id)
    else { return nil }
    return "{\n  \"profiles\": [\n    \(profile)\n  ]\n}\n"
  }

  private static func written(_ id: String, in text: [UInt8]) -> String? {
    guard let list = try? JSONDocument(text).root["profiles"] else { return nil }
    return list.elements.first { $0["id"]?.string == id }?.sourceText
  }

  /// The extensions of the public listings stand in no file: what is their own is named by `listing`.
  private static func base(_ id: String) -> String? {
    guard let profile = ProfileTable.base.first(where: { $0.id == id }) else { return nil }
    var keys = "\"media_urls\": [\"/\(profile.mediaKey)\"]"
    if let altKey = profile.altKey { keys += ", \"alt_text\": \"/\(altKey)\"" }
    return """
      {
            "id": "\(id)", "vendor": "\(profile.vendor)", "confidence": "\(profile.confidence)",
            "about": "\(profile.language)",
            "listing": "\(id)",
            \(keys)
          }
      """
  }
}
