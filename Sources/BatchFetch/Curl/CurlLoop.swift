internal import CCurl
internal import CPlatform

/// The engine's thread: owns libcurl, c-ares and every transfer, and carries out what `LoopState`
/// decides.
///
/// Release order: transfers (their easy handles) before the multi handle, both before epoll.
final class CurlLoop {
  /// A fetch that may run into its end of time, as of one attempt.
  struct Alarm {
    enum Kind {
      case deadline
      case drained
      case patience
    }
    var job: LoopState.JobID
    var tryNumber: Int
    var kind: Kind
  }

  let plan: LoopPlan
  let inbox: Inbox
  let epoll: Epoll
  let multi: CurlMulti
  let resolver: NameResolver
  let shared: TransferShared
  private let digests: DigestThread
  let curlURL = CurlURL()

  var state: LoopState
  var names = NameCache()
  var loadedNames: LoadedNames
  var offline: OfflineWatch
  var jobs: [LoopState.JobID: Job] = [:]
  var idle: [Transfer] = []
  /// Every handle that curl may call back with.
  var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
  var alarms = TimerHeap<Alarm>()
  /// Transient faults in a row of each host that has any.
  var faults: [String: Int] = [:]
  /// Until then no connection is kept: a socket could not be opened lately.
  var sparingUntil: Moment?
  /// No socket could be opened at all since then.
  var exhaustedSince: Moment?
  var counters = EngineCounters()
  /// What callers are still to be told in this turn.
  var answers: [Answer] = []
  /// The same for callers whose answer still lacks the body's digest.
  var undigested: [DigestDesk.Order] = []
  private var isStopping = false

  init(_ plan: LoopPlan, inbox: Inbox) throws(BatchFetcherError) {
    try CurlLibrary.check()
    let trust = TrustStore(path: plan.settings.trustFile)
    let exhausted = BatchFetcherError(
      code: .systemExhausted,
      detail: "No descriptor or thread is left to start the engine; raise the limit (ulimit -n).")
    if plan.settings.trustFile != nil, trust.store() == nil {
      if cplatform_lacks_descriptors() != 0 { throw exhausted }
      throw BatchFetcherError(
        code: .trustUnreadable,
        detail: "The certificate file \(plan.settings.trustFile ?? "") holds no PEM certificate.")
    }
    guard let epoll = Epoll(), let digests = DigestThread() else { throw exhausted }
    self.plan = plan
    self.inbox = inbox
    self.epoll = epoll
    self.digests = digests
    let room = plan.room()
    loadedNames = LoadedNames(capacity: max(128, 2 * room.concurrency))
    multi = try CurlMulti(epoll: epoll, idleConnections: room.connections)
    resolver = try NameResolver(plan.settings.resolver, epoll: epoll)
    shared = TransferShared(plan.settings, trust: trust, epoll: epoll, digests: digests)
    offline = OfflineWatch(span: plan.settings.offlineSpan)
    state = LoopState(concurrency: room.concurrency, perHost: plan.settings.perHost)
    epoll.watch(inbox.wake, kind: .wake, for: .reading)
  }

  /// Runs until it is stopped; then every fetch is answered and everything closed.
  func run() {
    while !isStopping {
      turn()
      guard !isStopping else { break }
      let now = Moment.now
      let ready = epoll.wait(until: nextDue(now), now: now)
      for index in 0..<ready { handle(epoll.ready(index)) }
    }
    close()
  }

  /// Does everything that can be done without waiting.
  private func turn() {
    for command in inbox.take() { obey(command) }
    var now = Moment.now
    repeat {
      soundAlarms(now)
      state.advance(now)
      settleNames(now)
      noticeRedirects(now)
      collectFinished(now)
      while let job = state.nextStart(now) { start(job, now) }
      now = .now
    } while multi.processTimer(now) || resolver.hasSettled
    noticeRedirects(now)
    collectFinished(now)
    giveUpOffline(now)
    deliver()
  }

