internal import CSQLite
internal import Glibc

/// Why the history cannot be read or written.
public struct HistoryError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What can be wrong; the list is closed.
  public enum Code: String, Sendable, CaseIterable {
    case cannotOpen, readOnly, inUse, damaged, newer, foreign, diskFull, systemFault
  }

  public let code: Code
  /// The history's file.
  public let path: String
  /// What SQLite or the system said of it.
  public let cause: String

  init(_ code: Code, _ path: String, cause: String) {
    self.code = code
    self.path = path
    self.cause = cause
  }

  /// Translates a result code of SQLite.
  ///
  /// https://www.sqlite.org/rescode.html: "The primary result code is always the least significant
  /// 8 bits of the extended result code."
  init(result: Int32, _ path: String, cause: String) {
    self.init(Self.codes[result & 0xFF] ?? .systemFault, path, cause: cause)
  }

  private static let codes: [Int32: Code] = [
    SQLITE_BUSY: .inUse, SQLITE_LOCKED: .inUse, SQLITE_CORRUPT: .damaged, SQLITE_NOTADB: .damaged,
    SQLITE_READONLY: .readOnly, SQLITE_FULL: .diskFull, SQLITE_CANTOPEN: .cannotOpen,
    SQLITE_PERM: .readOnly, SQLITE_AUTH: .readOnly,
  ]

  private static let remedy = "name another file with --state, or go without with --no-state"

  /// One sentence that names the file and says what to do.
  public var description: String {
    switch code {
    case .cannotOpen: "the history \(path) cannot be opened (\(cause)); \(Self.remedy)"
    case .readOnly:
      "the history \(path) cannot be written (\(cause)); have it permitted, \(Self.remedy)"
    case .inUse:
      "the history \(path) is in use by another run; run again, or give each list its own --state"
    case .damaged: "the history \(path) is damaged (\(cause))"
    case .newer: "the history \(path) was written by a newer version (\(cause))"
    case .foreign:
      "\(path) is the database of another program and is left alone; name another with --state"
    case .diskFull:
      "the history \(path) cannot be written because the disk is full; free space and run again"
    case .systemFault: "the history \(path) cannot be used (\(cause)); \(Self.remedy)"
    }
  }
}
