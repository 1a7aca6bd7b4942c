internal import InternetAddress

/// One URL of a redirect chain, taken apart as far as a connection needs.
struct HopURL: Hashable {
  /// Why a text names nothing that can be requested.
  enum Defect: Error, Equatable {
    case notAbsolute
    case schemeUnsupported(String)
    case noHost
    case portOutOfRange
  }

  /// The URL without its fragment: what is reported.
  let text: String
  /// The same without user and password: what curl is given (URL sessions send them only when asked).
  let wire: String
  let isSecure: Bool
  /// In lower case, IPv6 without brackets.
  let host: String
  let port: Int
  /// The address that the host spells, when it is no name.
  let address: IPAddress?
  /// `host:port`, the key of everything that is counted per host (IPv6 in brackets).
  let hostKey: String

  /// Takes apart an absolute http or https URL in percent-encoded ASCII.
  init(_ url: String) throws(Defect) {
    let bytes = Array(url.utf8.prefix { $0 != UInt8(ascii: "#") })
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      bytes[..<colon].allSatisfy(HopURL.isSchemeByte)
    else { throw .notAbsolute }
    let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    guard scheme == "http" || scheme == "https" else { throw .schemeUnsupported(scheme) }
    guard bytes[(colon + 1)...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")])
    else { throw .noHost }
    let start = colon + 3
    let end =
      bytes[start...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
      ?? bytes.count
    let hostStart =
      bytes[start..<end].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? start
    (host, port) = try HopURL.hostAndPort(
      bytes[hostStart..<end], defaultPort: scheme == "https" ? 443 : 80)
    address = NumericHost.address(host)
    hostKey = HopURL.bracketed(host) + ":" + String(port)
    isSecure = scheme == "https"
    text = String(decoding: bytes, as: UTF8.self)
    wire =
      hostStart == start
      ? text : scheme + "://" + String(decoding: bytes[hostStart...], as: UTF8.self)
  }

  /// A host with the brackets that IPv6 has in a URL.
  static func bracketed(_ host: String) -> String {
    host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
  }

  private static func hostAndPort(
    _ authority: ArraySlice<UInt8>, defaultPort: Int
  ) throws(Defect) -> (String, Int) {
    var host = authority
    var digits: ArraySlice<UInt8> = []
    if authority.first == UInt8(ascii: "["),
      let close = authority.firstIndex(of: UInt8(ascii: "]"))
    {
      host = authority[(authority.startIndex + 1)..<close]
      let rest = authority[(close + 1)...]
      guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { throw .noHost }
      digits = rest.dropFirst()
    } else if let colon = authority.lastIndex(of: UInt8(ascii: ":")) {
      host = authority[..<colon]
      digits = authority[(colon + 1)...]
    }
    guard !host.isEmpty else { throw .noHost }
    var port = defaultPort
    if !digits.isEmpty {
      guard digits.allSatisfy({ (48...57).contains($0) }),
        let number = Int(String(decoding: digits, as: UTF8.self)), (1...65535).contains(number)
      else { throw .portOutOfRange }
      port = number
    }
    return (String(decoding: host, as: UTF8.self).lowercased(), port)
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
