/// The parts of a URL string by the generic syntax of RFC 3986, as ranges of its UTF-8 bytes.
///
/// It splits and never judges: whether a string is a URL at all is the parsers' affair.
struct URLParts: Sendable {
  let bytes: [UInt8]
  /// Without the colon.
  let scheme: Range<Int>?
  /// What stands between `//` and the path: user, host and port.
  let authority: Range<Int>?
  let path: Range<Int>
  /// Without the question mark.
  let query: Range<Int>?
  /// Where the fragment's `#` stands; the string's end without one.
  let fragment: Int

  init(_ text: String) {
    let bytes = Array(text.utf8)
    fragment = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
    let end = fragment
    var position = 0
    scheme = Self.scheme(of: bytes[..<end])
    if let scheme { position = scheme.upperBound + 1 }
    if bytes[position..<end].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
      let start = position + 2
      position =
        bytes[start..<end].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? end
      authority = start..<position
    } else {
      authority = nil
    }
    let mark = bytes[position..<end].firstIndex(of: UInt8(ascii: "?"))
    path = position..<(mark ?? end)
    query = mark.map { ($0 + 1)..<end }
    self.bytes = bytes
  }

  /// The scheme in lower case, empty when there is none.
  var schemeName: String { scheme.map { text($0).lowercased() } ?? "" }

  /// The string without its fragment: what goes on the wire (U4).
  var withoutFragment: String { text(0..<fragment) }

  /// Whether the scheme is this one, given in lower case.
  func isScheme(_ name: StaticString) -> Bool {
    guard let scheme, scheme.count == name.utf8CodeUnitCount else { return false }
    return zip(bytes[scheme], name.utf8Bytes).allSatisfy { ASCII.lowercased($0) == $1 }
  }

  /// The host of the authority, or nil when it holds no host or is malformed.
  ///
  /// The host of `https://me:pw@[::1]:8443/a.png` is `::1`.
  var host: String? { hostRange.map(text) }

  /// Where the host stands in the bytes.
  var hostRange: Range<Int>? {
    guard let authority else { return nil }
    let start =
      bytes[authority].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.lowerBound
    let rest = bytes[start..<authority.upperBound]
    if rest.first == UInt8(ascii: "[") {
      guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      return Self.isPort(rest[(close + 1)...]) ? (start + 1)..<close : nil
    }
    let colon = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
    guard colon > start, Self.isPort(rest[colon...]) else { return nil }
    return start..<colon
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Nothing, a lone colon, or a colon and digits.
  private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    return first == UInt8(ascii: ":") && bytes.dropFirst().allSatisfy(ASCII.isDigit)
  }

  private static func scheme(of bytes: ArraySlice<UInt8>) -> Range<Int>? {
    guard let first = bytes.first, ASCII.isLetter(first),
      let colon = bytes.firstIndex(where: { !isSchemeByte($0) }),
      bytes[colon] == UInt8(ascii: ":")
    else { return nil }
    return 0..<colon
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}

extension StaticString {
  /// The text as UTF-8.
  fileprivate var utf8Bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}

/// Classes of ASCII bytes.
enum ASCII {
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// The value of a hexadecimal digit.
  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}
