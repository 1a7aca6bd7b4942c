/// How fast one host may be asked.
///
/// A host that said 429 stays slowed for the rest of the run, but no slower than it needs: it is
/// trusted with a little more after each row of good answers, and with less at the next 429.
struct HostPace: Equatable {
  /// The first distance between two requests to a host that said 429; it doubles each time.
  static let firstSpacing = Duration.milliseconds(250)
  /// It grows no further than this.
  static let longestSpacing = Duration.seconds(4)
  /// Trust never shortens it to less than this.
  static let shortestSpacing = Duration.milliseconds(50)
  /// Good answers in a row that halve the distance.
  static let trustedAfter = 10

  /// No request starts earlier.
  private(set) var notBefore: Moment
  private(set) var spacing = Duration.zero
  /// When the distance was last lengthened.
  private var slowedAt = Moment(nanoseconds: 0)
  private var goodAnswers = 0

  init(notBefore: Moment = Moment(nanoseconds: 0)) {
    self.notBefore = notBefore
  }

  var isSlowed: Bool { spacing > .zero }
  var isPaused: Bool { notBefore.nanoseconds > 0 }

  /// A request starts: the next one keeps its distance.
  mutating func started(_ now: Moment) {
    if isSlowed { notBefore = max(notBefore, now + spacing) }
  }

  /// The host said 429 to a request that was sent at `sent`.
  ///
  /// What was already under way when the host was slowed says nothing new: a burst counts once.
  mutating func refused(sent: Moment, _ now: Moment) {
    goodAnswers = 0
    if !isSlowed {
      spacing = HostPace.firstSpacing
      slowedAt = now
    } else if sent > slowedAt {
      spacing = min(spacing * 2, HostPace.longestSpacing)
      slowedAt = now
    }
    notBefore = max(notBefore, now + spacing)
  }

  /// The host answered as it should; says whether it is trusted with more from now on.
  mutating func answered() -> Bool {
    guard isSlowed else { return false }
    goodAnswers += 1
    guard goodAnswers >= HostPace.trustedAfter else { return false }
    goodAnswers = 0
    spacing = max(spacing / 2, HostPace.shortestSpacing)
    return true
  }

  /// The later of two pauses counts.
  mutating func merge(_ other: HostPace) {
    notBefore = max(notBefore, other.notBefore)
  }
}
