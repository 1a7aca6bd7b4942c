/// All that one fetch taught: the way it took and how it ended.
public struct FetchResult: Sendable {
  /// How a fetch ended.
  public enum Ending: Sendable {
    /// An answer with any status was received to its end.
    case completed(Download)
    /// No usable answer; what the remote did is data, so this is a value and never an error.
    case failed(FetchFailure)
  }

  /// What was asked for.
  public var request: FetchRequest
  /// The hops, times and connection facts of the last attempt.
  public var trail: Trail
  /// How the last attempt ended.
  public var ending: Ending

  public init(request: FetchRequest, trail: Trail, ending: Ending) {
    self.request = request
    self.trail = trail
    self.ending = ending
  }

  /// The bytes received: all of them when completed, what came when failed.
  public var download: Download? {
    switch ending {
    case .completed(let download): download
    case .failed(let failure): failure.partial
    }
  }

  /// The same result with the digest of what was received.
  func digested(_ digest: SHA256Digest) -> FetchResult {
    var result = self
    switch ending {
    case .completed(var download):
      download.sha256 = digest
      result.ending = .completed(download)
    case .failed(var failure):
      failure.partial?.sha256 = digest
      result.ending = .failed(failure)
    }
    return result
  }

  /// The failure, if it is one.
  public var failure: FetchFailure? {
    switch ending {
    case .completed: nil
    case .failed(let failure): failure
    }
  }
}
