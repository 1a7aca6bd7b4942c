import Testing

@testable import BatchFetch

@Suite struct RetryPolicyTests {
  private let policy = RetryPolicy()

  @Test("Exactly the transient failures are tried again", arguments: FetchFailure.Code.allCases)
  func codes(code: FetchFailure.Code) {
    let transient: Set<FetchFailure.Code> = [
      .connectFailed, .dnsFailure, .connectionLost, .tlsFailed,
    ]
    let verdict = policy.verdict(.init(code: code, tries: 1), jitter: 0)
    #expect((verdict != .finish) == transient.contains(code))
  }

  @Test("Exactly the transient statuses are tried again")
  func statuses() {
    let again = (100...599).filter {
      policy.verdict(.init(status: $0, tries: 1), jitter: 0) != .finish
    }
    #expect(again == [408, 425, 429, 500, 502, 503, 504])
  }

  @Test("There are as many further tries as are set")
  func tries() {
    let attempt = { RetryPolicy.Attempt(code: .connectFailed, tries: $0) }
    #expect(policy.verdict(attempt(2), jitter: 0) != .finish)
    #expect(policy.verdict(attempt(3), jitter: 0) == .finish)
    #expect(RetryPolicy(retries: 0).verdict(attempt(1), jitter: 0) == .finish)
  }

  @Test("The backoff doubles and the jitter spans all of it")
  func backoff() {
    let base = Duration.milliseconds(500)
    #expect(RetryPolicy.backoff(base: base, step: 1, jitter: 0) == .zero)
    #expect(RetryPolicy.backoff(base: base, step: 1, jitter: 0.5) == .milliseconds(250))
    #expect(RetryPolicy.backoff(base: base, step: 3, jitter: 0.5) == .seconds(1))
  }

  @Test("Retry-After is honoured up to 30 s, for the whole host; a longer one gives up at once")
  func retryAfter() {
    let attempt = { (status: Int, wait: Int) in
      RetryPolicy.Attempt(status: status, retryAfter: .seconds(wait), tries: 1)
    }
    #expect(
      policy.verdict(attempt(503, 30), jitter: 0)
        == .again(after: .seconds(30), hostPause: .seconds(30)))
    #expect(policy.verdict(attempt(503, 31), jitter: 0) == .rateLimited)
    #expect(policy.verdict(attempt(429, 31), jitter: 0) == .rateLimited)
    #expect(policy.verdict(attempt(500, 31), jitter: 0) == .finish)
  }

  @Test("429 to the end, and 503 with Retry-After to the end, are our own pace")
  func ownPace() {
    #expect(policy.verdict(.init(status: 429, tries: 3), jitter: 0) == .rateLimited)
    #expect(
      policy.verdict(.init(status: 503, retryAfter: .zero, tries: 3), jitter: 0) == .rateLimited)
    #expect(policy.verdict(.init(status: 503, tries: 3), jitter: 0) == .finish)
  }
}

@Suite struct RetryAfterTests {
  @Test(
    "Seconds and the three spellings of a date are read",
    arguments: [
      ("0", 0), ("120", 120), (" 5 ".filter { $0 != " " }, 5),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("Sunday, 06-Nov-94 08:49:37 GMT", 37),
      ("Sun Nov  6 08:49:37 1994", 37), ("Sun, 06 Nov 1994 08:48:00 GMT", 0),
    ])
  func waits(text: String, seconds: Int) {
    #expect(RetryAfter.wait(text, now: 784_111_740) == .seconds(seconds))
  }

  @Test(
    "What is neither is nothing",
    arguments: [
      nil, "", "-1", "soon", "1.5", "Sun, 32 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 25:00:00 GMT", "a b c d e",
    ])
  func nonsense(text: String?) {
    #expect(RetryAfter.wait(text, now: 0) == nil)
  }

  @Test("Days are counted over leap years and centuries")
  func days() {
    #expect(HTTPDate.daysSince1970(year: 1970, month: 1, day: 1) == 0)
    #expect(HTTPDate.daysSince1970(year: 2000, month: 2, day: 29) == 11016)
    #expect(HTTPDate.daysSince1970(year: 2100, month: 3, day: 1) == 47541)
  }
}

@Suite struct OfflineWatchTests {
  private func moment(_ seconds: Int64) -> Moment { Moment(nanoseconds: seconds * 1_000_000_000) }

