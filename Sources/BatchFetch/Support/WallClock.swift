internal import Glibc

/// The calendar's time, for dates in headers.
enum WallClock {
  /// Seconds since 1970.
  static func seconds() -> Int { time(nil) }
}
