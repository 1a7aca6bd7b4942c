import LoopbackServer

/// One thing that a server, a name or a port can do, and what the device rules make of it.
struct ServerBehaviour: Sendable {
  /// Who does it.
  enum Actor: Sendable {
    /// The lane's own server, by path.
    case answer(@Sendable (Ask) -> Reply)
    /// A server that takes connections in its own way and answers with the picture.
    case listener(@Sendable () -> Listener)
    /// An nginx with a certificate and further lines of its own.
    case nginx(TestCertificates.Kind, directives: String)
    /// A port without a server.
    case port(DeadPort.Kind)
    /// The name server, to the question for the host.
    case name(LoopbackNameServer.Answer)
  }

  var name: String
  var expected: Expected
  var lanes: Set<Lane>
  var actor: Actor
  /// Lines of a configuration that make nginx do the same; `{path}` is the behaviour's folder.
  var nginx: String?
  /// Another picture of the same host is asked for too, over the same connection.
  var isReused = false

  /// A behaviour of the lane's own server.
  init(
    _ name: String, _ expected: Expected, _ reply: Reply, on lanes: Set<Lane> = .all,
    nginx: String? = nil
  ) {
    self.init(name, expected, on: lanes, nginx: nginx) { _ in reply }
  }

  /// A behaviour of the lane's own server that depends on what is asked for.
  init(
    _ name: String, _ expected: Expected, on lanes: Set<Lane> = .all, nginx: String? = nil,
    isReused: Bool = false, answer: @escaping @Sendable (Ask) -> Reply
  ) {
    self.init(name, expected, .answer(answer), on: lanes)
    self.nginx = nginx
    self.isReused = isReused
  }

  /// A behaviour that needs more than a path.
  init(_ name: String, _ expected: Expected, _ actor: Actor, on lanes: Set<Lane>) {
    self.name = name
    self.expected = expected
    self.actor = actor
    self.lanes = lanes
  }

  /// Whether it is shown in a lane.
  func isShown(on lane: Lane) -> Bool {
    lane.isNginx ? nginx != nil && lanes.contains(lane.counterpart) : lanes.contains(lane)
  }
}

/// One request, seen from its behaviour.
struct Ask: Sendable {
  var request: Request
  /// The path within the behaviour's folder: `p.png` is the picture of the payload.
  var rest: String
  /// The folder's URL, without a slash at its end.
  var base: String
}

/// A way to a server: scheme, address family, protocol, and who serves.
enum Lane: String, Sendable, CaseIterable {
  case tls = "https"
  case http2 = "h2"
  case plain = "http"
  case ipv6 = "http-v6"
  case nginxTLS = "nginx-https"
  case nginxHTTP2 = "nginx-h2"
  case nginxPlain = "nginx-http"

  var isNginx: Bool { counterpart != self }

  /// The lane of our own server that is most like it.
  var counterpart: Lane {
    switch self {
    case .nginxTLS: .tls
    case .nginxHTTP2: .http2
    case .nginxPlain: .plain
    default: self
    }
  }

  /// Plain HTTP needs the app's exception (T1), without which nothing is requested.
  var isSecure: Bool { counterpart == .tls || counterpart == .http2 }
  var scheme: String { isSecure ? "https" : "http" }
}

extension Set<Lane> {
  static let all: Set<Lane> = [.tls, .http2, .plain, .ipv6]
  /// Where bytes on the wire are a server's own affair.
  static let http1: Set<Lane> = [.tls, .plain, .ipv6]
  static let secure: Set<Lane> = [.tls, .http2]
  static let bothSchemes: Set<Lane> = [.tls, .plain]
}

/// What the rules make of a behaviour, for a picture with a name that works and an alt text.
struct Expected: Sendable {
  var reason: String
  var status: Int?
  /// Tries of a run with two retries (T9).
  var tries = 1
  /// One letter for each profile, in the order of `profiles`.
  var ends: String
  /// Where it is not that of the others.
  var mappReason: String?
  var warnings: Set<String> = []
  /// A reset may overtake the head: whether its status was still read is chance.
  var mayLackStatus = false

  /// Whether only the time limit ends it.
  var isSlow: Bool { reason == "too_slow" }

  static let profiles = [
    "sfmc-objc", "sfmc-swift-2017", "sfmc-swift", "sfmc-sdk-swift", "sfmc-sdk-objc", "mapp",
  ]

  /// Outcome and way of each letter.
  static let letters: [Character: (outcome: String, via: String)] = [
    "M": ("media", "handler"), "B": ("blank", "handler"), "A": ("alt_text", "handler"),
    "O": ("original", "handler"), "C": ("original", "crash"), "a": ("alt_text", "expiry"),
    "o": ("original", "expiry"), "U": ("unknown", ""),
  ]

  /// O, all well.
  static func media(_ status: Int = 200, tries: Int = 1, _ warnings: Set<String> = []) -> Expected {
    Expected(reason: "ok", status: status, tries: tries, ends: "MMMMMM", warnings: warnings)
  }

  /// O, a 2xx whose bytes cannot be drawn under an accepted name (A5).
  static func blank(_ reason: String, _ status: Int = 200, _ warnings: Set<String> = []) -> Expected
  {
    Expected(reason: reason, status: status, ends: "BBBBBB", warnings: warnings)
  }

  /// O, transport error; `status` is that of the last answer.
  static func transport(
    _ reason: String, _ status: Int? = nil, tries: Int = 1, _ warnings: Set<String> = []
  ) -> Expected {
    Expected(reason: reason, status: status, tries: tries, ends: "AAAOOO", warnings: warnings)
  }

  /// The same where a reset follows the head at once.
  var withHaste: Expected {
    var expected = self
    expected.mayLackStatus = true
    return expected
  }

  /// O, a status outside 200...299 with a body that is no picture (T8).
  static func status(
    _ status: Int, tries: Int = 1, reason: String = "http_status"
  ) -> Expected {
    Expected(reason: reason, status: status, tries: tries, ends: "AAAOOB")
  }

  /// O, too slow (T6).
  static func slow(_ status: Int? = nil) -> Expected {
    Expected(reason: "too_slow", status: status, ends: "aaaooo")
  }

  /// A3 and A7: no attachment can be made of so many bytes.
  static func tooLarge(_ warnings: Set<String> = []) -> Expected {
    Expected(reason: "too_large", status: 200, ends: "ACAOOO", warnings: warnings)
  }

  /// The audit could not find out.
  static func unknown(_ reason: String, _ status: Int? = nil, tries: Int = 1) -> Expected {
    Expected(reason: reason, status: status, tries: tries, ends: "UUUUUU")
  }
}
