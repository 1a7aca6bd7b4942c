import Testing

@testable import BatchFetchCLI

@Suite("A table by URL key")
struct KeyTableTests {
  private static func key(_ number: Int) -> URLKey { URLKey("https://a.example/\(number)") }

  @Test("What was set is found, and nothing else, however often it grew")
  func found() {
    var table = KeyTable<Int>()
    #expect(table[Self.key(0)] == nil)
    var newCount = 0
    for number in 0..<20_000 where table.set(number, of: Self.key(number)) { newCount += 1 }
    #expect(newCount == 20_000)
    #expect(table.count == 20_000)
    #expect((0..<20_000).allSatisfy { table[Self.key($0)] == $0 })
    #expect((20_000..<40_000).allSatisfy { table[Self.key($0)] == nil })
  }

  @Test("A value that is set again takes the place of the first")
  func again() {
    var table = KeyTable<Int>()
    let isNew = table.set(1, of: Self.key(1))
    let isNewAgain = table.set(2, of: Self.key(1))
    #expect(isNew && !isNewAgain)
    #expect(table.count == 1)
    #expect(table[Self.key(1)] == 2)
  }

  @Test("A place in a file of facts takes twelve bytes and any offset")
  func place() {
    #expect(MemoryLayout<JournalPlace>.stride == 12)
    #expect(MemoryLayout<URLKey>.alignment == 4)
    for offset in [0, 1, UInt64(UInt32.max), UInt64(UInt32.max) + 1, UInt64.max >> 1] {
      let place = JournalPlace(offset: offset, length: 7)
      #expect(place.offset == offset)
      #expect(place.end == offset + 7)
    }
  }
}
