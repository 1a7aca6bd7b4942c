internal import CCurl

/// From the end of a hop to the next hop, the next try or the answer.
extension CurlLoop {
  /// curl has finished a hop.
  func transferred(_ job: Job, _ attempt: Attempt, _ code: CURLcode, _ now: Moment) {
    let transfer = attempt.transfer
    if transfer.hasOwnConnection { exhaustedSince = nil }
    noteSign(attempt, now)
    transfer.record(in: &attempt.trail, start: attempt.hopStart)
    job.countRequests(transfer.requestCount, hop: attempt.hopIndex)
    let mayRepeat = job.requests(hop: attempt.hopIndex) <= plan.settings.retries
    let outcome = transfer.outcome(
      code, mayRepeatFresh: mayRepeat, mayRepeatWeak: mayRepeat && !attempt.wasRepeatedWeak)
    switch outcome {
    case .redirect: followRedirect(job, attempt, now)
    case .answer(let download): endAttempt(job, attempt, .completed(download), now)
    case .failure(let failure): endAttempt(job, attempt, .failed(failure), now)
    case .repeatFresh:
      attempt.wantsFreshConnection = true
      repeatHop(job, attempt, now)
    case .repeatWeak:
      attempt.wasRepeatedWeak = true
      transfer.handshake.offersWeak = true
      repeatHop(job, attempt, now)
    }
  }

  private func repeatHop(_ job: Job, _ attempt: Attempt, _ now: Moment) {
    attempt.trail.hops.removeLast()
    beginHop(job, attempt, now)
  }

  /// Takes a sign of the network's state.
  func note(_ sign: OfflineWatch.Sign, since: Moment, now: Moment) {
    let wasOffline = offline.isOffline
    if sign == .answer, !offline.hasHeardAnyone, !plan.settings.hasRoute() {
      offline.namesNeedRoute = false
    }
    offline.note(sign, since: since, now: now)
    if offline.isOffline && !wasOffline { plan.settings.onEvent(.offline) }
  }

  private func noteSign(_ attempt: Attempt, _ now: Moment) {
    let heard = attempt.transfer.heardAnything
    note(
      heard ? .answer : .silence(host: attempt.hop.host), since: attempt.hopBegan, now: now)
  }

  /// Redirects whose head has come are followed soon, whatever their bodies do.
  func noticeRedirects(_ now: Moment) {
    guard !shared.redirecting.isEmpty else { return }
    for transfer in shared.redirecting {
      guard transfer.isAdded, let job = transfer.job.flatMap({ jobs[$0] }),
        let attempt = job.attempt, attempt.phase == .transferring
      else { continue }
      attempt.phase = .draining
      alarms.add(
        Alarm(job: job.id, tryNumber: job.tries, kind: .drained), due: now + CurlLoop.drainTime)
    }
    shared.redirecting = []
  }

  /// How long a redirect's body is waited for, to keep its connection.
  static let drainTime = Duration.milliseconds(150)

  /// A redirect's body did not end in its moment: the connection is given up for it.
  func drained(_ job: Job, _ attempt: Attempt, _ now: Moment) {
    endTransfer(attempt.transfer)
    noteSign(attempt, now)
    attempt.transfer.record(in: &attempt.trail, start: attempt.hopStart)
    job.countRequests(attempt.transfer.requestCount, hop: attempt.hopIndex)
    followRedirect(job, attempt, now)
  }

  /// Walks on to the next hop (T3), policy and addresses asked anew.
  private func followRedirect(_ job: Job, _ attempt: Attempt, _ now: Moment) {
    guard let target = attempt.transfer.redirectTarget else { return }
    let index = attempt.trail.hops.count
    guard index <= plan.settings.redirectLimit else {
      return fail(job, attempt, .tooManyRedirects, "The redirects did not end.", now)
    }
    let next: HopURL
    do throws(HopURL.Defect) {
      next = try HopURL(target)
    } catch .schemeUnsupported(let scheme) {
      return fail(
        job, attempt, .redirectSchemeUnsupported, "The redirect leads to the scheme '\(scheme)'.",
        now)
    } catch {
      return fail(
        job, attempt, .redirectWithoutTarget,
        "The redirect names no target that can be requested.", now)
    }
    if let failure = admission(next, index: index) {
      attempt.trail.refusedTarget = next.text
      return endAttempt(job, attempt, .failed(failure), now)
    }
    attempt.hop = next
    attempt.wantsFreshConnection = false
    attempt.wasRepeatedWeak = false
    attempt.hasWaited = false
    attempt.transfer.handshake.offersWeak = false
    attempt.phase = .parked
    if state.move(job.id, to: next.hostKey) {
      beginHop(job, attempt, now)
    } else {
      attempt.clock.stop(now)
    }
  }

  private func fail(
    _ job: Job, _ attempt: Attempt, _ code: FetchFailure.Code, _ detail: String, _ now: Moment
  ) {
    endAttempt(job, attempt, .failed(FetchFailure(code: code, detail: detail)), now)
  }

