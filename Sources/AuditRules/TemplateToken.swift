/// Personalisation tokens that a campaign tool should have filled in (U2).
enum TemplateToken {
  /// Tokens that count wherever they stand.
  private static let anywhere: [(open: String, close: String)] = [
    ("{{", "}}"), ("%%", "%%"), ("${", "}"), ("<%", "%>"), ("{%", "%}"),
  ]

  /// Tokens of characters that honest URLs use too: only as a whole component or the whole string.
  private static let whole: [(open: String, close: String)] = [("[[", "]]"), ("@", "@")]

  /// Whether the string holds a token: `https://c.com/{{hero}}.png` does, `/@a/b@2x.png` does not.
  static func isSeen(in text: String) -> Bool {
    let bytes = Array(text.utf8)
    if anywhere.contains(where: { holds(bytes[...], $0.open, $0.close) }) { return true }
    if isWhole(bytes[...]) { return true }
    let parts = URLParts(text)
    return bytes[parts.path].split(separator: UInt8(ascii: "/")).contains(where: isWhole)
  }

  private static func isWhole(_ component: ArraySlice<UInt8>) -> Bool {
    whole.contains { token in
      component.count > token.open.utf8.count + token.close.utf8.count
        && component.starts(with: token.open.utf8)
        && component.reversed().starts(with: token.close.utf8.reversed())
    }
  }

  private static func holds(_ bytes: ArraySlice<UInt8>, _ open: String, _ close: String) -> Bool {
    guard let start = end(of: open, in: bytes) else { return false }
    // Something stands between the two: `%%%%` is no token.
    return end(of: close, in: bytes[start...].dropFirst()) != nil
  }

  private static func end(of pattern: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let pattern = pattern.utf8
    guard let first = pattern.first else { return nil }
    return bytes.indices.first { bytes[$0] == first && bytes[$0...].starts(with: pattern) }
      .map { $0 + pattern.count }
  }
}
