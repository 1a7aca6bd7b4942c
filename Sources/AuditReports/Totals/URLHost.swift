/// Finds the server named in a URL as it is written.
public enum URLHost {
  /// Host in lower case without user and port; empty where the text is no `scheme://host` URL.
  ///
  /// Examples: `https://me@CDN.example.com:8443/a.png` gives `cdn.example.com`; `//cdn/a.png` none.
  public static func host(of url: String) -> String {
    url.withBytes { text in
      guard let colon = text.firstIndex(of: UInt8(ascii: ":")), isScheme(text[..<colon]),
        text[colon...].starts(with: "://".utf8)
      else { return "" }
      var authority = text[(colon + 3)...].prefix {
        $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
      }
      if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
        authority = authority[(at + 1)...]
      }
      // The colons of an IPv6 address stand in brackets.
      let searched = authority.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
      if let port = authority[searched...].firstIndex(of: UInt8(ascii: ":")) {
        authority = authority[..<port]
      }
      return String(decoding: authority, as: UTF8.self).lowercased()
    }
  }

  /// RFC 3986: a letter, then letters, digits, plus, minus, point.
  private static func isScheme(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }
    guard let first = text.first, isLetter(first) else { return false }
    return text.allSatisfy { byte in
      isLetter(byte) || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
        || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
  }
}
