/// What both parsers make of one media URL string: pure, without policy or profile.
///
/// A class only to be shared: a plan carries it by one reference.
final class MediaURL: Sendable, Equatable {
  /// What the URL session can do with a parsed URL (U1...U3).
  enum Form: Sendable, Equatable {
    /// U1: the parser gives nil.
    case unparsable
    /// U2.
    case relative
    case localFile
    case data
    case ftp
    case otherScheme
    case noHost
    /// http or https with a host: can be requested.
    case web
  }

  /// One parser's answer.
  struct Reading: Sendable, Equatable {
    var form: Form
    /// The parser's string without fragment (U4).
    var request: String
    var name: LocalName
  }

  let current: Reading
  let old: Reading
  /// Either parser gives the string back as it is.
  let isPlain: Bool
  /// Both parsers lead to the same file, so that most payloads need one prediction only.
  let parsersAgree: Bool
  /// U2: a personalisation token is seen.
  let hasToken: Bool
  /// The string as written begins with a scheme and `//`.
  let isAbsolute: Bool
  /// U1: what Objective-C takes for the path extension of the string as written is not empty.
  let hasPathExtension: Bool
  /// U4: escapes of the string were escaped once more by the current parser.
  let isDoubleEncoded: Bool
  /// Section W: when the signed URL ends.
  let expires: Double?
  /// U3: what a `data:` URL holds; nil when it is none or does not decode.
  let content: DataContent?

  convenience init(_ text: String) { self.init(text, URLParts(text)) }

  /// Reads a string of which the parts are known.
  init(_ text: String, _ written: URLParts) {
    let isPlain = Self.isPlain(written)
    self.isPlain = isPlain
    let current =
      isPlain
      ? Reading(form: .web, request: text, name: LocalName(written))
      : Self.reading(text, on: .current)
    let old = isPlain ? current : Self.reading(text, on: .old)
    self.current = current
    self.old = old
    parsersAgree = (isPlain || current == old) && !old.name.componentIsNil
    hasToken = !isPlain && TemplateToken.isSeen(in: text)
    isAbsolute = written.scheme != nil && written.authority != nil
    hasPathExtension = Self.hasPathExtension(written.bytes)
    isDoubleEncoded =
      !isPlain && current.form != .unparsable
      && PercentCoding.repeatedEscapes(Array(current.request.utf8)[...])
        > PercentCoding.repeatedEscapes(written.bytes[..<written.fragment])
    expires = SignedURL.expiry(of: written)
    // U4: what is decoded is the parser's string.
    content =
      current.form == .data
      ? DataContent(url: URLParts(current.request))
      : old.form == .data ? DataContent(url: written) : nil
  }

  static func == (left: MediaURL, right: MediaURL) -> Bool {
    left === right
      || left.current == right.current && left.old == right.old && left.hasToken == right.hasToken
        && left.isAbsolute == right.isAbsolute && left.hasPathExtension == right.hasPathExtension
        && left.isDoubleEncoded == right.isDoubleEncoded && left.expires == right.expires
        && left.content == right.content
  }

  func reading(on generation: PhoneGeneration) -> Reading {
    switch generation {
    case .current: current
    case .old: old
    }
  }

  private static func reading(_ text: String, on generation: PhoneGeneration) -> Reading {
    guard let parsed = URLParsers.parse(text, on: generation) else {
      return Reading(form: .unparsable, request: "", name: LocalName(ofRequest: ""))
    }
    return reading(URLParts(parsed))
  }

  private static func reading(_ parts: URLParts) -> Reading {
    Reading(form: form(of: parts), request: parts.withoutFragment, name: LocalName(parts))
  }

  /// Whether every parser gives the string back as it is: scheme, host and perhaps a port, then a
  /// path and a query of bytes that nobody escapes or cuts at.
  ///
  /// Most URLs of a list are such, and need no parser.
  static func isPlain(_ parts: URLParts) -> Bool {
    guard let scheme = parts.scheme, let authority = parts.authority, !authority.isEmpty,
      parts.fragment == parts.bytes.count
    else { return false }
    let name = parts.bytes[scheme]
    guard name.elementsEqual("http".utf8) || name.elementsEqual("https".utf8) else { return false }
    let port = parts.bytes[authority].firstIndex(of: UInt8(ascii: ":"))
    let host = authority.lowerBound..<(port ?? authority.upperBound)
    guard !host.isEmpty, isMade(parts.bytes[host], of: plainHost),
      port.map({ (2...6).contains(authority.upperBound - $0) }) ?? true,
      parts.bytes[(port.map { $0 + 1 } ?? authority.upperBound)..<authority.upperBound]
        .allSatisfy(ASCII.isDigit)
    else { return false }
    return isMade(parts.bytes[authority.upperBound...], of: plainBytes)
  }

  private static func isMade(_ bytes: ArraySlice<UInt8>, of table: [Bool]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      table.withUnsafeBufferPointer { table in
        for byte in bytes where !table[Int(byte)] { return false }
        return true
      }
    }
  }

  private static func table(_ others: String) -> [Bool] {
    (UInt8.min...UInt8.max).map { byte in
      ASCII.isLetter(byte) || ASCII.isDigit(byte) || others.utf8.contains(byte)
    }
  }

  private static let plainHost = table("-.")
  private static let plainBytes = table("-._~/?=&")

  /// U3: the schemes, in one table.
  private static let schemes: [String: Form] = [
    "http": .web, "https": .web, "file": .localFile, "data": .data, "ftp": .ftp,
  ]

  private static func form(of parts: URLParts) -> Form {
    guard parts.scheme != nil else { return .relative }
    let form = schemes[parts.schemeName] ?? .otherScheme
    return form == .web && parts.host == nil ? .noHost : form
  }

  /// What follows the last dot of the last component, query included.
  private static func hasPathExtension(_ bytes: [UInt8]) -> Bool {
    let slash = UInt8(ascii: "/")
    guard let last = bytes.lastIndex(where: { $0 != slash }) else { return false }
    let start = bytes[...last].lastIndex(of: slash).map { $0 + 1 } ?? 0
    guard let dot = bytes[start...last].lastIndex(of: UInt8(ascii: ".")) else { return false }
    return dot > start && dot < last
  }
}
