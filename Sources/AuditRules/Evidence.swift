/// All that is known of one payload when it is judged (stage 6).
public struct Evidence: Sendable {
  public var payload: Payload
  public var plan: FetchPlan
  /// What the app's and the operator's settings let by, at redirects too.
  public var policy: TransportPolicy
  /// Facts of the URL that the current parser requests; nil: not fetched.
  public var factsForCurrent: MediaFacts? {
    get { current?.value }
    set { current = newValue.map(Shared.init) }
  }
  /// Facts of the URL that the old parser requests; not needed where both request the same.
  public var factsForOld: MediaFacts? {
    get { old?.value }
    set { old = newValue.map(Shared.init) }
  }
  /// The same, as many payloads share them.
  public private(set) var current: Shared<MediaFacts>?
  public private(set) var old: Shared<MediaFacts>?
  /// When the audit is made, in seconds since 1970.
  public var auditTime: Double
  /// Seconds that the system gives the extension (T6).
  public var timeLimit: Double

  public init(
    payload: Payload, plan: FetchPlan, policy: TransportPolicy = TransportPolicy(),
    factsForCurrent: MediaFacts? = nil, factsForOld: MediaFacts? = nil, auditTime: Double,
    timeLimit: Double = 29
  ) {
    self.init(
      payload: payload, plan: plan, policy: policy, current: factsForCurrent.map(Shared.init),
      old: factsForOld.map(Shared.init), auditTime: auditTime, timeLimit: timeLimit)
  }

  /// Takes facts that many payloads share.
  public init(
    payload: Payload, plan: FetchPlan, policy: TransportPolicy, current: Shared<MediaFacts>?,
    old: Shared<MediaFacts>?, auditTime: Double, timeLimit: Double
  ) {
    self.payload = payload
    self.plan = plan
    self.policy = policy
    self.current = current
    self.old = old
    self.auditTime = auditTime
    self.timeLimit = timeLimit
  }

  func facts(on generation: PhoneGeneration) -> Shared<MediaFacts>? {
    generation == .current || plan.old == plan.current ? current : old
  }
}
