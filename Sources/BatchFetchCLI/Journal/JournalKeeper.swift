internal import BatchFetch
internal import Foundation

/// Keeps a journal current on disk while the run goes on, on a thread of its own: a disk that is
/// slow to confirm must not hold the downloads.
final class JournalKeeper: Sendable {
  private let journal: FactsJournal
  private let place: Place
  private let inputs: InputList
  private let header: Locked<JournalHeader>
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private enum Stage { case idle, running, stopped }

  private let stage = Locked(Stage.idle)
  /// Whether the header's marks are kept though the inputs were not read as far.
  private let keepsMarks: Bool

  /// Where the header stands, and under which name a new one is written first.
  struct Place: Sendable {
    var header: String
    var newHeader: String
  }

  /// What a sudden end may cost: with the journal's own longest wait, well below a second.
  private static let period = DispatchTimeInterval.milliseconds(250)
  /// After a power cut, so many periods may be lost.
  private static let periodsToDisk = 3

  /// Writes the header, so that what is learned from now on can be found again.
  init(
    _ journal: FactsJournal, _ header: JournalHeader, at place: Place, inputs: InputList,
    keepsMarks: Bool
  ) throws(RunFailure) {
    self.journal = journal
    self.place = place
    self.inputs = inputs
    self.header = Locked(header)
    self.keepsMarks = keepsMarks
    try Self.write(header, place, synchronised: true)
  }

  /// Starts the thread.
  func start() {
    stage.withLock { $0 = .running }
    OwnThread.start("batchfetch-keep") { [self] in
      defer { ended.signal() }
      var rounds = 0
      while wake.wait(timeout: .now() + Self.period) == .timedOut {
        rounds += 1
        do throws(RunFailure) {
          try keep(synchronised: rounds % Self.periodsToDisk == 0)
        } catch {
          journal.fail(error)
          return
        }
      }
    }
  }

  /// Ends the thread and brings everything to the disk; blocks for a moment.
  func stop() throws(RunFailure) {
    let before = stage.withLock { stage in
      defer { stage = .stopped }
      return stage
    }
    if before == .running {
      wake.signal()
      ended.wait()
    }
    if before == .stopped { return }
    try keep(synchronised: true)
  }

  private func keep(synchronised: Bool) throws(RunFailure) {
    // The marks first: what facts are of was read before they were learned.
    let marks = keepsMarks ? nil : inputs.marks
    let fresh = header.withLock { header -> JournalHeader? in
      guard let marks else { return nil }
      let old = header
      header = JournalHeader(started: header.started, settings: header.settings, marks: marks)
      return header == old ? nil : header
    }
    if let fresh { try Self.write(fresh, place, synchronised: synchronised) }
    if synchronised { try journal.synchronise() } else { try journal.flush() }
  }

  private static func write(
    _ header: JournalHeader, _ place: Place, synchronised: Bool
  ) throws(RunFailure) {
    try WholeFile.replace(
      place.header, through: place.newHeader, with: header.encode(), synchronised: synchronised)
  }
}
