import AuditHistory
import AuditRules
import Testing

@Suite("Facts kept from night to night")
struct FactsArchiveTests {
  private func line(_ number: Int, word: String) -> (line: [UInt8], url: [UInt8]) {
    let url = "\"https://c.example/\(number)\""
    let filling = String(repeating: "\(word) of \(number % 7) ", count: number % 40)
    return (Array("{\"url\":\(url),\"x\":\"\(filling)\"}".utf8), Array(url.utf8))
  }

  private func keep(_ rig: HistoryRig, _ numbers: Range<Int>, word: String, settings: String) throws
  {
    let night = try rig.begin(at: 1, [])
    var archive = try night.archive(settings: settings, expecting: numbers.count)
    for number in numbers {
      let (line, url) = line(number, word: word)
      try archive.add(line[...], url: url[...])
    }
    try archive.finish()
    try night.commit()
  }

  private func lines(_ rig: HistoryRig, _ numbers: [Int], settings: String) throws -> [[UInt8]]? {
    guard var facts = try EarlierFacts.find(in: try rig.open(), settings: settings) else {
      return nil
    }
    var found: [[UInt8]] = []
    for number in numbers {
      let (_, url) = line(number, word: "")
      found += try facts.lines(of: url[...]).map(Array.init)
    }
    return found
  }

  @Test("Every line is found by its URL, in any order, and no other")
  func found() throws {
    let rig = try HistoryRig()
    try keep(rig, 0..<3000, word: "facts", settings: "s")
    #expect(try rig.ask("SELECT count(*) > 10 FROM facts_blocks") == [["1"]])
    let order = (0..<3000).map { $0 * 1237 % 3000 }
    #expect(try lines(rig, order, settings: "s") == order.map { line($0, word: "facts").line })
    #expect(try lines(rig, [3000, 9999], settings: "s") == [])
  }

  @Test("Facts of other settings, and of none, are not there")
  func settings() throws {
    let rig = try HistoryRig()
    #expect(try lines(rig, [1], settings: "s") == nil)
    try keep(rig, 0..<9, word: "facts", settings: "s")
    #expect(try lines(rig, [1], settings: "other") == nil)
    #expect(try lines(rig, [1], settings: "s")?.count == 1)
  }

  @Test("The facts of a night take the place of those before")
  func replaced() throws {
    let rig = try HistoryRig()
    try keep(rig, 0..<2000, word: "old", settings: "s")
    let pages = try rig.ask("PRAGMA page_count")
    try keep(rig, 1000..<3000, word: "new", settings: "s")
    #expect(try lines(rig, [5], settings: "s") == [])
    #expect(try lines(rig, [1005], settings: "s") == [line(1005, word: "new").line])
    let grown = try #require(Int(try rig.ask("PRAGMA page_count")[0][0]))
    #expect(grown < 2 * (try #require(Int(pages[0][0]))), "room is used again")
  }

  @Test("A reader sees one state of the facts while another run replaces them")
  func consistent() throws {
    let rig = try HistoryRig()
    try keep(rig, 0..<500, word: "old", settings: "s")
    guard var facts = try EarlierFacts.find(in: try rig.open(), settings: "s") else {
      Issue.record("no facts are there")
      return
    }
    try keep(rig, 0..<500, word: "new", settings: "s")
    let (old, url) = line(321, word: "old")
    #expect(try facts.lines(of: url[...]).map(Array.init) == [old])
  }

  @Test("A history of the first version is brought up to date")
  func migrated() throws {
    let rig = try HistoryRig()
    try rig.night(at: 1, [.init("a", "u", HistoryRig.lost)])
    for table in ["facts_origin", "facts_blocks", "facts_places"] {
      _ = try rig.ask("DROP TABLE \(table)")
    }
    _ = try rig.ask("PRAGMA user_version=1")
    #expect(try rig.night(at: 2, [.init("a", "u", HistoryRig.lost)]).totals.previousRun == 1)
    #expect(try rig.ask("PRAGMA user_version") == [["2"]])
    try keep(rig, 0..<3, word: "facts", settings: "s")
    #expect(rig.said == [])
  }
}
