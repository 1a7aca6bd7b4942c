internal import CPlatform
internal import Glibc

/// The one owner of an epoll set; each descriptor carries a small kind.
///
/// libcurl takes its socket out after each transfer and puts it in before the next. A socket that is
/// taken out therefore stays registered until it is ready though nobody waits for it, or is closed:
/// two calls of the kernel less per transfer.
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

  private struct Entry {
    var registered: Directions = []
    var wanted: Directions = []
  }

  private let descriptor: Int32
  private let tags: UnsafeMutableBufferPointer<UInt64>
  private let directions: UnsafeMutableBufferPointer<Int32>
  /// By descriptor.
  private var entries: [Entry] = []

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
    guard watched >= 0 else { return }
    let index = Int(watched)
    if index >= entries.count {
      entries += Array(repeating: Entry(), count: index + 64 - entries.count)
    }
    entries[index].wanted = wanted
    // libcurl says when it closes a socket; c-ares does not, and must be taken at its word.
    if wanted.isEmpty, kind == .curl { return }
    if entries[index].registered == wanted, kind == .curl { return }
    register(watched, kind, wanted)
  }

  /// The kernel forgets a descriptor that is closed.
  func forget(_ closed: Int32) {
    if closed >= 0, Int(closed) < entries.count { entries[Int(closed)] = Entry() }
  }

  private func register(_ watched: Int32, _ kind: Kind, _ wanted: Directions) {
    entries[Int(watched)].registered = wanted
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

  /// What was ready at the last `wait`; nothing when nobody waits for it any more.
  func ready(_ index: Int) -> Ready? {
    guard let kind = Kind(rawValue: tags[index] >> 32) else { return nil }
    let ready = Ready(
      descriptor: Int32(bitPattern: UInt32(truncatingIfNeeded: tags[index])), kind: kind,
      directions: Directions(rawValue: directions[index]))
    guard kind == .curl, entries[Int(ready.descriptor)].wanted.isEmpty else { return ready }
    register(ready.descriptor, kind, [])
    return nil
  }

  /// Rounds up, so that the loop never spins through the last millisecond.
  static func milliseconds(until due: Moment?, now: Moment) -> Int32 {
    guard let due else { return -1 }
    guard due > now else { return 0 }
    return Int32(clamping: (due.nanoseconds - now.nanoseconds + 999_999) / 1_000_000)
  }
}
