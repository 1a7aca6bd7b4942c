internal import AuditRules
internal import ExactJSON
internal import InternetAddress

/// The `--allow-...` options under which a plan was made.
///
/// They decide which URLs a plan holds, which redirects a fetch follows and what a verdict says, so
/// they go with the plan's lines and the facts' end line. A plan without any says nothing of them.
struct PlanTerms: Sendable, Equatable {
  /// As a command line has them, sorted: `allow-http-host=cdn.example.com`.
  private(set) var words: [String]

  /// Nothing is said.
  static let none = PlanTerms(TransportPolicy())

  var isEmpty: Bool { words.isEmpty }

  init(_ policy: TransportPolicy) {
    words = policy.allowsHTTP ? [Self.http] : []
    words += policy.httpHosts.sorted().map { Self.host + $0 }
    words += policy.addresses.allowed.map { Self.address + $0.description }.sorted()
  }

  /// Reads the member `allow` of a line; empty where there is none.
  init(_ line: JSONValue) {
    words = line["allow"]?.elements.compactMap(\.string) ?? []
  }

  /// Writes the member `allow`, where there is anything to be said.
  func write(to writer: inout JSONWriter) {
    if isEmpty { return }
    writer.key("allow")
    writer.beginArray()
    for word in words { writer.string(word) }
    writer.endArray()
  }

  /// The options as one would write them, for messages.
  var options: String {
    isEmpty ? "no --allow-... option" : words.map { "--\($0)" }.joined(separator: " ")
  }

  /// The policy that they mean; what is none of these options is passed over.
  var policy: TransportPolicy {
    TransportPolicy(
      allowsHTTP: words.contains(Self.http), httpHosts: Set(values(of: Self.host)),
      addresses: AddressPolicy(
        allowed: values(of: Self.address).compactMap { try? AddressRange($0) }))
  }

  /// Those that speak of the app and not of the network.
  var ofTheApp: PlanTerms {
    var terms = self
    terms.words.removeAll { $0.hasPrefix(Self.address) }
    return terms
  }

  private static let http = "allow-http"
  private static let host = "allow-http-host="
  private static let address = "allow-address="

  private func values(of option: String) -> [String] {
    words.filter { $0.hasPrefix(option) }.map { String($0.dropFirst(option.count)) }
  }
}
