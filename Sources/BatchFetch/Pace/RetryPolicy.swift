/// Which ends are tried again, when, and which are our own pace (T9).
struct RetryPolicy {
  /// What happens after a try.
  enum Verdict: Equatable {
    /// This was the last try.
    case finish
    /// This was the last try, and it says nothing of what a device would get.
    case rateLimited
    /// Once more after a while; with a pause, all requests to the host wait as long.
    case again(after: Duration, hostPause: Duration?)
  }

  /// How a try ended, as far as the policy asks.
  struct Attempt {
    /// The failure, or `nil` when an answer came.
    var code: FetchFailure.Code?
    var status: Int?
    /// What `Retry-After` asks for.
    var retryAfter: Duration?
    /// Tries made so far, this one included.
    var tries: Int
    /// Transient faults of the host in a row, this one included.
    var hostFaults = 1
  }

  var retries = 2
  var base = Duration.milliseconds(500)
  var longestRetryAfter = Duration.seconds(30)

  static let transientCodes: Set<FetchFailure.Code> = [
    .connectFailed, .dnsFailure, .connectionLost, .tlsFailed,
  ]
  static let transientStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

  /// Whether the end may pass by itself.
  static func isTransient(code: FetchFailure.Code?, status: Int?) -> Bool {
    if let code { return transientCodes.contains(code) }
    return status.map(transientStatuses.contains) ?? false
  }

  /// Judges a try; `jitter` lies in 0..<1 and is asked for only where there is to be another.
  func verdict(_ attempt: Attempt, jitter: @autoclosure () -> Double) -> Verdict {
    guard RetryPolicy.isTransient(code: attempt.code, status: attempt.status) else {
      return .finish
    }
    let asked = attempt.code == nil ? attempt.retryAfter : nil
    let isTooLong = asked.map { $0 > longestRetryAfter } ?? false
    if attempt.tries > retries || isTooLong {
      return isOwnPace(attempt) ? .rateLimited : .finish
    }
    let backoff = RetryPolicy.backoff(
      base: base, step: max(attempt.tries, min(attempt.hostFaults, 4)), jitter: jitter())
    guard let asked else { return .again(after: backoff, hostPause: nil) }
    return .again(after: max(backoff, asked), hostPause: asked)
  }

  /// 429, and 503 with `Retry-After`, are about how often we ask.
  private func isOwnPace(_ attempt: Attempt) -> Bool {
    attempt.code == nil
      && (attempt.status == 429 || attempt.status == 503 && attempt.retryAfter != nil)
  }

  /// Exponential backoff with full jitter: `base` doubled by each step, times `jitter`.
  ///
  /// Step 1 lies in 0..<0.5 s, step 2 in 0..<1 s, step 3 in 0..<2 s.
  static func backoff(base: Duration, step: Int, jitter: Double) -> Duration {
    let longest = base.inSeconds * Double(1 << min(max(step - 1, 0), 10))
    return .nanoseconds(Int64(longest * jitter * 1_000_000_000))
  }
}
