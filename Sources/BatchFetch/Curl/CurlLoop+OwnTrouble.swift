internal import Glibc

/// What this machine lacks is waited for, and is never the trouble of a URL.
extension CurlLoop {
  /// How long after a lack of descriptors no connection is kept.
  private static let sparingTime = Duration.seconds(10)

  /// Waits without counting a try where the trouble is ours: no descriptors, or no name server
  /// says anything or no route leads anywhere and it is not yet clear whether we are offline.
  ///
  /// The hop alone is begun again, so that those before it are not asked once more.
  func delayForOwnSake(
    _ job: Job, _ attempt: Attempt, _ ending: FetchResult.Ending, _ now: Moment
  ) -> Bool {
    guard case .failed(let failure) = ending else { return false }
    if failure.code == .localFault, attempt.lacksSocket, mayWaitForSocket(job, now) {
      job.localDelays += 1
      state.shrink()
      sparingUntil = now + CurlLoop.sparingTime
      holdHop(job, attempt, until: now + plan.settings.backoffBase / 5 * job.localDelays)
      return true
    }
    let isNameTrouble =
      failure.code == .dnsFailure || failure.code == .tooSlow && attempt.isUnresolved
    let isSuspect = offline.isResolverSuspect || offline.hasHeardNobody
    guard isNameTrouble && isSuspect || lacksRoute(job, attempt, failure, now)
    else { return false }
    if !offline.isOffline { holdHop(job, attempt, until: now + .seconds(1)) }
    return true
  }

  /// How long nothing may get a socket before nothing waits for one any more, and how often one job
  /// waits.
  private static let longestExhaustion = Duration.seconds(30)
  private static let mostSocketWaits = 20

  /// Whether a socket may come free: a lasting lack must not hold up each of many URLs.
  private func mayWaitForSocket(_ job: Job, _ now: Moment) -> Bool {
    let since = exhaustedSince ?? now
    exhaustedSince = since
    return now < since + CurlLoop.longestExhaustion && job.localDelays < CurlLoop.mostSocketWaits
  }

  /// How often a job waits for a route: longer than it takes to know that we are offline.
  private static let mostRouteWaits = 60

  /// Whether a fetch failed since this machine has no route to anywhere, which a name server on the
  /// machine itself reports as its own failure.
  private func lacksRoute(
    _ job: Job, _ attempt: Attempt, _ failure: FetchFailure, _ now: Moment
  ) -> Bool {
    let isSuspect =
      failure.code == .dnsFailure && plan.settings.resolver.servers.isEmpty
      && offline.namesNeedRoute
      || failure.code == .connectFailed && attempt.transfer.foundNetworkUnreachable
    guard isSuspect, job.routeWaits < CurlLoop.mostRouteWaits, !plan.settings.hasRoute() else {
      return false
    }
    job.routeWaits += 1
    note(.noRoute, since: attempt.hopBegan, now: now)
    return true
  }

  private func holdHop(_ job: Job, _ attempt: Attempt, until due: Moment) {
    guard attempt.hopIndex > 0 else {
      job.tries -= 1
      return tryAgain(job, attempt, at: due)
    }
    leaveName(job, attempt)
    // What the wait and its cause took is not the server's time.
    attempt.clock.stop(attempt.hopBegan)
    attempt.trail.timing = attempt.timingBefore
    attempt.trail.hops.removeLast()
    attempt.phase = .parked
    state.wait(job.id, host: attempt.hop.hostKey, until: due)
  }
}

extension FetchFailure {
  /// No socket for want of descriptors or otherwise; `number` is the system's.
  static func noSocket(_ number: Int32) -> FetchFailure {
    let isLimit = number == EMFILE || number == ENFILE
    let remedy = ": too many files are open; raise the limit (ulimit -n)"
    return FetchFailure(
      code: .localFault, detail: "No socket could be opened\(isLimit ? remedy : "").",
      cause: "errno \(number)")
  }
}
