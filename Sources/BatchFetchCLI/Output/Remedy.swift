internal import Glibc

/// What to do about a fault of the system, where the same holds whatever was opened or written.
enum Remedy {
  /// Whether this process, or the machine, has no descriptor left.
  static func lacksDescriptors(_ number: Int32) -> Bool { number == EMFILE || number == ENFILE }

  /// For that.
  static let raiseLimit = "raise the limit (ulimit -n)"
}
