import BatchFetch
import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

/// The program's own run, in this process, over every behaviour of one lane: names from a name
/// server, sockets to servers, bytes to the probe, facts to the rules, rows to a report.
struct BehaviourRun: Sendable {
  let lane: Lane
  /// Only what never ends, under a short limit, or only what does, under one that is out of reach.
  let isSlow: Bool
  /// With the number that is its host's name and its folder.
  let shown: [(number: Int, behaviour: ServerBehaviour)]

  init(_ lane: Lane, isSlow: Bool) {
    self.lane = lane
    self.isSlow = isSlow
    shown = BehaviourTable.all.enumerated()
      .filter { $0.element.isShown(on: lane) && $0.element.expected.isSlow == isSlow }
      .map { (number: $0.offset, behaviour: $0.element) }
  }

  /// What the report says of one behaviour.
  struct Found: Sendable {
    /// By profile.
    var rows: [String: [String: CaseValue]] = [:]
    /// Requests for the picture that came to our own server.
    var requests: Int?
  }

  /// Runs the program and gives what was found, by number.
  func found() async throws -> [Int: Found] {
    let scratch = try Scratch()
    let cast = try BehaviourCast(lane, shown, folder: scratch.path)
    defer { cast.stop() }
    let text = shown.flatMap { number, behaviour in lines(number, behaviour, cast) }
    try scratch.write(text.joined(separator: "\n"))
    let settings = try settings(scratch.path, cast)
    let audit = AuditRun(
      settings: settings, console: Console(errorIsTerminal: false, outputTakesColour: false),
      log: Log(format: .text, level: .error, wipesLine: false), stop: StopRequest())
    let summary = try await audit.run()
    #expect(summary.code == .done)
    var found: [Int: Found] = [:]
    for row in try CaseReport(folder: scratch.path + "/report").rows("results.ndjson") {
      guard case .text(let id)? = row["id"], case .text(let profile)? = row["profile"],
        let number = Int(id)
      else { continue }
      found[number, default: Found()].rows[profile] = row
    }
    for (number, behaviour) in shown {
      found[number]?.requests = cast.requestCount(number, behaviour)
    }
    return found
  }

  /// One payload for each profile, all with the same URL.
  private func lines(
    _ number: Int, _ behaviour: ServerBehaviour, _ cast: BehaviourCast
  ) -> [String] {
    let base = cast.base(number)
    func line(_ id: String, _ profile: String, _ url: String) -> String {
      """
      {"id":"\(id)","profile":"\(profile)","payload":{"aps":{"alert":{"title":"Sale",\
      "body":"Tap"},"mutable-content":1},"_mediaUrl":"\(url)","_mediaAlt":"A picture",\
      "ios_apx_media":"\(url)"}}
      """
    }
    let own = Expected.profiles.map { line("\(number)", $0, base + "/p.png") }
    // The other picture comes first and leaves the connection that is used again.
    return (behaviour.isReused ? [line("other", "mapp", base + "/other.png")] : []) + own
  }

  private func settings(_ folder: String, _ cast: BehaviourCast) throws -> Settings {
    let exception = lane.isSecure ? [] : ["--allow-http"]
    var settings = try Settings(
      ParsedOptions(
        [
          "--input", folder + "/list.ndjson", "--output", folder + "/report", "--no-state",
          "--quiet", "--ca-file", TestCertificates.authorityFile, "--time-limit",
          isSlow ? "4" : "600",
          "--allow-address", "127.0.0.0/8", "--allow-address", "::1/128",
          "--concurrency", "256", "--per-host", "1",
        ] + exception))
    settings.fetch.resolver.servers = [cast.nameServer.address]
    settings.fetch.backoffBase = .milliseconds(20)
    return settings
  }
}

/// The servers of a lane: one for what depends on the path alone, one more for each other.
struct BehaviourCast: Sendable {
  let nameServer: LoopbackNameServer
  private let lane: Lane
  private let shared: LoopbackServer?
  private let sharedNginx: NginxServer?
  private let own: [Int: LoopbackServer]
  private let ownNginx: [Int: NginxServer]
  private let ports: [Int: DeadPort]

