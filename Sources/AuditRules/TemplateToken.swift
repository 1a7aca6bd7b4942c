/// Personalisation tokens that a campaign tool should have filled in (U2).
public enum TemplateToken {
  /// Tokens that count wherever they stand.
  private static let anywhere: [(open: String, close: String)] = [
    ("{{", "}}"), ("%%", "%%"), ("${", "}"), ("<%", "%>"), ("{%", "%}"),
  ]

  /// Tokens of characters that honest URLs use too: only as a whole component or the whole string.
  private static let whole: [(open: String, close: String)] = [("[[", "]]"), ("@", "@")]

  /// Whether the string holds a token: `https://c.com/{{hero}}.png` does, `/@a/b@2x.png` does not.
  static func isSeen(in text: String) -> Bool { first(in: text) != nil }

  /// The token that stands first, as it is written: `{{hero}}` of `https://c.com/{{hero}}.png`.
  public static func first(in text: String) -> String? {
    let bytes = Array(text.utf8)
    let found = anywhere.compactMap { place(in: bytes[...], $0.open, $0.close) }
    if let place = found.min(by: { $0.lowerBound < $1.lowerBound }) { return word(bytes[place]) }
    if isWhole(bytes[...]) { return text }
    let components = bytes[URLParts(text).path].split(separator: UInt8(ascii: "/"))
    return components.first(where: isWhole).map(word)
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func isWhole(_ component: ArraySlice<UInt8>) -> Bool {
    whole.contains { token in
      component.count > token.open.utf8.count + token.close.utf8.count
        && component.starts(with: token.open.utf8)
        && component.reversed().starts(with: token.close.utf8.reversed())
    }
  }

  /// Where a token stands, its two marks included.
  private static func place(
    in bytes: ArraySlice<UInt8>, _ open: String, _ close: String
  ) -> Range<Int>? {
    guard let start = end(of: open, in: bytes) else { return nil }
    // Something stands between the two: `%%%%` is no token.
    return end(of: close, in: bytes[start...].dropFirst()).map { start - open.utf8.count..<$0 }
  }

  private static func end(of pattern: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let pattern = pattern.utf8
    guard let first = pattern.first else { return nil }
    return bytes.indices.first { bytes[$0] == first && bytes[$0...].starts(with: pattern) }
      .map { $0 + pattern.count }
  }
}
