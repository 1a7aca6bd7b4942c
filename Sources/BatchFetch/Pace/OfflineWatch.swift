/// Tells our own network's trouble from the campaign's: pure, fed with every end.
///
/// NXDOMAIN, a refused connection, a TLS alert and every HTTP status are answers. Without any
/// from at least three hosts over at least 30 s, or when the resolver cannot be reached or this
/// machine has no route that long, we are offline; a hiccup of seconds is forgotten with the next
/// answer.
struct OfflineWatch {
  /// What a hop heard of its host.
  enum Sign: Equatable {
    /// The host or the resolver said anything at all.
    case answer
    /// The host said nothing.
    case silence(host: String)
    /// A name server said something.
    case resolverAnswer
    /// No name server said anything of a name.
    case resolverSilence(host: String)
    /// This machine has no route to anywhere.
    case noRoute
  }

  var span: Duration = .seconds(30)
  var hosts = 3

  private var silentHosts: Set<String> = []
  private var silentSince: Moment?
  private var resolverSilentSince: Moment?
  private var silentNames: Set<String> = []
  private var routelessSince: Moment?
  /// The last answer of any kind, and the last of a name server: silence counts from then on.
  private var lastAnswer: Moment?
  private var lastResolverAnswer: Moment?
  private(set) var isOffline = false

  init(span: Duration = .seconds(30), hosts: Int = 3) {
    self.span = span
    self.hosts = hosts
  }

  /// Whether the resolver has been silent lately: a failed look-up proves nothing meanwhile.
  ///
  /// Where it has answered before, one name or two without an answer are those domains' trouble.
  var isResolverSuspect: Bool {
    resolverSilentSince != nil && (lastResolverAnswer == nil || silentNames.count >= hosts)
  }

  /// False where somebody was heard before there was any route: then the lack of one explains no
  /// failure of a name server.
  var namesNeedRoute = true

  /// Whether anybody has said anything yet.
  var hasHeardAnyone: Bool { lastAnswer != nil }

  /// Whether nobody has said anything so far, hosts enough having been asked: a name server that
  /// reports its own failure for each of them is then more likely cut off itself.
  var hasHeardNobody: Bool { !hasHeardAnyone && silentHosts.count >= hosts }

  /// Takes a sign that concerns the time from `since` to `now`.
  mutating func note(_ sign: Sign, since: Moment, now: Moment) {
    guard !isOffline else { return }
    switch sign {
    case .answer:
      silentHosts = []
      silentSince = nil
      resolverSilentSince = nil
      silentNames = []
      routelessSince = nil
      lastAnswer = now
    case .resolverAnswer:
      resolverSilentSince = nil
      silentNames = []
      lastResolverAnswer = now
    case .silence(let host):
      let start = max(since, lastAnswer ?? since)
      silentSince = min(silentSince ?? start, start)
      if silentHosts.count < hosts { silentHosts.insert(host) }
    case .resolverSilence(let host):
      let start = max(since, lastAnswer ?? since, lastResolverAnswer ?? since)
      resolverSilentSince = min(resolverSilentSince ?? start, start)
      if silentNames.count < hosts { silentNames.insert(host) }
    case .noRoute:
      let start = max(since, lastAnswer ?? since)
      routelessSince = min(routelessSince ?? start, start)
    }
    let isSilent =
      silentHosts.count >= hosts && lasted(silentSince, now)
    isOffline =
      isSilent || lasted(routelessSince, now)
      || isResolverSuspect && lasted(resolverSilentSince, now)
  }

  private func lasted(_ since: Moment?, _ now: Moment) -> Bool {
    since.map { $0 + span <= now } ?? false
  }
}
