/// The operator's own detours, as curl's `--connect-to`.
struct ConnectTo: Equatable {
  /// Where a connection really goes.
  struct Target: Equatable {
    var host: String
    var port: Int
    /// The operator named the host: its address is not checked.
    var isNamed: Bool
  }

  private struct Rule: Equatable {
    var host: String
    var port: Int?
    var toHost: String
    var toPort: Int?
  }

  private var rules: [Rule] = []

  var isEmpty: Bool { rules.isEmpty }

  /// Reads `HOST1:PORT1:HOST2:PORT2` texts; every part may be empty.
  init(_ texts: [String]) throws(BatchFetcherError) {
    for text in texts {
      guard let rule = ConnectTo.rule(text) else {
        throw BatchFetcherError(
          code: .badSetting,
          detail:
            "'\(text)' is no detour: write HOST1:PORT1:HOST2:PORT2, for example ::127.0.0.1:8443.")
      }
      rules.append(rule)
    }
  }

  /// The target for a host and port; the first rule that fits counts.
  func target(host: String, port: Int) -> Target {
    for rule in rules
    where (rule.host.isEmpty || rule.host == host) && (rule.port == nil || rule.port == port) {
      return Target(
        host: rule.toHost.isEmpty ? host : rule.toHost, port: rule.toPort ?? port,
        isNamed: !rule.toHost.isEmpty)
    }
    return Target(host: host, port: port, isNamed: false)
  }

  private static func rule(_ text: String) -> Rule? {
    var parts: [String] = []
    var part = ""
    var isBracketed = false
    for character in text {
      switch character {
      case "[": isBracketed = true
      case "]": isBracketed = false
      case ":" where !isBracketed:
        parts.append(part)
        part = ""
      default: part.append(character)
      }
    }
    parts.append(part)
    guard parts.count == 4, !isBracketed else { return nil }
    let port = { (text: String) -> Int?? in
      if text.isEmpty { return .some(nil) }
      return Int(text).flatMap { (1...65535).contains($0) ? .some($0) : nil }
    }
    guard let from = port(parts[1]), let to = port(parts[3]) else { return nil }
    return Rule(host: parts[0].lowercased(), port: from, toHost: parts[2].lowercased(), toPort: to)
  }
}
