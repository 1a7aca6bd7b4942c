internal import AuditReports
internal import BatchFetch
internal import Foundation

/// Judged rows on their way, in order, from the thread that judges to the one that writes them.
///
/// The judge waits while `capacity` batches are on the way, so that memory stays flat.
final class RowRelay: Sendable {
  /// Rows that are handed over together.
  struct Batch: Sendable {
    static let fullCount = 128

    private(set) var rows: [ReportRow] = []
    /// Places of rows that stand for one of a payload's further media: counted, not written.
    private(set) var furtherPlaces: Set<Int> = []

    mutating func append(_ row: ReportRow) {
      if rows.isEmpty { rows.reserveCapacity(Self.fullCount + 8) }
      rows.append(row)
    }

    mutating func append(further row: ReportRow) {
      furtherPlaces.insert(rows.count)
      append(row)
    }

    /// A row and those of its further media are never parted, so that it may be a few more.
    var isFull: Bool { rows.count >= Self.fullCount }
  }

  private struct State {
    var batches: [Batch] = []
    var isLeft = false
  }

  private let room: DispatchSemaphore
  private let filled = DispatchSemaphore(value: 0)
  private let state = Locked(State())

  init(capacity: Int = 4) { room = DispatchSemaphore(value: capacity) }

  /// Hands a batch over, waiting for room; false once nobody writes any more.
  func send(_ batch: Batch) -> Bool {
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

  /// The next batch, waiting for it; nil when the judge has finished and all were taken.
  func next() -> Batch? {
    filled.wait()
    let batch = state.withLock { $0.batches.isEmpty ? nil : $0.batches.removeFirst() }
    // Whoever asks again behind the end gets the same answer.
    if batch == nil { filled.signal() } else { room.signal() }
    return batch
  }

  /// Says that nobody writes any more; a judge that waits for room goes on at once.
  func leave() {
    state.withLock { $0.isLeft = true }
    room.signal()
  }
}
