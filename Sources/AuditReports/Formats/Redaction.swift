/// Strikes secrets out of what a report or a log says of the settings.
public enum Redaction {
  /// What stands in place of a secret.
  public static let mark = "[redacted]"

  /// Headers whose values are known to hold no secret; every other value is struck out.
  private static let openHeaders: Set<String> = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection",
    "host", "origin", "pragma", "referer", "user-agent",
  ]

  /// `Authorization: Bearer abc` -> `Authorization: [redacted]`.
  public static func header(_ line: String) -> String {
    guard let colon = line.firstIndex(of: ":") else { return mark }
    let name = line[..<colon]
    let isOpen = openHeaders.contains(name.lowercased())
    return isOpen ? line : "\(name): \(mark)"
  }

  /// `http://user:word@proxy:3128` -> `http://[redacted]@proxy:3128`; other texts stay.
  ///
  /// The last `@` counts wherever it stands: a password may hold any character.
  public static func url(_ text: String) -> String {
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    guard let at = text[start...].lastIndex(of: "@") else { return text }
    return text[..<start] + mark + text[at...]
  }

  /// A setting as a report may show it, by the name of its option.
  static func redact(_ setting: RunJSON.Setting) -> RunJSON.Setting {
    var setting = setting
    let strike = strikes[setting.name] ?? { $0.contains("://") ? url($0) : $0 }
    switch setting.value {
    case .text(let text): setting.value = .text(strike(text))
    case .list(let texts): setting.value = .list(texts.map(strike))
    case .number, .flag, .none: break
    }
    return setting
  }

  private static let strikes: [String: @Sendable (String) -> String] = [
    "header": header, "proxy": url,
  ]
}
