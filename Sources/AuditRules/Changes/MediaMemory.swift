/// What is kept of one media URL in one campaign from night to night.
public struct MediaMemory: Sendable, Equatable {
  /// As it was last known.
  public var state: MediaState
  /// Payloads of the last night that had it.
  public var payloads: Int
  /// Start of the first run that had it, in whole seconds since 1970.
  public var firstSeen: Int
  /// Start of the run since which it is lost, or is not, in whole seconds since 1970.
  public var since: Int

  public init(state: MediaState, payloads: Int, firstSeen: Int, since: Int) {
    self.state = state
    self.payloads = payloads
    self.firstSeen = firstSeen
    self.since = since
  }

  /// What is kept after a night that started at `time`.
  ///
  /// A night that could not find out leaves what was known: lost, unknown, lost is lost all along.
  public static func after(
    _ before: MediaMemory?, now: MediaState, payloads: Int, at time: Int
  ) -> MediaMemory {
    guard let before else {
      return MediaMemory(state: now, payloads: payloads, firstSeen: time, since: time)
    }
    var memory = before
    memory.payloads = payloads
    if now.standing == .unknown { return memory }
    memory.state = now
    if now.standing != before.state.standing { memory.since = time }
    return memory
  }
}
