/// Transactions: the one place that begins and ends them.
extension Database {
  /// What a transaction is for; the value is the statement that begins it.
  enum Transaction: String, Sendable {
    /// All questions see the file as it was at the first of them.
    case reading = "BEGIN"
    /// Takes the one right to write at once, so that what was read stays true until it is written.
    case writing = "BEGIN IMMEDIATE"
  }

  /// Begins a transaction; one that is never committed ends with the connection and leaves nothing.
  func begin(_ transaction: Transaction) throws(HistoryError) { try run(transaction.rawValue) }

  /// Makes all that was written since the beginning last.
  func commit() throws(HistoryError) { try run("COMMIT") }

  /// Runs `body` in a transaction of its own, which is taken back when anything in it fails.
  func inTransaction<Value>(
    _ transaction: Transaction, _ body: (borrowing Database) throws(HistoryError) -> Value
  ) throws(HistoryError) -> Value {
    try begin(transaction)
    do throws(HistoryError) {
      let value = try body(self)
      try commit()
      return value
    } catch {
      // Where SQLite took it back already there is none left, and nothing to be said of that.
      try? run("ROLLBACK")
      throw error
    }
  }
}
