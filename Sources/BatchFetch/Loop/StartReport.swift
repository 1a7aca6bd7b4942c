internal import CPlatform
internal import Glibc

/// Hands the outcome of the loop's start from its thread to whoever waits for it.
final class StartReport: Sendable {
  private let failure = Locked<BatchFetcherError?>(nil)
  private let wake: Int32

  init?() {
    wake = cplatform_wake_create()
    if wake < 0 { return nil }
  }

  deinit {
    close(wake)
  }

  func set(_ failure: BatchFetcherError?) {
    self.failure.withLock { $0 = failure }
    cplatform_wake_signal(wake)
  }

  /// The failure of the start, or `nil` once it succeeded; waits for either.
  func wait() -> BatchFetcherError? {
    cplatform_wake_wait(wake, -1)
    return failure.withLock { $0 }
  }
}
