import AuditReports
import AuditRules
import Testing

@testable import BatchFetchCLI

@Suite("Rows on their way from the judge to the writer")
struct RowRelayTests {
  private static func row(_ line: Int) -> ReportRow {
    ReportRow(line: line, input: 0, defect: PayloadDefect(reason: .invalidJSON, detail: ""))
  }

  private static func batch(_ lines: ClosedRange<Int>) -> RowRelay.Batch {
    var batch = RowRelay.Batch()
    for line in lines { batch.append(row(line)) }
    return batch
  }

  @Test("They come in order, and behind the last there is nothing")
  func order() async throws {
    let relay = RowRelay(capacity: 2)
    async let sent = OwnThread.run("judge") {
      defer { relay.finish() }
      return (0..<50).allSatisfy { relay.send(Self.batch($0 * 2 + 1...$0 * 2 + 2)) }
    }
    let lines = try await OwnThread.run("writer") {
      var lines: [Int] = []
      while let batch = relay.next() { lines += batch.rows.map(\.line) }
      return relay.next() == nil ? lines : []
    }
    #expect(lines == Array(1...100))
    #expect(try await sent)
  }

  @Test("A judge whose writer has gone does not wait for room")
  func left() async throws {
    let relay = RowRelay(capacity: 1)
    async let sent = OwnThread.run("judge") {
      var count = 0
      while relay.send(Self.batch(1...1)) { count += 1 }
      return count
    }
    try await OwnThread.run("writer") {
      _ = relay.next()
      relay.leave()
    }
    #expect((1...2).contains(try await sent))
    #expect(!relay.send(Self.batch(1...1)))
    #expect(!relay.send(Self.batch(1...1)))
  }

  @Test("A batch is full at its size, and knows which rows stand for further media")
  func batches() {
    var batch = Self.batch(1...RowRelay.Batch.fullCount - 1)
    #expect(!batch.isFull)
    batch.append(further: Self.row(7))
    #expect(batch.isFull)
    #expect(batch.furtherPlaces == [RowRelay.Batch.fullCount - 1])
  }
}
