internal import InternetAddress

/// What a look-up of one name came to.
enum NameAnswer: Equatable {
  case addresses([IPAddress])
  /// The name does not exist, or has no address.
  case notFound(String)
  /// No name server gave an answer that settles it; with `isSilence` none gave any.
  case failure(String, isSilence: Bool)
}

/// The names of the run: one look-up per host however many wait for it, answers kept and bounded.
struct NameCache {
  /// What to do for a job that needs a name.
  enum Step: Equatable {
    case known(NameAnswer)
    /// Somebody has asked already.
    case wait
    /// Ask now; the job waits.
    case lookUp
  }

  private enum Entry {
    case pending([LoopState.JobID])
    case known(NameAnswer, until: Moment)
  }

  /// Addresses are asked for again after this time: long runs follow changes.
  static let lifetime = Duration.seconds(300)

  private let capacity: Int
  private var entries: [String: Entry] = [:]
  private var order = FIFO<String>()

  init(capacity: Int = 16_384) {
    self.capacity = capacity
  }

  var count: Int { entries.count }

  mutating func ask(_ host: String, for job: LoopState.JobID, now: Moment) -> Step {
    switch entries[host] {
    case .known(let answer, let until) where until > now: return .known(answer)
    case .pending(let jobs):
      entries[host] = .pending(jobs + [job])
      return .wait
    case .known, nil:
      entries[host] = .pending([job])
      return .lookUp
    }
  }

  /// Keeps an answer and names the jobs that waited for it; failures that may pass are not kept.
  mutating func settle(_ host: String, _ answer: NameAnswer, now: Moment) -> [LoopState.JobID] {
    guard case .pending(let jobs) = entries[host] else { return [] }
    if case .failure = answer {
      entries[host] = nil
      return jobs
    }
    entries[host] = .known(answer, until: now + NameCache.lifetime)
    order.append(host)
    while order.count > capacity, let oldest = order.popFirst() {
      if case .known = entries[oldest] { entries[oldest] = nil }
    }
    return jobs
  }

  /// A job no longer waits for a name.
  mutating func leave(_ host: String, job: LoopState.JobID) {
    guard case .pending(let jobs) = entries[host] else { return }
    entries[host] = .pending(jobs.filter { $0 != job })
  }
}
