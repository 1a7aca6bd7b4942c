internal import CPlatform
internal import Glibc
internal import InternetAddress

/// From an accepted fetch to a request that curl carries: policy, names, connection.
extension CurlLoop {
  func accept(
    _ id: LoopState.JobID, _ request: FetchRequest,
    _ answer: CheckedContinuation<FetchResult, Never>
  ) {
    counters.accepted += 1
    let refusal: FetchFailure
    do throws(HopURL.Defect) {
      let hop = try HopURL(request.url)
      guard let failure = admission(hop, index: 0) else {
        jobs[id] = Job(id: id, request: request, start: hop, answer: answer)
        state.accept(id, host: hop.hostKey)
        return
      }
      refusal = failure
    } catch {
      refusal = FetchFailure(
        code: .connectFailed, detail: "The URL is none that can be requested.",
        cause: "\(error)")
    }
    self.answer(
      answer, FetchResult(request: request, trail: Trail(), ending: .failed(refusal)))
  }

  /// Why a hop must not be requested, asked before each.
  func admission(_ hop: HopURL, index: Int) -> FetchFailure? {
    if offline.isOffline { return CurlLoop.offlineFailure }
    if var code = plan.settings.hopPolicy.refusal(hop.text, index) {
      if index > 0, code == .httpNotSecure || code == .ipAddressHost { code = .redirectNotSecure }
      return FetchFailure(code: code, detail: "The policy lets no request go to \(hop.text).")
    }
    guard curlURL.agrees(with: hop) else {
      return FetchFailure(
        code: index > 0 ? .redirectWithoutTarget : .connectFailed,
        detail: "The host of the URL is not read alike by all parsers.")
    }
    let peer = self.peer(of: hop)
    if !peer.isExempt, let address = peer.address, !plan.settings.addressPolicy.permits(address) {
      return FetchFailure(
        code: .addressNotPublic, detail: "The URL names the address \(address).")
    }
    return nil
  }

  static let offlineFailure = FetchFailure(
    code: .auditOffline, detail: "Our own network is down: no host and no name server answers.")

  /// A job was handed a slot: its first hop, or the next one of its chain.
  func start(_ id: LoopState.JobID, _ now: Moment) {
    guard let job = jobs[id] else { return state.end(id) }
    if let attempt = job.attempt {
      attempt.clock.goOn(now)
      arm(job, attempt)
      return beginHop(job, attempt, now)
    }
    guard let transfer = idle.popLast() ?? newTransfer(job.start) else {
      let failure = FetchFailure(code: .localFault, detail: "libcurl has no memory left.")
      return finish(job, .failed(failure), now)
    }
    job.tries += 1
    let attempt = Attempt(transfer: transfer, hop: job.start, now: now)
    attempt.wantsFreshConnection = job.wantsFreshConnection
    transfer.job = id
    job.attempt = attempt
    arm(job, attempt)
    beginHop(job, attempt, now)
  }

  private func newTransfer(_ hop: HopURL) -> Transfer? {
    guard let transfer = Transfer(shared, hop: hop) else { return nil }
    transfers[transfer.easy.handle] = transfer
    return transfer
  }

  func arm(_ job: Job, _ attempt: Attempt) {
    alarms.add(
      Alarm(job: job.id, tryNumber: job.tries, kind: .deadline),
      due: attempt.clock.deadline(plan.settings.timeLimit))
  }

  /// Begins a hop with the address of its peer.
  func beginHop(_ job: Job, _ attempt: Attempt, _ now: Moment) {
    attempt.hopBegan = now
    attempt.timingBefore = attempt.trail.timing
    attempt.lacksResolverSocket = false
    attempt.trail.begin(hop: attempt.hop.text)
    let peer = self.peer(of: attempt.hop)
    if peer.address != nil {
      return connect(job, attempt, peer, addresses: nil, now)
    }
    switch names.ask(peer.host, for: job.id, now: now) {
    case .known(let answer):
      attempt.phase = .resolving(host: peer.host, since: now)
      resolved(job, attempt, answer, now)
    case .wait: attempt.phase = .resolving(host: peer.host, since: now)
    case .lookUp:
      attempt.phase = .resolving(host: peer.host, since: now)
      resolver.lookUp(peer.host)
    }
  }

  /// How long a hop waits for another one's handshake before it opens a connection of its own.
  private static let patience = Duration.seconds(2)

  /// A hop still waits for another one's handshake, which may never end: on its own, then.
  func outOfPatience(_ job: Job, _ attempt: Attempt, _ now: Moment) {
    guard attempt.phase == .transferring, attempt.transfer.isAdded,
      !attempt.transfer.hasOwnConnection, attempt.hopBegan + CurlLoop.patience <= now
    else { return }
    attempt.hasWaited = true
    endTransfer(attempt.transfer)
    attempt.trail.hops.removeLast()
    beginHop(job, attempt, now)
  }

  /// The machine a hop's connection goes to.
  struct Peer {
    var host: String
    var port: Int
    /// When the host is no name.
    var address: IPAddress?
    /// Named by the operator: its address is not checked.
    var isExempt: Bool
    var proxy: String?
    var isDetour: Bool
  }

