internal import AuditRules
internal import ExactJSON
internal import InternetAddress

/// The `--allow-...` options under which a plan was made.
///
/// They decide which URLs a plan holds, which redirects a fetch follows and what a verdict says, so
/// they go with the plan's lines and the facts' end line.
struct PlanTerms: Sendable, Equatable {
  /// As a command line has them, sorted: `allow-http-host=cdn.example.com`.
  private(set) var words: [String]
  /// A plan of another origin says nothing of them, which is not the same as none.
  private(set) var isStated: Bool

  /// Nothing is said.
  static let unstated = PlanTerms(words: [], isStated: false)

  private init(words: [String], isStated: Bool) {
    (self.words, self.isStated) = (words, isStated)
  }

  init(_ policy: TransportPolicy) {
    isStated = true
    words = policy.allowsHTTP ? [Self.http] : []
    words += policy.httpHosts.sorted().map { Self.host + $0 }
    words += policy.addresses.allowed.map { Self.address + $0.description }.sorted()
  }

  /// Reads the member `allow` of a line; `nil` where it holds anything but such options.
  init?(_ line: JSONValue) {
    guard let allow = line["allow"] else {
      self = .unstated
      return
    }
    guard allow.kind == .array else { return nil }
    let texts = allow.elements.map(\.string)
    let words = texts.compactMap { $0 }
    guard words.count == texts.count, words.allSatisfy(PlanTerms.isOption) else { return nil }
    self.init(words: words, isStated: true)
  }

  private static func isOption(_ word: String) -> Bool {
    if word.hasPrefix(address) {
      return (try? AddressRange(String(word.dropFirst(address.count)))) != nil
    }
    return word == http || (word.hasPrefix(host) && word != host)
  }

  /// Writes the member `allow`, where it is known.
  func write(to writer: inout JSONWriter) {
    guard isStated else { return }
    writer.key("allow")
    writer.beginArray()
    for word in words { writer.string(word) }
    writer.endArray()
  }

  /// The options as one would write them, for messages.
  var options: String {
    words.isEmpty ? "no --allow-... option" : words.map { "--\($0)" }.joined(separator: " ")
  }

  /// The policy that they mean.
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
