/// Plans by media URL string, so that a URL of many payloads is parsed once.
///
/// What is remembered does not depend on the profile: the string alone is the key. The cache is
/// bounded, since a list may name a million distinct URLs: the first ones stay, of later ones the
/// latest few, so that a list in which every URL is new pays for no memory that is cold.
public struct PlanCache: Sendable {
  private struct Entry: Sendable {
    var url: ExactText
    var plan: FetchPlan
  }

  public let policy: TransportPolicy
  private let capacity: Int
  private var plans: [ExactText: FetchPlan] = [:]
  /// URLs that came when the cache was full, each at the place that its hash gives.
  private var latest: [Entry?] = []
  private static let latestCount = 256

  /// Plans that are remembered for good.
  var count: Int { plans.count }

  public init(policy: TransportPolicy, capacity: Int = 16_384) {
    self.policy = policy
    self.capacity = max(1, capacity)
  }

  /// Plans a payload, out of memory where its URL was seen.
  public mutating func plan(for payload: Payload) -> FetchPlan {
    if let settled = FetchPlan.settled(payload) { return settled }
    return plan(for: payload.mediaURL.text ?? "").refusing(payload.profile)
  }

  private mutating func plan(for url: String) -> FetchPlan {
    let key = ExactText(url)
    if let plan = plans[key] { return plan }
    if plans.count < capacity {
      let plan = FetchPlan.make(for: url, policy: policy)
      plans[key] = plan
      return plan
    }
    if latest.isEmpty { latest = Array(repeating: nil, count: Self.latestCount) }
    let place = key.hash & (Self.latestCount - 1)
    if let entry = latest[place], entry.url == key { return entry.plan }
    let plan = FetchPlan.make(for: url, policy: policy)
    latest[place] = Entry(url: key, plan: plan)
    return plan
  }
}

/// A text that equals another only byte by byte, hashed once.
///
/// `String` takes `é` in one code point for `é` in two, and a server takes them for two paths (U4).
struct ExactText: Hashable, Sendable {
  private let text: String
  let hash: Int

  init(_ text: String) {
    self.text = text
    var hasher = Hasher()
    Self.withBytes(of: text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hash = hasher.finalize()
  }

  static func == (left: ExactText, right: ExactText) -> Bool {
    guard left.hash == right.hash else { return false }
    return withBytes(of: left.text) { left in
      withBytes(of: right.text) { right in
        guard left.count == right.count else { return false }
        // Without a branch, so that the compiler compares many bytes in one step.
        var difference: UInt8 = 0
        for place in left.indices { difference |= left[place] ^ right[place] }
        return difference == 0
      }
    }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  private static func withBytes<Result>(
    of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    // A text without storage of its own is slower, and no less exact.
    text.utf8.withContiguousStorageIfAvailable(body)
      ?? Array(text.utf8).withUnsafeBufferPointer(body)
  }
}
