/// Plans by media URL string, so that a URL of many payloads is parsed once.
///
/// A plan does not depend on the profile: the string alone is the key. The cache is bounded, since
/// a list may name a million distinct URLs; when full it starts anew, which costs time and no truth.
public struct PlanCache: Sendable {
  public let policy: TransportPolicy
  private let capacity: Int
  private var plans: [String: FetchPlan] = [:]

  public init(policy: TransportPolicy, capacity: Int = 16_384) {
    self.policy = policy
    self.capacity = max(1, capacity)
  }

  /// Plans a payload, out of memory where its URL was seen.
  public mutating func plan(for payload: Payload) -> FetchPlan {
    guard case .text(let url) = payload.mediaURL, !url.isEmpty else {
      return FetchPlan.make(for: payload, policy: policy)
    }
    if let plan = plans[url] { return plan }
    if plans.count >= capacity { plans.removeAll(keepingCapacity: true) }
    let plan = FetchPlan.make(for: url, policy: policy)
    plans[url] = plan
    return plan
  }
}