  private func peer(of hop: HopURL) -> Peer {
    if let proxy = plan.proxies.proxy(for: hop),
      let (host, port) = ProxyChoice.hostAndPort(proxy)
    {
      return Peer(
        host: host, port: port, address: NumericHost.address(host), isExempt: true, proxy: proxy,
        isDetour: false)
    }
    if plan.detours.isEmpty {
      return Peer(
        host: hop.host, port: hop.port, address: hop.address, isExempt: false, proxy: nil,
        isDetour: false)
    }
    let target = plan.detours.target(host: hop.host, port: hop.port)
    return Peer(
      host: target.host, port: target.port, address: NumericHost.address(target.host),
      isExempt: target.isNamed, proxy: nil,
      isDetour: target.host != hop.host || target.port != hop.port)
  }

  /// A name is settled for a job that waited for it.
  func resolved(_ job: Job, _ attempt: Attempt, _ answer: NameAnswer, _ now: Moment) {
    guard case .resolving(let host, let since) = attempt.phase else { return }
    attempt.trail.timing.dns += now.seconds(since: since)
    let peer = self.peer(of: attempt.hop)
    switch answer {
    case .addresses(let all):
      note(.resolverAnswer, since: since, now: now)
      let permitted =
        peer.isExempt ? all : all.filter { plan.settings.addressPolicy.permits($0) }
      guard !permitted.isEmpty else {
        let found = all.map(\.description).joined(separator: ", ")
        return end(
          job, attempt, code: .addressNotPublic, "The host \(host) has the address \(found).", now)
      }
      connect(job, attempt, peer, addresses: permitted, now)
    case .notFound(let reason):
      note(.answer, since: since, now: now)
      end(
        job, attempt, code: peer.proxy == nil ? .dnsNotFound : .proxyFailed,
        "The host's name has no address.", cause: reason, now)
    case .failure where cplatform_lacks_descriptors() != 0:
      attempt.lacksResolverSocket = true
      attempt.phase = .transferring
      endAttempt(job, attempt, .failed(.noSocket(EMFILE)), now)
    case .failure(let reason, let isSilence):
      note(isSilence ? .resolverSilence(host: host) : .resolverAnswer, since: since, now: now)
      // That a name server failed is no answer of the host.
      if !isSilence { note(.silence(host: attempt.hop.host), since: since, now: now) }
      end(
        job, attempt, code: peer.proxy == nil ? .dnsFailure : .proxyFailed,
        "The name servers did not answer for the host.", cause: reason, now)
    }
  }

  private func end(
    _ job: Job, _ attempt: Attempt, code: FetchFailure.Code, _ detail: String,
    cause: String? = nil, _ now: Moment
  ) {
    attempt.phase = .transferring
    endAttempt(
      job, attempt, .failed(FetchFailure(code: code, detail: detail, cause: cause)), now)
  }

  /// Hands a hop to curl.
  private func connect(
    _ job: Job, _ attempt: Attempt, _ peer: Peer, addresses: [IPAddress]?, _ now: Moment
  ) {
    // The last request that is allowed is not risked on a connection that may have died.
    let isFresh =
      attempt.wantsFreshConnection || job.requests(hop: attempt.hopIndex) >= plan.settings.retries
    let waitsForHTTP2 = attempt.hop.isSecure && !isFresh && !attempt.hasWaited
    var options = CurlOptions.Hop(
      url: attempt.hop.wire, fresh: isFresh, isSecure: attempt.hop.isSecure,
      waitsForHTTP2: waitsForHTTP2)
    options.sparesDescriptors = sparingUntil.map { now < $0 } ?? false
    var change = LoadedNames.Change()
    if let addresses {
      change = loadedNames.load(peer.host, port: peer.port, addresses)
      if !change.lines.isEmpty { options.resolve = CurlList(change.lines) }
    }
    if peer.isDetour {
      options.connectTo = CurlList(["::\(HopURL.bracketed(peer.host)):\(peer.port)"])
    }
    if attempt.hopIndex == 0, let validators = job.request.validators {
      options.headers = shared.options.headers(with: validators)
    }
    if !plan.proxies.isNone { options.proxy = peer.proxy ?? "" }
    let transfer = attempt.transfer
    transfers[transfer.easy.handle] = nil
    let isReady = transfer.renewHandle()
    transfers[transfer.easy.handle] = transfer
    guard isReady else {
      return end(job, attempt, code: .localFault, "libcurl has no memory left.", now)
    }
    transfer.prepare(
      attempt.hop, options: options, isExempt: peer.isExempt, usesProxy: peer.proxy != nil)
    attempt.phase = .transferring
    attempt.hopStart = attempt.clock.seconds(now)
    if waitsForHTTP2 {
      alarms.add(
        Alarm(job: job.id, tryNumber: job.tries, kind: .patience), due: now + CurlLoop.patience)
    }
    // A name is taken out only after everything that was added with it has found its connection.
    if change.removes { multi.kick() }
    transfer.isAdded = multi.add(transfer.easy)
    if change.removes { multi.kick() }
    if !transfer.isAdded {
      end(job, attempt, code: .localFault, "libcurl does not take a transfer.", now)
    }
  }
}
