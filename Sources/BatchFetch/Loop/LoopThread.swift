internal import CPlatform
internal import Glibc

/// The one owner of a thread.
final class LoopThread: Sendable {
  private final class Start {
    let name: String
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }

  private let thread: Locked<pthread_t?>

  /// Starts a thread that runs `body`, under a name of at most 15 bytes.
  init?(_ name: String, _ body: @escaping @Sendable () -> Void) {
    var started = pthread_t()
    let start = Unmanaged.passRetained(Start(name, body))
    let code = pthread_create(
      &started, nil,
      { user in
        guard let user else { return nil }
        let start = Unmanaged<Start>.fromOpaque(user).takeRetainedValue()
        cplatform_name_thread(start.name)
        start.body()
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