  /// The attempt's time is up (T6).
  func outOfTime(_ job: Job, _ attempt: Attempt, _ now: Moment) {
    guard attempt.phase != .parked else { return }
    // The clock stood still meanwhile: a later alarm counts.
    guard attempt.clock.deadline(plan.settings.timeLimit) <= now else { return }
    var partial: Download?
    if case .resolving(let host, let since) = attempt.phase {
      note(.resolverSilence(host: host), since: since, now: now)
      attempt.trail.timing.dns += now.seconds(since: since)
    } else {
      endTransfer(attempt.transfer)
      noteSign(attempt, now)
      attempt.transfer.record(in: &attempt.trail, start: attempt.hopStart)
    }
    if attempt.phase == .transferring { partial = attempt.transfer.partial }
    let failure =
      isHeldByProxy(attempt)
      ? FetchFailure(code: .proxyFailed, detail: "The proxy said nothing until the time was up.")
      : FetchFailure(
        code: .tooSlow, detail: "The time was up before the last byte came.", partial: partial)
    endAttempt(job, attempt, .failed(failure), now)
  }

  /// Whether nothing shows that the request got beyond the proxy, which a device does not have.
  private func isHeldByProxy(_ attempt: Attempt) -> Bool {
    guard plan.proxies.proxy(for: attempt.hop) != nil else { return false }
    return attempt.isUnresolved
      || !attempt.transfer.reachedBeyondProxy(isSecure: attempt.hop.isSecure)
  }

  /// A try has ended: again, or the answer.
  func endAttempt(
    _ job: Job, _ attempt: Attempt, _ ending: FetchResult.Ending, _ now: Moment
  ) {
    attempt.trail.timing.total = attempt.clock.seconds(now)
    if offline.isOffline { return finish(job, .failed(CurlLoop.offlineFailure), now) }
    if delayForOwnSake(job, attempt, ending, now) { return }
    let host = attempt.hop.hostKey
    var code: FetchFailure.Code?
    if case .failed(let failure) = ending { code = failure.code }
    let status = code == nil ? attempt.trail.httpStatus : nil
    if status == 429, state.slow(host, sent: attempt.hopBegan, now: now) {
      plan.settings.onEvent(.slowed(host: attempt.hop.host))
    }
    if let status, status < 500, status != 429 { state.answered(host) }
    noteFault(host, isTransient: RetryPolicy.isTransient(code: code, status: status))
    let facts = RetryPolicy.Attempt(
      code: code, status: status,
      retryAfter: RetryAfter.wait(attempt.trail.headers.retryAfter, now: WallClock.seconds()),
      tries: job.triesSeen, hostFaults: faults[host] ?? 0)
    switch plan.retryPolicy.verdict(facts, jitter: .random(in: 0..<1)) {
    case .finish: finish(job, ending, now)
    case .rateLimited: finish(job, CurlLoop.rateLimited(ending), now)
    case .again(let after, let pause):
      counters.retries += 1
      job.wantsFreshConnection = status == 408
      if let pause { state.pause(host, until: now + pause) }
      tryAgain(job, attempt, at: now + after)
    }
  }

  private func noteFault(_ host: String, isTransient: Bool) {
    guard isTransient else {
      if !faults.isEmpty { faults[host] = nil }
      return
    }
    if faults.count > 10_000 { faults = [:] }
    faults[host, default: 0] += 1
  }

  private static func rateLimited(_ ending: FetchResult.Ending) -> FetchResult.Ending {
    guard case .completed(let download) = ending else { return ending }
    return .failed(
      FetchFailure(
        code: .rateLimited, detail: "The host asked for fewer requests to the end.",
        cause: "HTTP \(download.status)", partial: download))
  }

  func tryAgain(_ job: Job, _ attempt: Attempt, at due: Moment) {
    job.secondsBefore += attempt.trail.timing.total
    leaveName(job, attempt)
    recycle(attempt.transfer)
    job.attempt = nil
    state.wait(job.id, host: job.start.hostKey, until: due)
  }

  /// Answers a job, whatever it is doing.
  func finish(_ job: Job, _ ending: FetchResult.Ending, _ now: Moment) {
    var trail = Trail()
    let transfer = job.attempt?.transfer
    if let attempt = job.attempt {
      leaveName(job, attempt)
      if attempt.transfer.isAdded {
        endTransfer(attempt.transfer)
        attempt.transfer.record(in: &attempt.trail, start: attempt.hopStart)
      }
      recycle(attempt.transfer)
      trail = attempt.trail
      trail.timing.total = attempt.clock.seconds(now)
    }
    trail.attempts = job.tries
    trail.timing.allAttempts = job.secondsBefore + trail.timing.total
    job.attempt = nil
    jobs[job.id] = nil
    state.end(job.id)
    answer(
      job.answer, FetchResult(request: job.request, trail: trail, ending: ending), from: transfer)
  }

  func leaveName(_ job: Job, _ attempt: Attempt) {
    if case .resolving(let host, _) = attempt.phase { names.leave(host, job: job.id) }
  }

  private func recycle(_ transfer: Transfer) {
    transfer.recycle()
    idle.append(transfer)
  }

  /// Answers a caller; a body that `transfer` received gets its digest on the way.
  func answer(
    _ caller: CheckedContinuation<FetchResult, Never>, _ result: FetchResult,
    from transfer: Transfer? = nil
  ) {
    counters.finished += 1
    if result.failure != nil { counters.failed += 1 }
    guard let transfer, result.download != nil else { return answers.append((caller, result)) }
    undigested.append(
      transfer.sink.finishDigest { [inbox] digest in
        inbox.answer([(caller, result.digested(digest))])
      })
  }

  /// Our own network is down: nothing that is left would learn anything of its URL.
  func giveUpOffline(_ now: Moment) {
    guard offline.isOffline else { return }
    for job in Array(jobs.values) { finish(job, .failed(CurlLoop.offlineFailure), now) }
  }
}
