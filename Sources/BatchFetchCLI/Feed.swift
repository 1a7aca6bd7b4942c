internal import Foundation

/// A bounded channel from a thread that may block to a task that may not.
///
/// The sender waits while `capacity` batches are on the way, so what is read ahead stays bounded.
final class Feed<Element: Sendable>: Sendable {
  private let room: DispatchSemaphore
  private let stream: AsyncStream<[Element]>
  private let continuation: AsyncStream<[Element]>.Continuation

  init(capacity: Int) {
    room = DispatchSemaphore(value: capacity)
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    // A receiver that goes away must not leave the sender waiting for room: what is on the way,
    // `capacity` batches at most, gives its room back, and one more lets the sender through.
    continuation.onTermination = { [room] _ in
      for _ in 0...capacity { room.signal() }
    }
  }

  /// Sends a batch, waiting for room; false once nobody receives any more.
  func send(_ batch: [Element]) -> Bool {
    room.wait()
    if case .terminated = continuation.yield(batch) {
      room.signal()
      return false
    }
    return true
  }

  /// Says that nothing follows.
  func finish() { continuation.finish() }

  /// Says that nobody receives any more; a sender that waits for room goes on at once.
  func close() { continuation.finish() }

  /// Gives each element to `body` in order, until the sender finishes, the task is cancelled or
  /// `body` throws; nobody receives after that.
  func receive(_ body: (Element) async throws -> Void) async rethrows {
    defer { close() }
    for await batch in stream {
      room.signal()
      for element in batch { try await body(element) }
    }
  }
}
