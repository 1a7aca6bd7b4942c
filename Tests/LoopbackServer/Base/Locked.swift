import Glibc

/// A value behind a pthread mutex.
///
/// `Synchronization.Mutex` gives false reports under ThreadSanitizer on Linux, so the test support
/// has its own, as the engine does.
final class Locked<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Calls `body` with the value while no other thread has it, and wakes whoever waits for a change.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Blocks until `condition` holds or the time is up, and says whether it holds.
  func wait(within limit: Duration, until condition: (Value) -> Bool) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    let milliseconds = limit.milliseconds + deadline.tv_nsec / 1_000_000
    deadline.tv_sec += milliseconds / 1000
    deadline.tv_nsec = milliseconds % 1000 * 1_000_000
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !condition(value) {
      if pthread_cond_timedwait(changed, mutex, &deadline) != 0 { return condition(value) }
    }
    return true
  }
}

extension Duration {
  /// The whole milliseconds, rounded up so that a short wait is not none, and kept within `poll`'s range.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    if seconds > 1_000_000 { return 1_000_000_000 }
    return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