  init(
    _ lane: Lane, _ shown: [(number: Int, behaviour: ServerBehaviour)], folder: String
  ) throws {
    self.lane = lane
    var own: [Int: LoopbackServer] = [:]
    var ownNginx: [Int: NginxServer] = [:]
    var ports: [Int: DeadPort] = [:]
    for (number, behaviour) in shown {
      switch behaviour.actor {
      case .answer, .name: break
      case .listener(let listener):
        own[number] = try LoopbackServer(listener()) { _ in
          .ok(BehaviourTable.picture, type: BehaviourTable.png)
        }
      case .nginx(let kind, let directives):
        guard NginxServer.isInstalled else { break }
        ownNginx[number] = try NginxServer(
          serving: folder, certificate: BehaviourTable.certificate(kind), directives: directives)
      case .port(let kind): ports[number] = try DeadPort(kind)
      }
    }
    (self.own, self.ownNginx, self.ports) = (own, ownNginx, ports)
    nameServer = try Self.nameServer(shown, address: lane == .ipv6 ? "::1" : "127.0.0.1")
    sharedNginx = lane.isNginx ? try Self.nginx(lane, shown, folder: folder) : nil
    shared = lane.isNginx ? nil : try Self.server(lane, shown)
  }

  func stop() {
    for server in [shared].compactMap({ $0 }) + Array(own.values) { server.stop() }
    for server in [sharedNginx].compactMap({ $0 }) + Array(ownNginx.values) { server.stop() }
    nameServer.stop()
  }

  /// The URL of a behaviour's folder.
  func base(_ number: Int) -> String {
    let port =
      own[number]?.port ?? ownNginx[number]?.port ?? ports[number]?.port ?? shared?.port
      ?? sharedNginx?.port ?? 1
    return "\(lane.scheme)://b\(number).example.com:\(port)/b\(number)"
  }

  /// How often the picture was asked for, where our own server can tell.
  func requestCount(_ number: Int, _ behaviour: ServerBehaviour) -> Int? {
    switch behaviour.actor {
    case .answer: shared?.requestCount("/b\(number)/p.png")
    case .listener: own[number]?.requestCount
    default: nil
    }
  }

  private static func server(
    _ lane: Lane, _ shown: [(number: Int, behaviour: ServerBehaviour)]
  ) throws -> LoopbackServer {
    let certificate = BehaviourTable.certificate(.trusted)
    let listener: Listener =
      switch lane {
      case .tls: .tls(certificate)
      case .http2: .http2(certificate)
      case .ipv6: Listener(binding: .ipv6)
      default: .plain
      }
    let routes = shown.compactMap { number, behaviour -> Route? in
      guard case .answer(let answer) = behaviour.actor else { return nil }
      let folder = "/b\(number)/"
      return Route(folder, isPrefix: true) { request in
        let host = request.headers["Host"] ?? ""
        return answer(
          Ask(
            request: request, rest: String(request.path.dropFirst(folder.count)),
            base: "\(lane.scheme)://\(host)/b\(number)"))
      }
    }
    return try LoopbackServer(listener, routes: routes)
  }

  private static func nginx(
    _ lane: Lane, _ shown: [(number: Int, behaviour: ServerBehaviour)], folder: String
  ) throws -> NginxServer {
    try Data(BehaviourTable.picture).write(to: URL(filePath: folder + "/p.png"))
    try Data(BehaviourTable.page).write(to: URL(filePath: folder + "/page.html"))
    let directives = shown.compactMap { number, behaviour in
      behaviour.nginx?.replacing("{path}", with: "/b\(number)")
    }
    return try NginxServer(
      serving: folder, certificate: lane.isSecure ? BehaviourTable.certificate(.trusted) : nil,
      protocols: lane == .nginxHTTP2 ? .http2 : .http11,
      directives: directives.joined(separator: "\n"))
  }

  private static func nameServer(
    _ shown: [(number: Int, behaviour: ServerBehaviour)], address: String
  ) throws -> LoopbackNameServer {
    var table: [String: LoopbackNameServer.Answer] = [
      "inside.example.com": .addresses(["10.1.2.3"]), "nowhere.example.com": .notFound,
    ]
    for (number, behaviour) in shown {
      if case .name(let answer) = behaviour.actor { table["b\(number).example.com"] = answer }
    }
    let named = table
    return try LoopbackNameServer { named[$0.name] ?? .addresses([address]) }
  }
}
