internal import BatchFetch

/// The progress of the downloads: what is planned and what the engine has done, shown or not.
final class Progress: Sendable {
  private struct State {
    var planned = 0
    /// Of the planned ones, those that an earlier run has learned.
    var known = 0
    var isPlanned = false
    var fetcher: BatchFetcher?
    var printing: Task<Void, Never>?
  }

  private let state = Locked(State())
  private let console: Console
  private let isShown: Bool
  private let started = Timestamp.seconds()

  init(_ settings: Settings, _ console: Console) {
    self.console = console
    isShown = settings.showsProgress(on: console)
  }

  /// Says how many URLs are known to be fetched, and whether that is all.
  func planned(_ count: Int, isAll: Bool) {
    state.withLock { state in
      state.planned = count
      state.isPlanned = isAll
    }
  }

  /// Says that one of the planned URLs need not be fetched.
  func known() { state.withLock { $0.known += 1 } }

  /// Shows the work of an engine from now on.
  func watch(_ fetcher: BatchFetcher) {
    guard isShown else { return }
    let printer = ProgressPrinter(snapshot: { [self] in line() }, console: console)
    let printing = Task.detached { await printer.run() }
    state.withLock { state in
      state.fetcher = fetcher
      state.printing = printing
    }
  }

  /// Wipes the line and shows nothing more.
  func end() async {
    let printing = state.withLock { state in
      state.fetcher = nil
      return state.printing
    }
    printing?.cancel()
    await printing?.value
  }

  private func line() -> ProgressLine {
    let (planned, isAll, fetcher) = state.withLock {
      ($0.planned - $0.known, $0.isPlanned, $0.fetcher)
    }
    let counters = fetcher?.counters ?? EngineCounters()
    return ProgressLine(
      done: counters.finished, known: max(planned, counters.accepted), totalIsKnown: isAll,
      failures: counters.failed, active: counters.active, bytes: counters.wireBytes,
      elapsed: Timestamp.seconds() - started, rate: 0)
  }
}

extension Settings {
  /// Whether the progress line is shown: on a terminal whose lines are not for programs, unless told
  /// otherwise.
  func showsProgress(on console: Console) -> Bool {
    guard !isQuiet else { return false }
    switch progress {
    case .always: return true
    case .never: return false
    case .auto: return console.errorIsTerminal && logFormat == .text
    }
  }
}
