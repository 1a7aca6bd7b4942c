import Glibc

/// A door that stays shut until it is opened once, and on which threads can wait by `poll`.
///
/// A test holds an answer back with `Step.gate(_:)` and opens the gate when it has seen what it
/// wanted to see: order without sleeping.
public final class Gate: Sendable {
  /// Readable (end of file) as soon as the gate is open.
  let descriptor: Int32
  private let opener: Locked<Int32>

  public init() {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    precondition(socketpair(AF_UNIX, kind, 0, &pair) == 0, "no descriptors left")
    descriptor = pair[0]
    opener = Locked(pair[1])
  }

  deinit {
    open()
    close(descriptor)
  }

  /// Opens the gate for good.
  public func open() {
    opener.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }

  public var isOpen: Bool { opener.withLock { $0 < 0 } }

  /// Blocks for the given time unless the gate is opened first; true when it is open.
  func wait(_ time: Duration) -> Bool {
    let deadline = ContinuousClock.now + time
    repeat {
      var watched = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      let left = max(.zero, ContinuousClock.now.duration(to: deadline))
      if poll(&watched, 1, Int32(left.milliseconds)) > 0 { return true }
    } while ContinuousClock.now < deadline
    return false
  }
}
