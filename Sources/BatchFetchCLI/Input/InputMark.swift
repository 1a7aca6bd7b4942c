internal import BatchFetch

/// How far an input was read, and the digest of its bytes up to there.
struct InputMark: Sendable, Equatable {
  /// Decoded bytes.
  var bytes = 0
  var digest = StreamDigest().finish()
  /// Whether that is all of it.
  var isWhole = false
}
