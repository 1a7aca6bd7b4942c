/// Who waits, runs or is cancelled, and which host may be asked next: the loop's pure half.
///
/// A fetch (or the next hop of one) is asked for with `accept` or `move`, handed out by
/// `nextStart`, and given back with `end`, `move` or `wait`. Hosts take turns, so that one host's
/// long queue never holds up another; the limit per host is kept here and not by curl, whose own
/// limit scans all waiting handles again and again.
struct LoopState {
  typealias JobID = Int

  /// Where a fetch stands.
  enum Phase: Equatable {
    case queued
    case running
    /// Holds no slot until its next try is due.
    case waiting
  }

  private struct Job {
    var phase: Phase
    var host: String
  }

  private struct Host {
    /// Hops of running chains come before new fetches.
    var hops = FIFO<JobID>()
    var queue = FIFO<JobID>()
    /// Jobs in the two queues that are not cancelled.
    var queued = 0
    var running = 0
    var limit: Int
    var pace = HostPace()
    var hasTurn = false
    /// When a timer will give this host its turn.
    var alarm: Moment?
  }

  private enum Due {
    case host(String)
    case job(JobID)
  }

  private(set) var concurrency: Int
  private let perHost: Int
  private var jobs: [JobID: Job] = [:]
  private var hosts: [String: Host] = [:]
  private var turns = FIFO<String>()
  private var timers = TimerHeap<Due>()
  private(set) var running = 0
  private(set) var queued = 0
  private(set) var waiting = 0
  private(set) var slowedHosts = 0

  init(concurrency: Int, perHost: Int) {
    self.concurrency = max(1, concurrency)
    self.perHost = max(1, perHost)
  }

  /// When something here becomes possible that is not possible now.
  var nextDue: Moment? { timers.nextDue }

  /// The phase of a job, or `nil` when it is not known (any more).
  func phase(_ job: JobID) -> Phase? { jobs[job]?.phase }

  /// Queues a new job at its host.
  mutating func accept(_ job: JobID, host: String) {
    jobs[job] = Job(phase: .queued, host: host)
    enqueue(job, host: host, isHop: false)
  }

  /// Hands out the next job that may run, or `nil`.
  mutating func nextStart(_ now: Moment) -> JobID? {
    while running < concurrency, let key = turns.popFirst() {
      guard var host = hosts.removeValue(forKey: key) else { continue }
      host.hasTurn = false
      let job = next(of: &host, key: key, now: now)
      if host.queued > 0, host.running < host.limit, job != nil {
        host.hasTurn = true
        turns.append(key)
      }
      if !isForgettable(host, now) { hosts[key] = host }
      if let job { return job }
    }
    return nil
  }

  private mutating func next(of host: inout Host, key: String, now: Moment) -> JobID? {
    guard host.queued > 0, host.running < host.limit else { return nil }
    guard host.pace.notBefore <= now else {
      if host.alarm != host.pace.notBefore {
        timers.add(.host(key), due: host.pace.notBefore)
        host.alarm = host.pace.notBefore
      }
      return nil
    }
    while let job = host.hops.popFirst() ?? host.queue.popFirst() {
      // Cancelled ones are still in the queue.
      guard jobs[job]?.phase == .queued, jobs[job]?.host == key else { continue }
      jobs[job]?.phase = .running
      host.queued -= 1
      host.running += 1
      host.pace.started(now)
      queued -= 1
      running += 1
      return job
    }
    return nil
  }

  /// Moves a running job to the host of its next hop; answers whether it may go on at once, else
  /// it is handed out again when that host has room.
  mutating func move(_ job: JobID, to host: String) -> Bool {
    guard jobs[job]?.phase == .running, let old = jobs[job]?.host else { return false }
    if old == host { return true }
    release(old)
    jobs[job] = Job(phase: .queued, host: host)
    enqueue(job, host: host, isHop: true)
    return false
  }

