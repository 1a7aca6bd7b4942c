import LoopbackServer

/// Where the soak's servers are, for the process that runs the engine.
struct SoakPlaces: Sendable, Codable {
  var ports: [String: Int]
  var names: String
  var trustFile: String

  func url(_ port: String, _ path: String, host: String) -> String {
    "\(["plain", "refused"].contains(port) ? "http" : "https")://\(host):\(ports[port] ?? 1)\(path)"
  }
}

/// What a hundred transfers of the soak are: thirty of them meet a fault.
struct SoakTraffic: Sendable {
  struct Row: Sendable {
    /// Of a hundred transfers.
    var share: Int
    /// The server's port, by name.
    var port: String
    var path: String
    /// The host, where it is not one of a thousand; TLS asks for the name of its certificate.
    var host: String?
    /// Broken off by us while it is under way.
    var isCancelled = false

    init(_ share: Int, _ port: String, _ path: String, host: String? = nil, cancelled: Bool = false)
    {
      self.share = share
      self.port = port
      self.path = path
      self.host = host
      isCancelled = cancelled
    }
  }

  static let good: [Row] = [
    Row(24, "plain", "/good"), Row(6, "plain", "/gzip"), Row(2, "plain", "/long"),
    Row(8, "plain", "/onward"), Row(15, "tls", "/good"), Row(15, "http2", "/good"),
  ]

  static let faults: [Row] = [
    // Resets.
    Row(1, "plain", "/reset"), Row(1, "plain", "/reset-in-body"), Row(1, "tls", "/reset-in-body"),
    Row(1, "http2", "/reset-stream"), Row(1, "http2", "/go-away"), Row(1, "refused", "/"),
    // Bodies cut short and chunks broken.
    Row(1, "plain", "/short"), Row(1, "tls", "/gzip-cut"), Row(1, "plain", "/chunks-cut"),
    Row(2, "plain", "/chunks-broken"), Row(1, "plain", "/garbage"), Row(1, "plain", "/503"),
    // Stalls.
    Row(1, "plain", "/stall"), Row(1, "tls", "/stall-in-body"), Row(1, "stalled", "/"),
    // TLS.
    Row(1, "expired", "/"), Row(1, "alert", "/"), Row(1, "closed", "/"), Row(1, "noise", "/"),
    // Redirects that do not end.
    Row(2, "plain", "/loop"),
    // Names.
    Row(2, "plain", "/", host: "nobody"), Row(1, "plain", "/", host: "failing"),
    // Broken off by us: before the head, in the body, in the handshake, in the look-up.
    Row(1, "plain", "/stall", cancelled: true), Row(1, "tls", "/stall-in-body", cancelled: true),
    Row(1, "http2", "/stall-in-body", cancelled: true), Row(1, "stalled", "/", cancelled: true),
    Row(1, "plain", "/", host: "silent", cancelled: true),
  ]

  private static let hundred: [Row] = (good + faults).flatMap {
    Array(repeating: $0, count: $0.share)
  }

  /// The transfer of a number, faults well spread.
  static func transfer(_ number: Int, _ places: SoakPlaces) -> (url: String, isCancelled: Bool) {
    let row = hundred[number * 37 % hundred.count]
    let isSecure = !["plain", "refused"].contains(row.port)
    let host =
      isSecure ? "localhost" : row.host.map { "\($0)\(number).test" } ?? "h\(number % 997).test"
    return (places.url(row.port, row.path, host: host), row.isCancelled)
  }
}

/// The servers of the soak; they live in the process that does not run the engine.
struct SoakServers {
  let places: SoakPlaces
  private let servers: [LoopbackServer]
  private let names: LoopbackNameServer
  private let refusing: DeadPort

  init() throws {
    let listeners: [(String, Listener)] = [
      ("plain", .plain), ("tls", .tls()), ("http2", .http2()),
      ("expired", .tls(TestCertificates.certificate(.expired))),
      ("alert", .faulty(.alert)), ("noise", .faulty(.garbage)),
      ("closed", .faulty(.closeAfterHello)), ("stalled", .faulty(.stallAfterHello)),
    ]
    var ports: [String: Int] = [:]
    var servers: [LoopbackServer] = []
    for (name, listener) in listeners {
      let server = try LoopbackServer(listener, routes: Self.routes)
      ports[name] = server.port
      servers.append(server)
    }
    refusing = try DeadPort(.refusing)
    ports["refused"] = refusing.port
    names = try LoopbackNameServer { query in
      switch query.name {
      case let name where name.hasPrefix("nobody"): .notFound
      case let name where name.hasPrefix("failing"): .serverFailure
      case let name where name.hasPrefix("silent"): .silence
      default: .addresses(["127.0.0.1"])
      }
    }
    self.servers = servers
    places = SoakPlaces(
      ports: ports, names: names.address, trustFile: TestCertificates.authorityFile)
  }

  private static let routes: [Route] = {
    let body = (0..<4000).map { UInt8(truncatingIfNeeded: $0) }
    let long = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 >> 3) }
    return [
      Route("/good", .ok(body)), Route("/gzip", .ok(body, coding: .gzip)),
      Route("/long", .ok(long)),
      Route("/onward", .redirect(to: "/good")), Route("/reset", .resetBeforeHead),
      Route("/reset-in-body", .resetInBody(body)),
      Route("/reset-stream", .resetStream(inBody: body)),
      Route("/go-away", .goAwayBeforeHead), Route("/short", .ok(body, framing: .lengthOff(by: 9))),
      Route("/gzip-cut", .ok(body, coding: Coding(.gzip, .cut))),
      Route("/chunks-cut", .ok(body, framing: .chunkedCut(size: 99))),
      Route("/chunks-broken", .ok(body, framing: .chunkedBroken(size: 99))),
      Route("/garbage", .garbage), Route("/503", .status(503)), Route("/stall", .stallBeforeHead),
      Route("/stall-in-body", .stallInBody(body)), .loop("/loop"),
    ]
  }()
}
