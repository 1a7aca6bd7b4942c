internal import CSQLite

/// The one owner of a compiled statement.
struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let path: String

  init(_ handle: OpaquePointer, path: String) {
    self.handle = handle
    self.path = path
  }

  deinit { sqlite3_finalize(handle) }

  /// Sets a parameter, counted from 1.
  func bind(_ place: Int32, _ number: Int) { sqlite3_bind_int64(handle, place, Int64(number)) }

  /// Sets a parameter; the bytes are kept as they are, NUL included.
  func bind(_ place: Int32, _ text: String) {
    var text = text
    text.withUTF8 { bytes in
      // A text without bytes has no address, which SQLite would take for null.
      guard let base = bytes.baseAddress, bytes.count > 0 else {
        _ = csqlite_bind_text(handle, place, "", 0)
        return
      }
      base.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
        _ = csqlite_bind_text(handle, place, start, Int32(clamping: bytes.count))
      }
    }
  }

  /// Sets a parameter to bytes.
  func bind(_ place: Int32, bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      _ = csqlite_bind_bytes(handle, place, bytes.baseAddress, Int32(clamping: bytes.count))
    }
  }

  /// Sets a parameter to a text, or to null.
  func bind(_ place: Int32, _ text: String?) {
    if let text { bind(place, text) } else { sqlite3_bind_null(handle, place) }
  }

  /// Sets a parameter to a number, or to null.
  func bind(_ place: Int32, _ number: Int?) {
    if let number { bind(place, number) } else { sqlite3_bind_null(handle, place) }
  }

  /// Goes on to the next row; false: there is none, and the statement can be run anew.
  func step() throws(HistoryError) -> Bool {
    let result = sqlite3_step(handle)
    if result == SQLITE_ROW { return true }
    let cause = String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
    sqlite3_reset(handle)
    if result == SQLITE_DONE { return false }
    throw HistoryError(result: result, path, cause: cause)
  }

  /// Runs a statement that has no rows.
  func run() throws(HistoryError) { while try step() {} }

  /// Ends the reading of rows, so that the statement can be run anew.
  func reset() { sqlite3_reset(handle) }

  /// A column of the current row, counted from 0; null is 0.
  func number(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  func optionalNumber(_ column: Int32) -> Int? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : number(column)
  }

  /// A column of the current row, counted from 0; null is empty.
  func text(_ column: Int32) -> String {
    // "The safest policy is to invoke sqlite3_column_text() followed by sqlite3_column_bytes()"
    // (https://www.sqlite.org/c3ref/column_blob.html).
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// A column of bytes of the current row, counted from 0; null is empty.
  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(sqlite3_column_bytes(handle, column))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  func optionalText(_ column: Int32) -> String? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : text(column)
  }
}
