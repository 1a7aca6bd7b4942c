internal import BatchFetch
internal import Glibc

extension Value {
  /// Headers that the audit itself decides about: another value would spoil the verdict.
  private static let reserved: [String: String] = [
    "content-length": "a GET has no body",
    "transfer-encoding": "a GET has no body",
    "connection": "connections are the engine's",
    "range": "a part of a file cannot be judged",
    "if-none-match": "an unchanged file must be fetched to be judged",
    "if-modified-since": "an unchanged file must be fetched to be judged",
    "if-match": "an unchanged file must be fetched to be judged",
    "if-unmodified-since": "an unchanged file must be fetched to be judged",
    "if-range": "a part of a file cannot be judged",
    "accept-encoding": "the engine must be able to undo the coding",
    "user-agent": "use --user-agent",
    "accept-language": "use --accept-language",
  ]

  static func headers(
    _ options: ParsedOptions
  ) throws(UsageError) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = []
    for text in options.all("header") {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts.first ?? "")
      guard parts.count == 2, !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
        throw UsageError("--header '\(text)': 'NAME: VALUE' is wanted, like 'X-Audit: tonight'")
      }
      if let why = reserved[name.lowercased()] {
        throw UsageError("--header '\(name)' cannot be set: \(why)")
      }
      let value = String(parts[1].drop { $0 == " " || $0 == "\t" })
      try checkHeaderValue(value, of: "header")
      headers.append((name: name, value: value))
    }
    return headers
  }

  static func headerValue(
    _ options: ParsedOptions, _ name: String
  ) throws(UsageError) -> String? {
    guard let text = options.value(name) else { return nil }
    try checkHeaderValue(text, of: name)
    return text
  }

  private static func checkHeaderValue(_ text: String, of name: String) throws(UsageError) {
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      throw UsageError("--\(name): a line break or control character cannot be sent in a header")
    }
  }

  /// RFC 9110, section 5.6.2.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// `HOST1:PORT1:HOST2:PORT2`; each part may be empty, an IPv6 address stands in brackets.
  static func connectTo(_ options: ParsedOptions) throws(UsageError) -> [String] {
    for text in options.all("connect-to") {
      let parts = connectParts(text)
      guard parts.count == 4, isPort(parts[1]), isPort(parts[3]) else {
        throw UsageError(
          "--connect-to '\(text)': HOST1:PORT1:HOST2:PORT2 is wanted, like ::127.0.0.1:8443")
      }
    }
    return options.all("connect-to")
  }

  /// Splits at the colons outside brackets.
  private static func connectParts(_ text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var isInBrackets = false
    for index in text.indices {
      switch text[index] {
      case "[": isInBrackets = true
      case "]": isInBrackets = false
      case ":" where !isInBrackets:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    parts.append(text[start...])
    return parts
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || text.first != "+" && UInt16(text).map { $0 > 0 } ?? false
  }

  /// `--ca-file`, else what SSL_CERT_FILE names, as for curl.
  ///
  /// It must be readable now: a night that ends in "untrusted" everywhere helps nobody.
  static func certificateFile(
    _ options: ParsedOptions, environment: (String) -> String?
  ) throws(UsageError) -> String? {
    if let path = try nonEmpty(options, "ca-file") {
      return try readableCertificates(path, "--ca-file")
    }
    guard let path = environment("SSL_CERT_FILE"), !path.isEmpty else { return nil }
    return try readableCertificates(path, "SSL_CERT_FILE")
  }

  private static func readableCertificates(
    _ path: String, _ source: String
  ) throws(UsageError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw UsageError("\(source) \(path): \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var window: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let wanted = Array("-----BEGIN CERTIFICATE-----".utf8)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else {
        throw UsageError("\(source) \(path): there is no PEM certificate in it")
      }
      window = window.suffix(wanted.count) + buffer[..<count]
      if window.firstRange(of: wanted) != nil { return path }
    }
  }
}
