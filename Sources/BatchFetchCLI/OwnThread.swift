internal import CPlatform
internal import Foundation

/// Blocking work on a thread of its own: the cooperative pool has as many threads as cores, and
/// two blocking reads would stop every task.
enum OwnThread {
  /// Runs `work` on a new thread and hands over what it returns or throws.
  static func run<Value: Sendable>(
    _ name: String, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      start(name) { continuation.resume(with: Result(catching: work)) }
    }
  }

  /// Runs `work` on a new thread and does not wait for it.
  static func start(_ name: String, _ work: @escaping @Sendable () -> Void) {
    let thread = Thread {
      cplatform_name_thread(name)
      work()
    }
    thread.stackSize = 2 << 20
    thread.start()
  }
}
