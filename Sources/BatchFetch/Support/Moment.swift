internal import CPlatform

/// A point of the monotonic clock, in nanoseconds.
struct Moment: Comparable, Hashable {
  var nanoseconds: Int64

  /// The clock's time; only the loop asks for it, everything else is told.
  static var now: Moment {
    Moment(nanoseconds: cplatform_monotonic_nanoseconds())
  }

  static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

  static func + (moment: Moment, span: Duration) -> Moment {
    Moment(nanoseconds: moment.nanoseconds + span.nanoseconds)
  }

  /// Seconds from `earlier` to here.
  func seconds(since earlier: Moment) -> Double {
    Double(nanoseconds - earlier.nanoseconds) / 1_000_000_000
  }
}

extension Duration {
  /// The whole span in nanoseconds, as far as 64 bits reach.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max / 4 : product &+ attoseconds / 1_000_000_000
  }

  /// The span in seconds.
  var inSeconds: Double { Double(nanoseconds) / 1_000_000_000 }
}
