/// Finds the server named in a URL as it is written.
enum URLHost {
  /// Host in lower case without user and port; empty where the text is no `scheme://host` URL.
  ///
  /// Examples: `https://me@CDN.example.com:8443/a.png` gives `cdn.example.com`; `//cdn/a.png` none.
  static func host(of url: String) -> String {
    let text = url.utf8
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")),
      isScheme(text[..<colon]), text[colon...].starts(with: "://".utf8)
    else { return "" }
    let start = text.index(colon, offsetBy: 3)
    let end = text[start...].firstIndex { "/?#".utf8.contains($0) } ?? text.endIndex
    var authority = text[start..<end]
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
      authority = authority[authority.index(after: at)...]
    }
    // The colons of an IPv6 address stand in brackets.
    let searched = authority.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
    if authority.startIndex < authority.endIndex,
      let port = authority[searched...].firstIndex(of: UInt8(ascii: ":"))
    {
      authority = authority[..<port]
    }
    return String(Substring(authority)).lowercased()
  }

  /// RFC 3986: a letter, then letters, digits, plus, minus, point.
  private static func isScheme(_ text: Substring.UTF8View) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }
    guard let first = text.first, isLetter(first) else { return false }
    return text.allSatisfy { isLetter($0) || "0123456789+-.".utf8.contains($0) }
  }
}
