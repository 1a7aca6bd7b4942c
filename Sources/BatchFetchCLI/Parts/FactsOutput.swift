internal import AuditReports
internal import AuditRules
internal import BatchFetch
internal import Glibc

/// Facts on standard output, handed on within a second, with the proof of what was written.
final class FactsOutput: Sendable {
  private struct State {
    var pending: [UInt8] = []
    var lines = 0
    var proof = FactsProof()
    var flushed = ContinuousClock.now
  }

  private let state = Locked(State())
  private static let longestWait = Duration.milliseconds(500)

  /// Adds the line of some facts.
  func append(_ facts: MediaFacts) throws(RunFailure) {
    try state.withLock { state throws(RunFailure) in
      FactsNDJSON.append(facts, to: &state.pending)
      state.lines += 1
      let isDue = ContinuousClock.now - state.flushed > Self.longestWait
      if isDue || state.pending.count >= 64 << 10 { try Self.flush(&state) }
    }
  }

  /// Hands on what waits.
  func flush() throws(RunFailure) {
    try state.withLock { state throws(RunFailure) in try Self.flush(&state) }
  }

  /// Writes the end line: every line was answered, of a plan that was made under these terms.
  func finish(_ terms: PlanTerms) throws(RunFailure) {
    try state.withLock { state throws(RunFailure) in
      try Self.flush(&state)
      var stated = state.proof.stated
      stated.terms = terms
      try Console.output(stated.encode())
    }
  }

  private static func flush(_ state: inout State) throws(RunFailure) {
    try Console.output(state.pending)
    state.proof.add(state.pending, lines: state.lines)
    state.pending.removeAll(keepingCapacity: true)
    state.lines = 0
    state.flushed = .now
  }
}
