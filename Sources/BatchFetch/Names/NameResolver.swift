internal import CCares
internal import CPlatform
internal import InternetAddress

/// Looks names up with c-ares on the loop's epoll set: no thread per look-up, nothing to join.
final class NameResolver {
  /// One look-up on its way; c-ares holds it until its callback.
  private final class LookUp {
    let host: String
    unowned let resolver: NameResolver
    /// Packets heard of any server when it began.
    let heardBefore: Int

    init(host: String, resolver: NameResolver) {
      self.host = host
      self.resolver = resolver
      heardBefore = resolver.heard
    }
  }

  private var channel: ares_channel?
  private let epoll: Epoll
  private let hosts: [String: [IPAddress]]
  /// Answers since they were last taken.
  private var settled: [(host: String, answer: NameAnswer)] = []
  private let prefersV6: Bool
  private var due: Moment?
  /// Packets heard of name servers: c-ares reports one that refuses like one that is silent.
  private var heard = 0

  init(_ settings: ResolverSettings, epoll: Epoll) throws(BatchFetcherError) {
    self.epoll = epoll
    hosts = settings.hosts.mapValues { $0.compactMap { NumericHost.address($0) } }
    prefersV6 = cplatform_has_route_v6() != 0
    let user = Unmanaged.passUnretained(self).toOpaque()
    let code = ccares_init(
      &channel,
      { user, socket, readable, writable in
        guard let user else { return }
        let resolver = Unmanaged<NameResolver>.fromOpaque(user).takeUnretainedValue()
        var wanted: Epoll.Directions = []
        if readable != 0 { wanted.insert(.reading) }
        if writable != 0 { wanted.insert(.writing) }
        resolver.epoll.watch(socket, kind: .resolver, for: wanted)
      }, user, Int32(clamping: settings.timeout.nanoseconds / 1_000_000),
      Int32(clamping: settings.tries))
    guard code == ARES_SUCCESS else {
      throw BatchFetcherError(
        code: .libraryUnfit, detail: "The resolver cannot be set up: \(text(code)).")
    }
    guard !settings.servers.isEmpty else { return }
    let servers = settings.servers.joined(separator: ",")
    guard ares_set_servers_ports_csv(channel, servers) == ARES_SUCCESS else {
      ares_destroy(channel)
      channel = nil
      throw BatchFetcherError(
        code: .badSetting,
        detail: "'\(servers)' names no name servers: write address or address:port.")
    }
  }

  deinit {
    // Calls back every look-up under way, which releases it.
    if let channel { ares_destroy(channel) }
  }

  /// When c-ares wants to be called though no socket is ready.
  func nextDue(_ now: Moment) -> Moment? {
    let wait = ccares_wait(channel)
    due = wait < 0 ? nil : now + .microseconds(wait)
    return due
  }

  /// Starts a look-up; its answer comes out of `takeSettled`.
  func lookUp(_ host: String) {
    if let known = hosts[host] {
      settled.append((host, .addresses(known)))
    } else if host == "localhost" || host.hasSuffix(".localhost") {
      // RFC 6761, 6.3: never asked of a server.
      settled.append((host, .addresses(order([.v4(0x7f00_0001), .v6(high: 0, low: 1)]))))
    } else {
      let lookUp = Unmanaged.passRetained(LookUp(host: host, resolver: self))
      ccares_look_up(
        channel, host,
        { user, status, _, result in
          guard let user else { return }
          let lookUp = Unmanaged<LookUp>.fromOpaque(user).takeRetainedValue()
          defer { if let result { ares_freeaddrinfo(result) } }
          guard status != ARES_EDESTRUCTION else { return }
          lookUp.resolver.settle(lookUp, status, result)
        }, lookUp.toOpaque())
    }
  }

  /// A socket of c-ares is ready.
  func process(_ socket: Int32, _ directions: Epoll.Directions) {
    let failed = directions.contains(.failed)
    if !failed, directions.contains(.reading) { heard += 1 }
    ares_process_fd(
      channel, failed || directions.contains(.reading) ? socket : -1,
      failed || directions.contains(.writing) ? socket : -1)
  }

  /// Lets c-ares see that time has passed, if it waits for that.
  func processTimeouts(_ now: Moment) {
    guard let due, due <= now else { return }
    ares_process_fd(channel, -1, -1)
  }

  var hasSettled: Bool { !settled.isEmpty }

  func takeSettled() -> [(host: String, answer: NameAnswer)] {
    guard !settled.isEmpty else { return [] }
    defer { settled = [] }
    return settled
  }

  private func settle(
    _ lookUp: LookUp, _ status: Int32, _ result: UnsafeMutablePointer<ares_addrinfo>?
  ) {
    let host = lookUp.host
    var addresses: [IPAddress] = []
    var node = result?.pointee.nodes
    while let current = node {
      var bytes: [UInt8] = Array(repeating: 0, count: 16)
      let width = ccares_address(current, &bytes)
      if let address = IPAddress(bytes: bytes.prefix(Int(width))), !addresses.contains(address) {
        addresses.append(address)
      }
      node = current.pointee.ai_next
    }
    let reason = "\(host): \(text(status))"
    switch status {
    case ARES_SUCCESS where !addresses.isEmpty:
      settled.append((host, .addresses(order(addresses))))
    case ARES_SUCCESS, ARES_ENODATA, ARES_ENOTFOUND,
      ARES_EBADNAME:
      settled.append((host, .notFound(reason)))
    default:
      settled.append((host, .failure(reason, isSilence: heard == lookUp.heardBefore)))
    }
  }

  /// The family that this machine can reach comes first; eight are enough.
  private func order(_ addresses: [IPAddress]) -> [IPAddress] {
    let first = addresses.filter { ($0.width == 128) == prefersV6 }
    let second = addresses.filter { ($0.width == 128) != prefersV6 }
    return Array(first.prefix(5) + second.prefix(3))
  }
}

private func text(_ code: Int32) -> String {
  String(cString: ares_strerror(code))
}
