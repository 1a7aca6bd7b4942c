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
  /// How the URL was read; nil where the payload has none.
  let media: MediaURL?

  /// Creates a plan by hand; real ones are made of a payload.
  public init(current: Route, old: Route) {
    self.init(current: current, old: old, media: nil)
  }

  init(current: Route, old: Route, media: MediaURL?) {
    self.current = current
    self.old = old
    self.media = media
  }

  /// The distinct URLs to request, at most two.
  public var requests: [String] {
    var urls: [String] = []
    for case .fetch(let url) in [current, old] where !urls.contains(url) { urls.append(url) }
    return urls
  }

  func route(on generation: PhoneGeneration) -> Route {
    switch generation {
    case .current: current
    case .old: old
    }
  }
}

extension FetchPlan {
  /// Decides what to request for a payload: nothing (K, U, T1), one URL, or one for each parser (U5).
  ///
  /// The gate is not asked: a payload that never starts the extension has its media fetched too.
  public static func make(for payload: Payload, policy: TransportPolicy) -> FetchPlan {
    if let settled = settled(payload) { return settled }
    return make(for: payload.mediaURL.text ?? "", policy: policy).refusing(payload.profile)
  }

  /// K: what is settled before the URL is looked at.
  static func settled(_ payload: Payload) -> FetchPlan? {
    if payload.vendor?.isForeign == true { return settled(.vendorKeyMissing) }
    return switch payload.mediaURL {
    case .absent: settled(.noMediaURL)
    case .notText: settled(.mediaURLNotText)
    case .text(""): settled(.mediaURLEmpty)
    case .text: nil
    }
  }

  /// The plan with what the profile's own code refuses: plain HTTP, whatever the app allows.
  func refusing(_ profile: ExtensionProfile) -> FetchPlan {
    guard profile.rules?.httpsOnly == true else { return self }
    func refused(_ route: Route) -> Route {
      guard case .fetch(let url) = route, URLParts(url).schemeName == "http" else { return route }
      return .settled(.httpNotSecure)
    }
    return FetchPlan(current: refused(current), old: refused(old), media: media)
  }

  static func make(for url: String, policy: TransportPolicy) -> FetchPlan {
    let written = URLParts(url)
    let media = MediaURL(url, written)
    let parts = media.isPlain ? written : nil
    return FetchPlan(
      current: route(media, parts, on: .current, policy),
      old: route(media, parts, on: .old, policy), media: media)
  }

  private static func settled(_ reason: Reason) -> FetchPlan {
    FetchPlan(current: .settled(reason), old: .settled(reason))
  }

  /// `parts` are those of the request where they are known already.
  private static func route(
    _ media: MediaURL, _ parts: URLParts?, on generation: PhoneGeneration,
    _ policy: TransportPolicy
  ) -> Route {
    let reading = media.reading(on: generation)
    switch reading.form {
    // U1, U2: a string that is all token names its own fault, whichever parser reads it.
    case .unparsable:
      return .settled(media.hasToken && !media.isAbsolute ? .templateNotFilled : .urlUnparsable)
    case .relative: return .settled(media.hasToken ? .templateNotFilled : .urlRelative)
    // U3.
    case .localFile: return .settled(.urlIsLocalFile)
    case .data: return .settled(.urlIsData)
    case .ftp, .otherScheme: return .settled(.urlSchemeUnsupported)
    case .noHost: return .settled(.urlNoHost)
    // T1, T7c.
    case .web:
      let parts = parts ?? URLParts(reading.request)
      let refusal = policy.refusal(of: parts, on: generation)
      return refusal.map(Route.settled) ?? .fetch(reading.request)
    }
  }
}
