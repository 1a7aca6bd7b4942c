/// Plans by media URL string, so that a URL of many payloads is parsed once.
///
/// What is remembered does not depend on the profile: the string alone is the key. The cache is
/// bounded, since a list may name a million distinct URLs; when full it starts anew, which costs time
/// and no truth.
public struct PlanCache: Sendable {
  public let policy: TransportPolicy
  private let capacity: Int
  private var plans: [ExactText: FetchPlan] = [:]
  /// Whether it still holds every plan that it made.
  public private(set) var isComplete = true

  /// Plans that are remembered now.
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
    if plans.count >= capacity {
      plans.removeAll(keepingCapacity: true)
      isComplete = false
    }
    let plan = FetchPlan.make(for: url, policy: policy)
    plans[key] = plan
    return plan
  }
}

/// A text that equals another only byte by byte.
///
/// `String` takes `é` in one code point for `é` in two, and a server takes them for two paths (U4).
struct ExactText: Hashable, Sendable {
  private let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    // Without storage of its own the text is hashed byte by byte: slower, and no less exact.
    if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }
}
