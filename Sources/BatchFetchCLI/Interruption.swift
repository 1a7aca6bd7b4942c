internal import CPlatform
internal import Glibc

/// SIGINT and SIGTERM, waited for by the main thread while the run works elsewhere.
///
/// The signals are blocked in every thread and read from a descriptor: no handler runs, so nothing
/// is ever interrupted half-way. `signalfd(2)`: "the set of signals to be received via the file
/// descriptor should be blocked using sigprocmask(2)".
enum Interruption {
  /// Blocks the two signals; call first, while there is one thread, so that all others inherit it.
  static func block() {
    signal(SIGPIPE, SIG_IGN)
    // A file beyond the user's limit is a fault to be told, not a death.
    signal(SIGXFSZ, SIG_IGN)
    var set = signals()
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for signals for ever: the first calls `stop`, the second ends the process at once.
  static func waitForSignals(_ stop: (Int32) -> Void) -> Never {
    var set = signals()
    var first = true
    while true {
      var number: Int32 = 0
      guard sigwait(&set, &number) == 0 else { continue }
      if !first { _exit(128 + number) }
      first = false
      stop(number)
    }
  }

  private static func signals() -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGINT)
    sigaddset(&set, SIGTERM)
    return set
  }
}
