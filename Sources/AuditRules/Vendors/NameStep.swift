/// One attempt to name the downloaded file; a chain of them ends at the first that yields something.
public enum NameStep: Sendable, Hashable {
  /// The last path component of the URL, decoded.
  case urlComponent
  case urlExtension
  /// Only one of the extensions that the profile knows.
  case urlExtensionIfAccepted
  /// The same, and any other refuses the media before the download.
  case urlExtensionOrRefused
  /// Only where the answer names no type.
  case urlExtensionWithoutType
  /// The extension of the whole string taken for a file path: a query stays in it.
  case textExtension(longest: Int?)
  /// All that follows the string's last dot, slashes included.
  case textAfterLastDot
  /// The value of the type key, verbatim.
  case type
  /// The same through the profile's table.
  case typeMapped
  /// The MIME type through the profile's table.
  case mimeMapped
  /// Apple's preferred extension of the MIME type.
  case mimePreferred
  /// What follows `image/`.
  case mimeImageSubtype
  /// What follows the last slash of the header, parameters included.
  case contentTypeTail
  case suggestedName
  case suggestedExtension
  /// The extension of one parameter of the query, if the profile knows it.
  case query(String)
  /// The extension of any parameter of the query, if the profile knows it.
  case anyQuery
  /// The first bytes through the profile's table.
  case firstBytes
  case fixedExtension(String)
  case fixedName(String)
  /// The file stays as it was saved.
  case unchanged
  /// There is no file: a view decodes the bytes as a picture.
  case drawn
  /// Nothing is attached.
  case nothing

  /// The words of the profile file, those with a value as `word:value`.
  static let words: [String: NameStep] = [
    "url_component": .urlComponent, "url_extension": .urlExtension,
    "url_extension_if_accepted": .urlExtensionIfAccepted,
    "url_extension_or_refused": .urlExtensionOrRefused,
    "url_extension_without_type": .urlExtensionWithoutType,
    "text_extension": .textExtension(longest: nil), "text_after_last_dot": .textAfterLastDot,
    "type": .type, "type_mapped": .typeMapped, "mime_mapped": .mimeMapped,
    "mime_preferred": .mimePreferred, "mime_image_subtype": .mimeImageSubtype,
    "content_type_tail": .contentTypeTail, "suggested_name": .suggestedName,
    "suggested_extension": .suggestedExtension, "any_query": .anyQuery,
    "first_bytes": .firstBytes, "unchanged": .unchanged, "drawn": .drawn, "nothing": .nothing,
  ]

  /// Reads a word: `url_extension`, `query:filename`, `text_extension:3`, `fixed:.jpg`.
  public init?(word: String) {
    if let step = Self.words[word] {
      self = step
      return
    }
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let value = String(word[word.index(after: colon)...])
    switch (word[..<colon], value.isEmpty) {
    case ("query", false): self = .query(value)
    case ("fixed", false) where value.hasPrefix("."):
      self = .fixedExtension(String(value.dropFirst()))
    case ("fixed", false): self = .fixedName(value)
    case ("text_extension", _):
      guard let longest = Int(value), longest > 0 else { return nil }
      self = .textExtension(longest: longest)
    default: return nil
    }
  }
}

/// Where the uniform type identifier comes from that is given with an attachment.
public enum HintStep: String, Sendable, CaseIterable {
  /// The value of the type key, verbatim.
  case type
  /// The type of the answer's MIME type, if the profile knows its extension.
  case mime
  /// The type of the bytes, if the profile knows its extension.
  case bytes
}

/// What a file's name begins with; letters that are random are shown as `X`.
public struct NamePrefix: Sendable, Hashable {
  /// The words of the profile file that stand for something random.
  static let words = [
    "{download}": LocalName.download, "{uuid}": "XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX",
    "{random}": "XXXXXX",
  ]

  /// As it is shown.
  let text: String

  /// The saved file's own path is what the name is appended to.
  static let download = NamePrefix("{download}")

  public init(_ written: String) {
    var text = written
    for (word, shown) in Self.words {
      while let range = text.firstRange(of: word) { text.replaceSubrange(range, with: shown) }
    }
    self.text = text
  }

  /// Nothing appended leaves a path at which no new file can stand.
  var needsName: Bool { text.isEmpty || text == LocalName.download }
}
