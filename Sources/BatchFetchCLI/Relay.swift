internal import BatchFetch
internal import Foundation

/// Batches on their way, in order, from one thread to another, both of which may wait.
///
/// The sender waits while `capacity` batches are on the way, so that memory stays flat.
final class Relay<Element: Sendable>: Sendable {
  private struct State {
    var batches: [[Element]] = []
    var isLeft = false
  }

  /// Begins with nothing and is filled at once: a semaphore must not end below what it began with,
  /// and batches may be left lying here.
  private let room = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)
  private let state = Locked(State())

  init(capacity: Int = 4) {
    for _ in 0..<capacity { room.signal() }
  }

  /// Hands a batch over, waiting for room; false once nobody takes any more.
  func send(_ batch: [Element]) -> Bool {
    room.wait()
    let isTaken = state.withLock { state in
      if !state.isLeft { state.batches.append(batch) }
      return !state.isLeft
    }
    if isTaken { filled.signal() } else { room.signal() }
    return isTaken
  }

  /// Says that nothing follows.
  func finish() { filled.signal() }

  /// The next batch, waiting for it; nil when the sender has finished and all were taken.
  func next() -> [Element]? {
    filled.wait()
    let batch = state.withLock { $0.batches.isEmpty ? nil : $0.batches.removeFirst() }
    // Whoever asks again behind the end gets the same answer.
    if batch == nil { filled.signal() } else { room.signal() }
    return batch
  }

  /// Says that nobody takes any more; a sender that waits for room goes on at once.
  func leave() {
    state.withLock { $0.isLeft = true }
    room.signal()
  }
}
