import Glibc

/// One thread that runs one block and is joined.
struct Worker: Sendable {
  private let thread: pthread_t

  /// Starts a thread, or gives nil when the system has none left.
  init?(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 512 * 1024)
    let box = Unmanaged.passRetained(Body(body))
    var started = pthread_t()
    let failed = pthread_create(
      &started, &attributes,
      { raw in
        Worker.blockPipeSignal()
        guard let raw else { return nil }
        Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    guard failed == 0 else {
      box.release()
      return nil
    }
    thread = started
  }

  func join() { pthread_join(thread, nil) }

  /// OpenSSL writes with `write(2)`: where the peer has gone it must fail with EPIPE in this thread
  /// alone, and the tests' own process keeps its signal settings.
  private static func blockPipeSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// The threads of one server: added as they start, joined when they have ended.
final class Workers: Sendable {
  private struct State {
    var next = 0
    var running: [Int: Worker] = [:]
    var ended: [Worker] = []
  }
  private let state = Locked(State())

  /// Starts a thread for `body`; false when none could be started.
  func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let (number, finished) = state.withLock { state in
      state.next += 1
      defer { state.ended = [] }
      return (state.next, state.ended)
    }
    for worker in finished { worker.join() }
    // The lock is held over the start, so that the thread cannot report its end before it is known.
    return state.withLock { state in
      let worker = Worker { [self] in
        body()
        end(number)
      }
      state.running[number] = worker
      return worker != nil
    }
  }

  var count: Int { state.withLock { $0.running.count } }

  /// Waits for the end of every thread.
  func joinAll() {
    while true {
      let left = state.withLock { state in
        let all = state.ended + Array(state.running.values)
        state.ended = []
        state.running = [:]
        return all
      }
      if left.isEmpty { return }
      for worker in left { worker.join() }
    }
  }

  private func end(_ number: Int) {
    state.withLock { state in
      // Absent when `joinAll` has taken it and is waiting for it already.
      if let worker = state.running.removeValue(forKey: number) { state.ended.append(worker) }
    }
  }
}