  private func nextDue(_ now: Moment) -> Moment? {
    [multi.timerDue, alarms.nextDue, state.nextDue, resolver.nextDue(now)].compactMap { $0 }.min()
  }

  private func handle(_ ready: Epoll.Ready?) {
    guard let ready else { return }
    switch ready.kind {
    case .wake: cplatform_wake_clear(ready.descriptor)
    case .curl: multi.process(ready.descriptor, ready.directions)
    case .resolver: resolver.process(ready.descriptor, ready.directions)
    }
  }

  private func obey(_ command: Command) {
    switch command {
    case .fetch(let id, let request, let answer): accept(id, request, answer)
    case .cancel(let id):
      guard let job = jobs[id] else { return }
      finish(job, .failed(.init(code: .cancelled, detail: "The fetch was cancelled.")), .now)
    case .stop: isStopping = true
    }
  }

  private func settleNames(_ now: Moment) {
    resolver.processTimeouts(now)
    for (host, answer) in resolver.takeSettled() {
      for id in names.settle(host, answer, now: now) {
        guard let job = jobs[id], let attempt = job.attempt,
          case .resolving(host, _) = attempt.phase
        else { continue }
        resolved(job, attempt, answer, now)
      }
    }
  }

  private func soundAlarms(_ now: Moment) {
    while let alarm = alarms.popDue(now) {
      guard let job = jobs[alarm.job], job.tries == alarm.tryNumber, let attempt = job.attempt
      else {
        continue
      }
      switch alarm.kind {
      case .deadline: outOfTime(job, attempt, now)
      case .drained where attempt.phase == .draining:
        drained(job, attempt, now)
      case .drained: continue
      case .patience: outOfPatience(job, attempt, now)
      }
    }
    alarms.compact(live: state.running) { [jobs] in jobs[$0.job]?.tries == $0.tryNumber }
  }

  private func collectFinished(_ now: Moment) {
    while let (easy, code) = multi.nextFinished() {
      guard let transfer = transfers[easy] else { continue }
      endTransfer(transfer)
      guard let job = transfer.job.flatMap({ jobs[$0] }), let attempt = job.attempt else {
        continue
      }
      transferred(job, attempt, code, now)
    }
  }

  /// Gives the handle back by curl; finished or not.
  func endTransfer(_ transfer: Transfer) {
    guard transfer.isAdded else { return }
    transfer.isAdded = false
    multi.remove(transfer.easy)
  }

  /// Hands the answers over; whoever gets one finds it counted.
  private func deliver() {
    publish()
    if !undigested.isEmpty {
      // With few others under way nobody would come to share the lanes with.
      digests.post(undigested, isUrgent: state.running < LaneKernel.available[0].width)
      undigested.removeAll(keepingCapacity: true)
    }
    guard !answers.isEmpty else { return }
    inbox.answer(answers)
    answers.removeAll(keepingCapacity: true)
  }

  private func publish() {
    counters.active = state.running
    counters.queued = state.queued
    counters.waiting = state.waiting
    counters.slowedHosts = state.slowedHosts
    counters.requests = shared.requests
    counters.wireBytes = shared.wireBytes
    counters.isOffline = offline.isOffline
    inbox.publish(counters)
  }

  /// Answers everything that is left, posted commands too, and lets go of all handles.
  private func close() {
    let stopped = FetchFailure(code: .cancelled, detail: "The engine was shut down.")
    for job in Array(jobs.values) { finish(job, .failed(stopped), .now) }
    for command in inbox.take(closing: true) {
      guard case .fetch(_, let request, let answer) = command else { continue }
      counters.accepted += 1
      self.answer(answer, FetchResult(request: request, trail: Trail(), ending: .failed(stopped)))
    }
    deliver()
    idle = []
    transfers = [:]
    digests.finish()
  }
}
