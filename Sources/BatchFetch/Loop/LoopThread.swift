internal import CPlatform
internal import Glibc

/// The one owner of the loop's thread.
final class LoopThread: Sendable {
  private final class Start {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: Locked<pthread_t?>

  /// Starts a thread that runs `body`.
  init?(_ body: @escaping @Sendable () -> Void) {
    var started = pthread_t()
    let start = Unmanaged.passRetained(Start(body))
    let code = pthread_create(
      &started, nil,
      { user in
        guard let user else { return nil }
        cplatform_name_thread("batchfetch-loop")
        Unmanaged<Start>.fromOpaque(user).takeRetainedValue().body()
        return nil
      }, start.toOpaque())
    guard code == 0 else {
      start.release()
      return nil
    }
    thread = Locked(started)
  }

  /// Waits for the thread's end, once.
  func join() {
    let taken = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    if let taken { pthread_join(taken, nil) }
  }
}
