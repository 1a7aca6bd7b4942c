import Foundation
import Testing

@testable import AuditHistory

@Suite("Transactions of the history")
struct TransactionTests {
  @Test("What is written in a transaction lasts only when all of it went well")
  func takenBack() throws {
    let rig = try HistoryRig()
    _ = try rig.open()
    let database = try Database.open(at: rig.path)
    try database.inTransaction(.writing) { database throws(HistoryError) in
      try database.run("CREATE TABLE kept(number INTEGER)")
    }
    #expect(throws: HistoryError.self) {
      try database.inTransaction(.writing) { database throws(HistoryError) in
        try database.run("INSERT INTO kept VALUES(1)")
        try database.run("INSERT INTO none VALUES(1)")
      }
    }
    #expect(try database.number("SELECT count(*) FROM kept") == 0)
    // Nothing is left open that would refuse the next one, or hold up another run.
    let number = try database.inTransaction(.reading) { database throws(HistoryError) in
      try database.number("SELECT count(*) FROM kept")
    }
    #expect(number == 0)
    let other = try Database.open(at: rig.path)
    try other.inTransaction(.writing) { database throws(HistoryError) in
      try database.run("INSERT INTO kept VALUES(2)")
    }
    #expect(try database.number("SELECT number FROM kept") == 2)
  }
}