  @Test("Three silent hosts over half a minute are an end; two, or less time, are none")
  func silence() {
    var watch = OfflineWatch()
    watch.note(.silence(host: "a"), since: moment(0), now: moment(29))
    watch.note(.silence(host: "b"), since: moment(1), now: moment(31))
    #expect(!watch.isOffline)
    watch.note(.silence(host: "b"), since: moment(5), now: moment(40))
    #expect(!watch.isOffline)
    watch.note(.silence(host: "c"), since: moment(5), now: moment(41))
    #expect(watch.isOffline)
  }

  @Test("Three silent hosts within seconds are a hiccup")
  func hiccup() {
    var watch = OfflineWatch()
    for host in ["a", "b", "c", "d"] {
      watch.note(.silence(host: host), since: moment(0), now: moment(5))
    }
    #expect(!watch.isOffline)
  }

  @Test("Any answer forgets the silence before it")
  func answer() {
    var watch = OfflineWatch()
    for host in ["a", "b"] { watch.note(.silence(host: host), since: moment(0), now: moment(29)) }
    watch.note(.answer, since: moment(29), now: moment(30))
    watch.note(.silence(host: "c"), since: moment(31), now: moment(60))
    #expect(!watch.isOffline)
  }

  @Test("An answer in the middle of a silence cuts it short, whenever the silence ends")
  func answerMeanwhile() {
    var watch = OfflineWatch()
    watch.note(.answer, since: moment(58), now: moment(59))
    for host in ["a", "b", "c"] {
      watch.note(.silence(host: host), since: moment(0), now: moment(60))
    }
    #expect(!watch.isOffline)
    watch.note(.silence(host: "a"), since: moment(61), now: moment(90))
    #expect(watch.isOffline)
  }

  @Test("A resolver that never says anything for half a minute is an end, by itself")
  func resolver() {
    var watch = OfflineWatch()
    watch.note(.resolverSilence(host: "a"), since: moment(0), now: moment(9))
    #expect(watch.isResolverSuspect)
    #expect(!watch.isOffline)
    watch.note(.resolverSilence(host: "a"), since: moment(22), now: moment(31))
    #expect(watch.isOffline)
  }

  @Test("Where the resolver has answered before, one silent name is that domain's trouble")
  func oneSilentName() {
    var watch = OfflineWatch()
    watch.note(.resolverAnswer, since: moment(0), now: moment(1))
    for host in ["a", "a", "b", "b"] {
      watch.note(.resolverSilence(host: host), since: moment(2), now: moment(40))
    }
    #expect(!watch.isResolverSuspect && !watch.isOffline)
    watch.note(.resolverSilence(host: "c"), since: moment(30), now: moment(42))
    #expect(watch.isOffline)
  }

  @Test("Nobody is heard where three hosts say nothing and none has ever said anything")
  func nobody() {
    var watch = OfflineWatch()
    for host in ["a", "b", "b"] {
      watch.note(.silence(host: host), since: moment(0), now: moment(1))
    }
    watch.note(.resolverAnswer, since: moment(0), now: moment(1))
    #expect(!watch.hasHeardNobody)
    watch.note(.silence(host: "c"), since: moment(0), now: moment(1))
    #expect(watch.hasHeardNobody)
    watch.note(.answer, since: moment(1), now: moment(2))
    for host in ["a", "b", "c"] {
      watch.note(.silence(host: host), since: moment(2), now: moment(3))
    }
    #expect(!watch.hasHeardNobody)
  }

  @Test("No route for half a minute is an end, whoever was asked; any answer forgets it")
  func route() {
    var watch = OfflineWatch()
    watch.note(.noRoute, since: moment(0), now: moment(1))
    watch.note(.answer, since: moment(1), now: moment(2))
    watch.note(.noRoute, since: moment(3), now: moment(32))
    #expect(!watch.isOffline)
    watch.note(.noRoute, since: moment(32), now: moment(33))
    #expect(watch.isOffline)
  }

  @Test("A resolver that answers is not suspect, though its hosts are silent")
  func resolverAnswers() {
    var watch = OfflineWatch()
    for host in ["a", "b", "c"] {
      watch.note(.resolverSilence(host: host), since: moment(0), now: moment(9))
    }
    watch.note(.resolverAnswer, since: moment(9), now: moment(10))
    for host in ["a", "b", "c"] {
      watch.note(.resolverSilence(host: host), since: moment(0), now: moment(34))
    }
    #expect(!watch.isOffline)
  }
}
