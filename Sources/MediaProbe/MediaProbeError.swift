/// Why no probe could be made.
public struct MediaProbeError: Error, Sendable, Equatable {
  /// The closed list of causes.
  public enum Code: String, Sendable, CaseIterable {
    case databaseMissing
    case databaseUnreadable
    case libraryFailed
  }

  public var code: Code
  /// One sentence: what is wrong, and what to do.
  public var message: String
}

extension MediaProbeError: CustomStringConvertible {
  public var description: String { message }
}

extension MediaProbeError {
  /// No database at any of the `paths` that were tried.
  static func databaseMissing(_ paths: [String]) -> MediaProbeError {
    MediaProbeError(
      code: .databaseMissing,
      message: "the database of libmagic is missing (looked for \(paths.joined(separator: ", "))): "
        + "install the Debian package libmagic-mgc, or on macOS libmagic with brew")
  }

  /// The database at `path` is there, and libmagic refuses it for `cause`.
  static func databaseUnreadable(_ path: String, cause: String) -> MediaProbeError {
    MediaProbeError(
      code: .databaseUnreadable,
      message: "libmagic cannot load its database \(path) (\(cause)): "
        + "install the Debian package libmagic-mgc again, in the version of libmagic1")
  }

  /// libmagic could not even open a cookie.
  static func libraryFailed(_ cause: String) -> MediaProbeError {
    MediaProbeError(
      code: .libraryFailed, message: "libmagic cannot be started (\(cause)): free some memory")
  }
}
