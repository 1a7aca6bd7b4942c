internal import CPlatform
internal import Glibc

/// The one owner of an epoll set; each descriptor carries a small kind.
final class Epoll {
  /// Who registered a descriptor.
  enum Kind: UInt64 {
    case wake
    case curl
    case resolver
  }

  /// What a descriptor is watched for, or ready for.
  struct Directions: OptionSet {
    let rawValue: Int32
    static let reading = Directions(rawValue: 1)
    static let writing = Directions(rawValue: 2)
    static let failed = Directions(rawValue: 4)
  }

  /// One descriptor that is ready.
  struct Ready {
    var descriptor: Int32
    var kind: Kind
    var directions: Directions
  }

  private let descriptor: Int32
  private let tags: UnsafeMutableBufferPointer<UInt64>
  private let directions: UnsafeMutableBufferPointer<Int32>

  init?() {
    descriptor = cplatform_epoll_create()
    tags = .allocate(capacity: 256)
    directions = .allocate(capacity: 256)
    if descriptor < 0 { return nil }
  }

  deinit {
    tags.deallocate()
    directions.deallocate()
    if descriptor >= 0 { close(descriptor) }
  }

  /// Watches a descriptor for the given directions, or no longer when there is none.
  func watch(_ watched: Int32, kind: Kind, for wanted: Directions) {
    _ = cplatform_epoll_watch(
      descriptor, watched, wanted.rawValue,
      kind.rawValue << 32 | UInt64(UInt32(bitPattern: watched)))
  }

  /// Waits until something is ready, at most until `due`, and answers how much is.
  func wait(until due: Moment?, now: Moment) -> Int {
    let count = cplatform_epoll_wait(
      descriptor, tags.baseAddress, directions.baseAddress, Int32(tags.count),
      Epoll.milliseconds(until: due, now: now))
    return max(0, Int(count))
  }

  /// What was ready at the last `wait`.
  func ready(_ index: Int) -> Ready? {
    guard let kind = Kind(rawValue: tags[index] >> 32) else { return nil }
    return Ready(
      descriptor: Int32(bitPattern: UInt32(truncatingIfNeeded: tags[index])), kind: kind,
      directions: Directions(rawValue: directions[index]))
  }

  /// Rounds up, so that the loop never spins through the last millisecond.
  static func milliseconds(until due: Moment?, now: Moment) -> Int32 {
    guard let due else { return -1 }
    guard due > now else { return 0 }
    return Int32(clamping: (due.nanoseconds - now.nanoseconds + 999_999) / 1_000_000)
  }
}
