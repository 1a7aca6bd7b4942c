/// The kinds of media an attachment can be, each with its size limit (A3).
public enum MediaFamily: UInt8, Sendable, CaseIterable {
  case image, audio, movie

  /// Bytes that the system takes at most: 10, 5 and 50 MB, a MB taken as 1,048,576 bytes.
  public var sizeLimit: Int { megabytes * 1_048_576 }

  /// The same if a MB were 1,000,000 bytes: above it the prediction is less sure.
  public var cautiousSizeLimit: Int { megabytes * 1_000_000 }

  private var megabytes: Int {
    switch self {
    case .image: 10
    case .audio: 5
    case .movie: 50
    }
  }
}
