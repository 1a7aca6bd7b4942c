/// One fetch from its acceptance to its answer.
final class Job {
  let id: LoopState.JobID
  let request: FetchRequest
  let answer: CheckedContinuation<FetchResult, Never>
  /// The first hop, to which every try returns.
  let start: HopURL
  /// Tries begun.
  var tries = 0
  /// What earlier tries took, in seconds.
  var secondsBefore = 0.0
  var attempt: Attempt?
  /// How often this machine's lack of descriptors sent it back.
  var localDelays = 0
  /// How often the lack of any route did.
  var routeWaits = 0
  /// The next try opens a connection of its own: a 408 on an old one would say nothing.
  var wantsFreshConnection = false
  /// Requests sent over all tries, for each hop of the chain.
  private var sent: [Int] = []

  init(
    id: LoopState.JobID, request: FetchRequest, start: HopURL,
    answer: CheckedContinuation<FetchResult, Never>
  ) {
    self.id = id
    self.request = request
    self.start = start
    self.answer = answer
  }

  /// Counts what was sent for a hop of the chain, the first being 0.
  func countRequests(_ count: Int, hop index: Int) {
    while sent.count <= index { sent.append(0) }
    sent[index] += count
  }

  /// Requests sent so far for a hop of the chain.
  func requests(hop index: Int) -> Int { index < sent.count ? sent[index] : 0 }

  /// Tries as a server may have counted them: a request that was repeated at once is one more.
  var triesSeen: Int { max(tries, sent.max() ?? 0) }
}

/// One try over all its hops.
final class Attempt {
  /// What the current hop is doing.
  enum Phase: Equatable {
    case resolving(host: String, since: Moment)
    case transferring
    /// A redirect's head has come, its body is given a moment.
    case draining
    /// The next hop waits for room at its host; the clock stands still.
    case parked
  }

  let transfer: Transfer
  var hop: HopURL
  var trail = Trail()
  var clock: AttemptClock
  var phase = Phase.parked
  /// The attempt's clock when curl was given the current hop.
  var hopStart = 0.0
  var hopBegan: Moment
  /// What the hops before took.
  var timingBefore = Trail.Timing()
  /// The hop is to be asked on a fresh connection.
  var wantsFreshConnection = false
  /// The hop has waited long enough for another one's handshake.
  var hasWaited = false
  /// The hop was repeated with weak ciphers offered already.
  var wasRepeatedWeak = false

  /// The current hop's place in the chain, the first being 0.
  var hopIndex: Int { trail.hops.count - 1 }

  /// The name could not be looked up for want of a descriptor.
  var lacksResolverSocket = false
  /// Whether this machine had no socket for the current hop.
  var lacksSocket: Bool { lacksResolverSocket || transfer.socketFault != nil }

  /// Whether the current hop still waits for its name.
  var isUnresolved: Bool {
    if case .resolving = phase { return true }
    return false
  }

  init(transfer: Transfer, hop: HopURL, now: Moment) {
    self.transfer = transfer
    self.hop = hop
    clock = AttemptClock(start: now)
    hopBegan = now
  }
}

/// The clock of one try; it stands still while a hop waits for our own limits (T6).
struct AttemptClock: Equatable {
  private let start: Moment
  private var stopped = Duration.zero
  private var stoppedAt: Moment?

  init(start: Moment) {
    self.start = start
  }

  mutating func stop(_ now: Moment) {
    stoppedAt = stoppedAt ?? now
  }

  mutating func goOn(_ now: Moment) {
    guard let since = stoppedAt else { return }
    stopped += .nanoseconds(now.nanoseconds - since.nanoseconds)
    stoppedAt = nil
  }

  func seconds(_ now: Moment) -> Double {
    max(0, (stoppedAt ?? now).seconds(since: start) - stopped.inSeconds)
  }

  /// When the limit is reached if the clock runs on.
  func deadline(_ limit: Duration) -> Moment {
    start + (limit + stopped)
  }
}
