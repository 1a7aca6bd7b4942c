import AuditRules
import Glibc
import Testing

@testable import BatchFetchCLI

@Suite("The journal of facts")
struct FactsJournalTests {
  private func facts(_ url: String, _ bytes: Int) -> MediaFacts {
    var facts = MediaFacts(url: url)
    facts.bytes = bytes
    facts.httpStatus = 200
    facts.hops = [MediaFacts.Hop(url: url, status: 200)]
    return facts
  }

  @Test("What was appended is found by its URL, before and after it is written")
  func find() throws {
    let scratch = try Scratch()
    let journal = try FactsJournal(at: "\(scratch.path)/facts.ndjson")
    try journal.append(facts("https://a/1", 1))
    #expect(try journal.facts(of: "https://a/1")?.bytes == 1)
    #expect(try journal.facts(of: "https://a/2") == nil)
    try journal.append(facts("https://a/2", 2))
    try journal.flush()
    #expect(try journal.facts(of: "https://a/2") == facts("https://a/2", 2))
    #expect(try journal.facts(of: "https://a/1") == facts("https://a/1", 1))
    #expect(journal.count == 2)
  }

  @Test("The file holds one line for each URL in the order in which they were learned")
  func file() throws {
    let scratch = try Scratch()
    let journal = try FactsJournal(at: "\(scratch.path)/facts.ndjson")
    for number in 0..<1000 { try journal.append(facts("https://a/\(number)", number)) }
    try journal.flush()
    try journal.flush()
    let lines = try #require(scratch.bytes("facts.ndjson")).split(separator: 0x0A)
    #expect(lines.count == 1000)
    for (number, line) in lines.enumerated() {
      guard case .object(let members) = try CaseValue(json: Array(line)) else {
        Issue.record("line \(number) is no object")
        continue
      }
      #expect(members["url"] == .text("https://a/\(number)"))
    }
  }

  @Test("Facts are found again though the cache overflows many times")
  func overflow() throws {
    let scratch = try Scratch()
    let journal = try FactsJournal(at: "\(scratch.path)/facts.ndjson", cacheLimit: 7)
    let numbers = Array(0..<400)
    for number in numbers { try journal.append(facts("https://a/\(number)", number)) }
    for round in 1...3 {
      for number in numbers where number % round == 0 {
        #expect(try journal.facts(of: "https://a/\(number)")?.bytes == number)
        #expect(try journal.facts(of: "https://a/\(number)")?.bytes == number)
      }
    }
  }

  @Test("Facts of another URL are never handed out, however alike the two are")
  func alike() throws {
    let scratch = try Scratch()
    let journal = try FactsJournal(at: "\(scratch.path)/facts.ndjson")
    // The same character in two spellings: one text to Swift, two files to a server.
    let urls = [
      "https://a/\u{E9}", "https://a/e\u{301}", "https://a/%C3%A9", "https://a/x", "https://a/X",
      "https://A/x", "https://a/x?", "https://a/x\0",
    ]
    for (number, url) in urls.enumerated() { try journal.append(facts(url, number)) }
    #expect(journal.count == urls.count)
    for _ in 0..<2 {
      for (number, url) in urls.enumerated() {
        #expect(try journal.facts(of: url)?.bytes == number)
      }
    }
    #expect(Set(urls.map { URLKey($0) }).count == urls.count)
    #expect(URLKey(urls[0]) == URLKey(urls[0]))
  }

  @Test("Facts longer than any buffer are written and found")
  func long() throws {
    let scratch = try Scratch()
    let journal = try FactsJournal(at: "\(scratch.path)/facts.ndjson")
    var long = facts("https://a/long", 1)
    long.hops = (0..<20).map {
      MediaFacts.Hop(url: "https://a/" + String(repeating: "\($0)", count: 10_000), status: 302)
    }
    try journal.append(facts("https://a/before", 0))
    try journal.append(long)
    try journal.append(facts("https://a/after", 2))
    #expect(try journal.facts(of: "https://a/long") == long)
    #expect(try journal.facts(of: "https://a/after")?.bytes == 2)
    #expect(try journal.facts(of: "https://a/before")?.bytes == 0)
  }

  @Test("Tasks that append and find at one time do not disturb each other")
  func concurrent() async throws {
    let scratch = try Scratch()
    let journal = try FactsJournal(at: "\(scratch.path)/facts.ndjson", cacheLimit: 10)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<50 {
            let url = "https://a/\(task)/\(number)"
            try journal.append(facts(url, task * 50 + number))
            let found = try journal.facts(of: url)
            #expect(found?.bytes == task * 50 + number)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(journal.count == 400)
  }

  @Test("A journal begins anew, and a place that cannot be written is named")
  func places() throws {
    let scratch = try Scratch()
    let path = try scratch.write("old\n", to: "facts.ndjson")
    let journal = try FactsJournal(at: path)
    try journal.flush()
    #expect(scratch.text("facts.ndjson") == "")
    let failure = #expect(throws: RunFailure.self) {
      try FactsJournal(at: "\(scratch.path)/none/facts.ndjson")
    }
    #expect(failure?.code == .output)
    #expect(
      failure?.description
        == "cannot write \(scratch.path)/none/facts.ndjson: No such file or directory")
  }

  @Test("A full disk is said, with what to do", .enabled(if: canWriteFull))
  func fullDisk() throws {
    let journal = try FactsJournal(at: "/dev/full")
    try journal.append(facts("https://a/1", 1))
    let failure = #expect(throws: RunFailure.self) { try journal.flush() }
    #expect(failure?.code == .output)
    #expect(
      failure?.description
        == "cannot write /dev/full: No space left on device; free space and run again")
  }
}

/// Whether the system has the device that is always full.
private let canWriteFull = access("/dev/full", W_OK) == 0
