/// How fast one host may be asked.
struct HostPace: Equatable {
  /// The first distance between two requests to a host that said 429; it doubles each time.
  static let firstSpacing = Duration.milliseconds(250)
  /// It grows no further than this.
  static let longestSpacing = Duration.seconds(4)

  /// No request starts earlier.
  private(set) var notBefore: Moment
  private(set) var spacing = Duration.zero

  init(notBefore: Moment = Moment(nanoseconds: 0)) {
    self.notBefore = notBefore
  }

  var isSlowed: Bool { spacing > .zero }
  var isPaused: Bool { notBefore.nanoseconds > 0 }

  /// A request starts: the next one keeps its distance.
  mutating func started(_ now: Moment) {
    if isSlowed { notBefore = max(notBefore, now + spacing) }
  }

  /// The host said 429.
  mutating func refused(_ now: Moment) {
    spacing = isSlowed ? min(spacing * 2, HostPace.longestSpacing) : HostPace.firstSpacing
    notBefore = max(notBefore, now + spacing)
  }

  /// The later of two pauses counts.
  mutating func merge(_ other: HostPace) {
    notBefore = max(notBefore, other.notBefore)
  }
}
