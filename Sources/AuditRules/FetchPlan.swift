/// What a payload asks of the network (stage 3).
///
/// The two URL parsers in the field may ask for different strings, or only one of them may ask.
public struct FetchPlan: Sendable, Equatable {
  /// What one parser makes of the payload's media URL.
  public enum Route: Sendable, Equatable {
    /// Nothing to fetch: the reason stands already.
    case settled(Reason)
    /// The URL to request: absolute http or https, encoded, without fragment. The key of its facts.
    case fetch(String)
  }

  /// iOS 17 and later.
  public var current: Route
  /// iOS 16 and earlier.
  public var old: Route

  public init(current: Route, old: Route) {
    self.current = current
    self.old = old
  }

  /// The distinct URLs to request, at most two.
  public var requests: [String] {
    var urls: [String] = []
    for case .fetch(let url) in [current, old] where !urls.contains(url) { urls.append(url) }
    return urls
  }
}
