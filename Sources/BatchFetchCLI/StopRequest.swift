internal import BatchFetch

/// A signal's wish that the run ends early, and what is to be done then.
final class StopRequest: Sendable {
  private struct State {
    var signal: Int32?
    var actions: [@Sendable () -> Void] = []
  }

  private let state = Locked(State())

  /// The signal that asked for it, or nil.
  var signal: Int32? { state.withLock { $0.signal } }

  /// Asks the run to stop.
  func request(_ signal: Int32) {
    let actions = state.withLock { state in
      state.signal = signal
      return state.actions
    }
    for action in actions { action() }
  }

  /// Has `action` done when a stop is asked for, at once if it was already.
  func whenRequested(_ action: @escaping @Sendable () -> Void) {
    let isAsked = state.withLock { state in
      state.actions.append(action)
      return state.signal != nil
    }
    if isAsked { action() }
  }
}
