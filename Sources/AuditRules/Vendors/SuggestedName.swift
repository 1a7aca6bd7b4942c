/// The file name that an answer suggests, as Apple's URL loading makes it.
///
/// The name of Content-Disposition, else the last path component of the URL that answered, else its
/// host, else `unknown`; the extension of the MIME type is added where the name has none of that type.
struct SuggestedName: Sendable, Equatable {
  var name: String
  /// An extension was added behind another one: documented only as what happens in most cases.
  var isPresumed: Bool

  /// Suggests a name for what was learned of a URL.
  init(_ facts: MediaFacts) {
    self.init(
      disposition: facts.contentDisposition, url: facts.finalURL ?? facts.url,
      contentType: facts.contentType)
  }

  init(disposition: String?, url: String, contentType: String?) {
    var name = disposition.flatMap(Self.fileName(inDisposition:)) ?? ""
    if name.isEmpty {
      let parts = URLParts(url)
      let component = LocalName.lastComponent(parts.bytes[parts.path]) ?? ""
      name = component.utf8.allSatisfy { $0 == UInt8(ascii: "/") } ? "" : component
      if name.isEmpty { name = parts.host ?? "unknown" }
    }
    // A suggested name never leads into a folder.
    name = String(name.map { $0 == "/" || $0 == "\0" ? "_" : $0 })
    isPresumed = false
    if let type = MIMEExtension.type(ofHeader: contentType),
      let preferred = MIMEExtension.preferred(type)
    {
      let present = LocalName.pathExtension(name)
      if !MIMEExtension.names(type, present) {
        isPresumed = !present.isEmpty
        name += "." + preferred
      }
    }
    self.name = name
  }

  /// The file name of a Content-Disposition header: `filename*` before `filename`.
  static func fileName(inDisposition header: String) -> String? {
    var plain: String?
    for (key, value) in parameters(of: header) {
      if key == "filename*" {
        let pieces = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        let bytes = PercentCoding.decoded(Array((pieces.last ?? "").utf8)[...])
        if let name = String(validating: bytes, as: UTF8.self), !name.isEmpty { return name }
      } else if key == "filename", plain == nil {
        plain = value
      }
    }
    // Some servers send a whole path.
    return plain?.split(separator: "/").last.map(String.init)
  }

  /// The parameters behind a header's first word; quotation marks and their escapes are undone.
  private static func parameters(of header: String) -> [(key: String, value: String)] {
    var pieces: [String] = [""]
    var isQuoted = false
    var isEscaped = false
    for character in header {
      switch character {
      case _ where isEscaped:
        pieces[pieces.count - 1].append(character)
        isEscaped = false
      case "\\" where isQuoted: isEscaped = true
      case "\"": isQuoted.toggle()
      case ";" where !isQuoted: pieces.append("")
      default: pieces[pieces.count - 1].append(character)
      }
    }
    return pieces.dropFirst().compactMap { piece in
      guard let equals = piece.firstIndex(of: "=") else { return nil }
      let key = piece[..<equals].filter { $0 != " " }.lowercased()
      let value = piece[piece.index(after: equals)...].drop { $0 == " " }
      return (key, String(value))
    }
  }
}
