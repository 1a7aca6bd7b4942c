import LoopbackServer

/// A host of a case that is not served as the others are.
struct CaseHost: Sendable {
  var name: String
  /// Nothing listens there.
  var isClosed: Bool
  var listener: @Sendable ([String]) -> Listener

  private static let members: Set<String> = ["host", "certificate", "tls", "greeting", "closed"]

  init(_ value: CaseValue) throws {
    let members = try CaseMembers(value, in: "a host", known: Self.members)
    name = try members.needed("host")
    isClosed = try members.flag("closed") ?? false
    listener = { .tls(TestCertificates.certificate(.trusted, names: $0)) }
    if let word = try members.text("certificate") {
      guard let kind = TestCertificates.Kind(rawValue: word) else {
        throw CaseFault("no certificate \(word)")
      }
      listener = { .tls(TestCertificates.certificate(kind, names: $0)) }
    }
    if let word = try members.text("tls") {
      guard let change = Self.settings[word] else { throw CaseFault("no TLS settings \(word)") }
      listener = { .tls(TestCertificates.certificate(.rsa2048, names: $0), change) }
    }
    if let word = try members.text("greeting") {
      guard let greeting = Self.greetings[word] else { throw CaseFault("no greeting \(word)") }
      listener = { _ in .faulty(greeting) }
    }
  }

  private static let settings: [String: @Sendable (inout TLSSettings) -> Void] = [
    "old": { $0.versions = .tls10 ... .tls11 },
    "no_forward_secrecy": {
      $0.versions = .tls12 ... .tls12
      $0.ciphers = "AES128-GCM-SHA256:AES256-GCM-SHA384"
    },
    "client_certificate": { $0.demandsClientCertificate = true },
  ]

  private static let greetings: [String: Listener.Greeting] = [
    "alert": .alert, "garbage": .garbage, "reset": .reset, "close": .close, "stall": .stall,
    "plain_http": .say(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)),
  ]
}

/// The servers of one case: HTTPS and HTTP for every host, and one more for each special host.
struct CaseServers: Sendable {
  private let secure: LoopbackServer
  private let plain: LoopbackServer
  private let proxy: LoopbackProxy?
  private let nameServer: LoopbackNameServer?
  /// Holds every answer back while it is closed.
  private let gate = Gate()
  private let special: [(host: CaseHost, server: LoopbackServer?)]

  init(_ file: CaseFile) throws {
    let routes = file.routes
    let names = file.certificateNames ?? Self.hosts(routes)
    let certificate = TestCertificates.certificate(.trusted, names: names)
    let held = file.secondRun == nil ? nil : gate
    let handler: @Sendable (String) -> @Sendable (Request) -> Reply = { scheme in
      { request in
        let reply = Self.answer(request, scheme: scheme, routes: routes)
        return held.map { reply.after(.gate($0)) } ?? reply
      }
    }
    secure = try LoopbackServer(
      file.usesHTTP2 ? .http2(certificate) : .tls(certificate), handler: handler("https"))
    plain = try LoopbackServer(.plain, handler: handler("http"))
    proxy = try file.proxy.map { try LoopbackProxy($0) }
    nameServer = try file.names.map { try LoopbackNameServer($0) }
    special = try file.hosts.map { host in
      if host.isClosed { return (host, nil) }
      return (host, try LoopbackServer(host.listener([host.name]), handler: handler("https")))
    }
  }

  /// Lets the answers go that were held back.
  func openGate() { gate.open() }

  /// The name server, as the resolver's settings take it.
  var nameServers: [String] { nameServer.map { [$0.address] } ?? [] }

  func stop() {
    gate.open()
    nameServer?.stop()
    proxy?.stop()
    for server in all { server.stop() }
  }

  /// Bytes of the case with the port of the HTTPS server filled in.
  func filled(_ bytes: [UInt8]) -> [UInt8] {
    bytes.replacing(Self.portPlaceholder.utf8, with: "\(secure.port)".utf8)
  }

  private static let portPlaceholder = "{https_port}"

  /// The proxy, as an environment names it.
  var environment: [String: String] { proxy.map { ["https_proxy": $0.url] } ?? [:] }

  /// How many requests came to the proxy.
  var proxiedCount: Int { proxy?.requests.count ?? 0 }

  /// The options that lead every connection of the program here.
  var options: [String] {
    // Nobody listens at the first ports of a machine that runs no ancient services.
    let own = special.map { "\($0.host.name):443:127.0.0.1:\($0.server?.port ?? 1)" }
    let all = own + [":80:127.0.0.1:\(plain.port)", "::127.0.0.1:\(secure.port)"]
    return all.flatMap { ["--connect-to", $0] }
  }

  /// Every request so far with the URL it was for.
  var requests: [(url: String, request: Request)] {
    all.flatMap { server in
      server.requests.map { (Self.url($0, scheme: server === plain ? "http" : "https"), $0) }
    }
  }

  /// Blocks until so many requests have arrived at the HTTPS server.
  func waitForRequests(_ count: Int) -> Bool { secure.waitForRequests(count) }

  private var all: [LoopbackServer] { [secure, plain] + special.compactMap(\.server) }

  private static func answer(
    _ request: Request, scheme: String, routes: [CaseRoute]
  ) -> Reply {
    let plain = url(request, scheme: scheme)
    let route = routes.first { route in
      let url = route.url.contains(portPlaceholder) ? withPlaceholder(plain) : plain
      return route.url == url && route.condition?.holds(for: request) ?? true
    }
    return route?.reply(to: request.attempt) ?? .status(404)
  }

  private static func url(_ request: Request, scheme: String) -> String {
    "\(scheme)://\((request.headers["Host"] ?? "").lowercased())\(request.target)"
  }

  /// A URL with the placeholder where its port stands.
  private static func withPlaceholder(_ url: String) -> String {
    url.replacing(/:[0-9]+\//, with: ":\(portPlaceholder)/", maxReplacements: 1)
  }

  /// The hosts of the HTTPS routes, each once.
  private static func hosts(_ routes: [CaseRoute]) -> [String] {
    let hosts = routes.compactMap { route -> String? in
      guard route.url.hasPrefix("https://") else { return nil }
      let authority = route.url.dropFirst(8).prefix { $0 != "/" && $0 != "?" }
      if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
      return String(authority.prefix { $0 != ":" })
    }
    let unique = Set(hosts).sorted()
    return unique.isEmpty ? ["localhost"] : unique
  }
}
