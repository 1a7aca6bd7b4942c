/// A URL that stops working at a time written in its own query (section W).
public struct SignedURL: Sendable, Equatable {
  /// When it ends, in seconds since 1970; nil: the URL names no end.
  public var expires: Double?

  public init(_ url: String) { expires = Self.expiry(of: URLParts(url)) }

  /// Where the end stands: alone as an absolute time, or as a start and a number of seconds.
  private enum Notation: Sendable {
    case seconds(String)
    case calendar(String)
    case span(start: String, length: String)
  }

  /// Names in lower case. `Key-Pair-Id` comes with `Expires`, which is enough.
  private static let notations: [Notation] = [
    .span(start: "x-amz-date", length: "x-amz-expires"),
    .span(start: "x-goog-date", length: "x-goog-expires"),
    .seconds("expires"), .calendar("se"), .seconds("exp"),
  ]

  static func expiry(of parts: URLParts) -> Double? {
    guard let query = parts.query else { return nil }
    let values = parameters(parts.bytes[query])
    if values.isEmpty { return nil }
    for notation in notations {
      if let expires = expiry(notation, values) { return expires }
    }
    return nil
  }

  private static func expiry(_ notation: Notation, _ values: [String: String]) -> Double? {
    switch notation {
    case .seconds(let name): values[name].flatMap(pointInTime)
    case .calendar(let name): values[name].flatMap(CalendarTime.seconds)
    case .span(let start, let length):
      if let begin = values[start].flatMap(CalendarTime.seconds),
        let seconds = values[length].flatMap(Int.init), seconds >= 0
      {
        begin + Double(seconds)
      } else {
        nil
      }
    }
  }

  /// Ten digits: a number of another size under a common name like `exp` is no time.
  private static func pointInTime(_ text: String) -> Double? {
    guard text.utf8.count == 10, text.utf8.allSatisfy(ASCII.isDigit) else { return nil }
    return Double(text)
  }

  /// The parameters whose names can matter, by name in lower case.
  private static func parameters(_ query: ArraySlice<UInt8>) -> [String: String] {
    var values: [String: String] = [:]
    for parameter in query.split(separator: UInt8(ascii: "&")) {
      guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(decoding: parameter[..<equals].map(ASCII.lowercased), as: UTF8.self)
      guard names.contains(name) else { continue }
      let value = PercentCoding.decoded(parameter[(equals + 1)...])
      values[name] = String(decoding: value, as: UTF8.self)
    }
    return values
  }

  private static let names: Set<String> = Set(
    notations.flatMap { notation in
      switch notation {
      case .seconds(let name), .calendar(let name): [name]
      case .span(let start, let length): [start, length]
      }
    })
}
