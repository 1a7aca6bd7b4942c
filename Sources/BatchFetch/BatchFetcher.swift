internal import Glibc

/// The door of the download engine: URLs in, what was learned of them out.
///
/// One thread owns libcurl; callers post to it and are resumed by it.
public final class BatchFetcher: Sendable {
  private let inbox: Inbox
  private let thread: LoopThread
  /// Whether addresses are checked: with a proxy they cannot be, the proxy resolves names itself.
  public let addressCheckApplies: Bool

  /// Starts the engine's thread.
  public init(_ settings: FetchSettings) throws(BatchFetcherError) {
    let plan = try LoopPlan(settings)
    guard let inbox = Inbox(), let report = StartReport() else {
      throw BatchFetcherError(
        code: .systemExhausted,
        detail: "No descriptor is left to start the engine; raise the limit (ulimit -n).")
    }
    self.inbox = inbox
    addressCheckApplies = plan.proxies.isNone
    // What the thread has to say of its start is waited for: it takes a few milliseconds at most.
    guard
      let thread = LoopThread(
        "batchfetch-loop",
        {
          do throws(BatchFetcherError) {
            let loop = try CurlLoop(plan, inbox: inbox)
            report.set(nil)
            loop.run()
          } catch {
            _ = inbox.take(closing: true)
            report.set(error)
          }
        })
    else {
      throw BatchFetcherError(
        code: .systemExhausted, detail: "No thread can be started for the engine.")
    }
    self.thread = thread
    if let failure = report.wait() {
      thread.join()
      throw failure
    }
  }

  deinit {
    _ = inbox.post(.stop)
    thread.join()
  }

  /// Fetches one URL; never throws, stops when the task is cancelled, answers at once after
  /// `shutdown`.
  public func fetch(_ request: FetchRequest) async -> FetchResult {
    let id = inbox.nextID()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if !inbox.post(.fetch(id: id, request, continuation)) {
          continuation.resume(
            returning: FetchResult(
              request: request, trail: Trail(),
              ending: .failed(
                FetchFailure(code: .cancelled, detail: "The engine was shut down."))))
          return
        }
        // The handler may have run before the command was posted.
        if Task.isCancelled { _ = inbox.post(.cancel(id: id)) }
      }
    } onCancel: {
      _ = inbox.post(.cancel(id: id))
    }
    inbox.received()
    return result
  }

  /// Stops every fetch, closes every descriptor and ends the engine's thread.
  public func shutdown() async {
    _ = inbox.post(.stop)
    thread.join()
  }

  /// What the engine is doing.
  public var counters: EngineCounters { inbox.counters }

  /// Whether our own network is down: every further fetch answers `auditOffline`.
  public var isOffline: Bool { counters.isOffline }
}