  /// Forgets a job, whatever its phase.
  mutating func end(_ job: JobID) {
    guard let entry = jobs.removeValue(forKey: job) else { return }
    switch entry.phase {
    case .running: release(entry.host)
    case .waiting: waiting -= 1
    case .queued:
      queued -= 1
      hosts[entry.host]?.queued -= 1
    }
  }

  /// Takes a running job's slot away until it is due for its next try, which starts at `host`.
  mutating func wait(_ job: JobID, host: String, until due: Moment) {
    guard jobs[job]?.phase == .running, let old = jobs[job]?.host else { return }
    release(old)
    jobs[job] = Job(phase: .waiting, host: host)
    waiting += 1
    timers.add(.job(job), due: due)
  }

  /// Puts what became due into its queue.
  mutating func advance(_ now: Moment) {
    while let due = timers.popDue(now) {
      switch due {
      case .host(let key):
        hosts[key]?.alarm = nil
        giveTurn(key)
      case .job(let job):
        guard let entry = jobs[job], entry.phase == .waiting else { continue }
        waiting -= 1
        jobs[job]?.phase = .queued
        enqueue(job, host: entry.host, isHop: false)
      }
    }
    timers.compact(live: waiting + hosts.count) { [jobs, hosts] due in
      switch due {
      case .host(let key): hosts[key] != nil
      case .job(let job): jobs[job]?.phase == .waiting
      }
    }
  }

  /// Keeps all requests to a host back until `until` (`Retry-After`).
  mutating func pause(_ host: String, until: Moment) {
    let pace = HostPace(notBefore: until)
    if hosts[host] == nil { hosts[host] = Host(limit: perHost) }
    hosts[host]?.pace.merge(pace)
  }

  /// Slows a host for the rest of the run: one request at a time, further and further apart (429).
  ///
  /// True when it was not slowed before.
  @discardableResult
  mutating func slow(_ host: String, sent: Moment, now: Moment) -> Bool {
    var entry = hosts[host] ?? Host(limit: perHost)
    let isNew = !entry.pace.isSlowed
    if isNew { slowedHosts += 1 }
    entry.limit = 1
    entry.pace.refused(sent: sent, now)
    hosts[host] = entry
    return isNew
  }

  /// Notes a good answer: a slowed host that gives many is asked somewhat faster again, and by up
  /// to half as many at once as others.
  mutating func answered(_ host: String) {
    guard slowedHosts > 0, var entry = hosts[host], entry.pace.isSlowed else { return }
    let isTrusted = entry.pace.answered()
    if isTrusted { entry.limit = min(entry.limit + 1, max(1, perHost / 2)) }
    hosts[host] = entry
    giveTurn(host)
  }

  /// Goes on with fewer at once, when this machine has no more descriptors.
  mutating func shrink() {
    concurrency = max(1, min(concurrency, running) * 3 / 4)
  }

  private mutating func enqueue(_ job: JobID, host key: String, isHop: Bool) {
    queued += 1
    if isHop {
      hosts[key, default: Host(limit: perHost)].hops.append(job)
    } else {
      hosts[key, default: Host(limit: perHost)].queue.append(job)
    }
    hosts[key]?.queued += 1
    giveTurn(key)
  }

  private mutating func release(_ key: String) {
    running -= 1
    hosts[key]?.running -= 1
    giveTurn(key)
  }

  private mutating func giveTurn(_ key: String) {
    guard let host = hosts[key], !host.hasTurn else { return }
    if host.queued > 0, host.running < host.limit {
      hosts[key]?.hasTurn = true
      turns.append(key)
    } else if host.queued == 0, host.running == 0, !host.pace.isSlowed, !host.pace.isPaused {
      hosts[key] = nil
    }
  }

  /// Nothing is remembered of a host that nobody asks and that did nothing amiss.
  private func isForgettable(_ host: Host, _ now: Moment) -> Bool {
    host.queued == 0 && host.running == 0 && !host.pace.isSlowed && host.pace.notBefore <= now
  }
}
