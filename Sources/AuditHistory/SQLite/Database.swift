internal import CSQLite
internal import Glibc

/// The one owner of an open database; it stays on the thread that opened it.
///
/// Its statements may outlive it: "If sqlite3_close_v2() is called with unfinalized prepared
/// statements … the database connection is returned as an unusable zombie which will automatically
/// be deallocated when the last prepared statement is finalized" (https://www.sqlite.org/c3ref/close.html).
struct Database: ~Copyable {
  let path: String
  private let handle: OpaquePointer

  /// Opens a file for reading and writing, and makes it when it is missing.
  static func open(at path: String) throws(HistoryError) -> Database {
    var opened: OpaquePointer?
    let result = sqlite3_open_v2(
      path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    guard result == SQLITE_OK, let opened else {
      let system = opened.map(sqlite3_system_errno) ?? 0
      sqlite3_close_v2(opened)
      // The number SQLite keeps is that of its last try, to read only: it says no such file.
      let number = hindrance(path) ?? system
      let cause =
        number == 0 ? String(cString: sqlite3_errstr(result)) : String(cString: strerror(number))
      throw HistoryError(result: result, path, cause: cause)
    }
    let database = Database(path: path, handle: opened)
    sqlite3_extended_result_codes(opened, 1)
    // "If the file is write protected by the operating system … opened for reading only"
    // (https://www.sqlite.org/c3ref/open.html): asked for both, SQLite does not complain.
    guard sqlite3_db_readonly(opened, "main") == 0 else {
      throw HistoryError(.readOnly, path, cause: "it is write-protected")
    }
    return database
  }

  /// Why the system lets nobody write a file, or make it; nil: it does.
  private static func hindrance(_ path: String) -> Int32? {
    let isThere = access(path, F_OK) == 0
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    return access(isThere ? path : folder, W_OK) == 0 ? nil : errno
  }

  private init(path: String, handle: OpaquePointer) {
    self.path = path
    self.handle = handle
  }

  deinit { sqlite3_close_v2(handle) }

  /// Rows that the last statement wrote.
  var changedRows: Int { Int(sqlite3_changes64(handle)) }

  /// Number of the last row inserted.
  var lastRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

  /// How long a lock of another process is waited for.
  func wait(atMost milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

  /// Runs statements whose rows do not matter.
  func run(_ statements: String) throws(HistoryError) {
    try check(sqlite3_exec(handle, statements, nil, nil, nil))
  }

  /// Compiles a statement.
  func prepare(_ text: String) throws(HistoryError) -> Statement {
    var compiled: OpaquePointer?
    let result = sqlite3_prepare_v3(
      handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    try check(result)
    guard let compiled else { throw HistoryError(.systemFault, path, cause: "no statement") }
    return Statement(compiled, path: path)
  }

  /// The first column of a statement's first row, nil when there is none or it is null.
  func number(_ text: String) throws(HistoryError) -> Int? {
    let statement = try prepare(text)
    return try statement.step() ? statement.optionalNumber(0) : nil
  }

  /// The first column of a statement's first row, nil when there is none.
  func text(_ text: String) throws(HistoryError) -> String? {
    let statement = try prepare(text)
    return try statement.step() ? statement.text(0) : nil
  }

  private func check(_ result: Int32) throws(HistoryError) {
    if result == SQLITE_OK { return }
    throw HistoryError(result: result, path, cause: String(cString: sqlite3_errmsg(handle)))
  }
}
