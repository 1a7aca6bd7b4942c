internal import CPlatform
internal import Glibc

/// A caller and what it waits for.
typealias Answer = (caller: CheckedContinuation<FetchResult, Never>, result: FetchResult)

/// What other threads ask of the loop.
enum Command: Sendable {
  case fetch(id: LoopState.JobID, FetchRequest, CheckedContinuation<FetchResult, Never>)
  case cancel(id: LoopState.JobID)
  case stop
}

/// The letter box between the callers and the loop's thread.
final class Inbox: Sendable {
  private struct Letters: Sendable {
    var commands: [Command] = []
    var isClosed = false
    var counters = EngineCounters()
    var nextID = 0
  }

  private let letters = Locked(Letters())
  /// Taken around every hand-over of a result: ThreadSanitizer does not see the runtime's own.
  /// Its value has a size, else the tool takes the field beside it for the value.
  private let handOver = Locked(false)
  /// Becomes readable with the first command.
  let wake: Int32

  init?() {
    wake = cplatform_wake_create()
    if wake < 0 { return nil }
  }

  deinit {
    _ = take(closing: true)
  }

  func nextID() -> LoopState.JobID {
    letters.withLock { letters in
      letters.nextID += 1
      return letters.nextID
    }
  }

  /// Posts a command; answers `false` when the loop reads no more.
  func post(_ command: Command) -> Bool {
    letters.withLock { letters in
      guard !letters.isClosed else { return false }
      letters.commands.append(command)
      // Under the lock: afterwards the descriptor may be somebody else's.
      if letters.commands.count == 1 { cplatform_wake_signal(wake) }
      return true
    }
  }

  /// Takes all commands; the last time it also closes the box for good.
  func take(closing: Bool = false) -> [Command] {
    letters.withLock { letters in
      if closing, !letters.isClosed {
        letters.isClosed = true
        close(wake)
      }
      let commands = letters.commands
      letters.commands = []
      return commands
    }
  }

  func publish(_ counters: EngineCounters) {
    letters.withLock { $0.counters = counters }
  }

  var counters: EngineCounters { letters.withLock { $0.counters } }

  /// Resumes callers so that ThreadSanitizer sees the order.
  func answer(_ answers: [Answer]) {
    handOver.withLock { _ in }
    for (caller, result) in answers { caller.resume(returning: result) }
  }

  /// The caller's side of `answer`, after it was resumed.
  func received() {
    handOver.withLock { _ in }
  }
}
