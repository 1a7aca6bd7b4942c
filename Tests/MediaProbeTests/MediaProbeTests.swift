import Foundation
import Testing

@testable import MediaProbe

@Suite("The probe itself")
struct MediaProbeTests {
  /// A file of our own with the given text, gone after `body`.
  private func withFile<Result>(
    _ text: String, suffix: String = "", _ body: (String) throws -> Result
  ) rethrows -> Result {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("probe-\(UUID().uuidString)\(suffix)").path
    #expect(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  @Test("A missing database is named, and the package that brings it")
  func missingDatabase() {
    let error = #expect(throws: MediaProbeError.self) {
      try MediaProbe(databasePath: "/nowhere/magic.mgc")
    }
    #expect(error?.code == .databaseMissing)
    #expect(error?.message.contains("/nowhere/magic.mgc") == true)
    #expect(error?.message.contains("libmagic-mgc") == true)
  }

  @Test("A path that libmagic would take for two is refused")
  func twoDatabases() {
    withFile("0 string X x\n", suffix: ":2") { path in
      let error = #expect(throws: MediaProbeError.self) { try MediaProbe(databasePath: path) }
      #expect(error?.code == .databaseMissing)
    }
  }

  @Test("A database that libmagic refuses is named with the cause")
  func brokenDatabase() {
    withFile("this is no database", suffix: ".mgc") { path in
      let error = #expect(throws: MediaProbeError.self) { try MediaProbe(databasePath: path) }
      #expect(error?.code == .databaseUnreadable)
      #expect(error?.message.contains(path) == true)
    }
  }

  @Test("An error of libmagic is a note, and the type unknown")
  func libmagicError() throws {
    // An entry that uses a name which does not exist fails only when it is reached.
    let source = "0 string WXYZ entry\n>0 use no-such-name\n0 string ABCD other\n!:mime a/b\n"
    try withFile(source) { path in
      let probe = try MediaProbe(databasePath: path)
      let examination = probe.examine(Array("WXYZ and more of it".utf8))
      #expect(examination.type == .unknown)
      #expect(examination.structure == .notJudged)
      #expect(examination.note?.contains("no-such-name") == true)
      // The cookie works on, and so do the signatures.
      #expect(probe.examine(Array("ABCD and more of it".utf8)).type.mimeType == "a/b")
      #expect(probe.type(Sample.bytes("png_64.png")) == "image/png")
    }
  }

  @Test(
    "Only a type is taken for one",
    arguments: [
      ("image/png", "image/png"), ("text/csv", "text/plain"), ("audio/x-m4a", "audio/mp4"),
      ("image/svg+xml", "image/svg+xml"), ("cannot open", nil), ("", nil), ("a/", nil),
      ("a/b/c", nil), ("application/x y", nil), ("data", nil),
    ])
  func answers(_ answer: String, _ type: String?) {
    #expect(Corrections.type(in: answer)?.mimeType == type)
  }

  @Test("A head that is missing although there are bytes tells nothing")
  func missingHead() {
    let examination = MediaProbe.shared.examine(head: [], tail: [], byteCount: 10)
    #expect(examination == Examination(type: .unknown, structure: .notJudged))
    #expect(MediaProbe.shared.examine(head: [], tail: [], byteCount: 0).type == .empty)
  }

  @Test("Eight tasks with a thousand calls each all get the right answers")
  func parallel() async {
    let probe = MediaProbe.shared
    let samples = Sample.all.map { (sample: $0, bytes: $0.bytes) }
    let wrong = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<1000).count { call in
            let (sample, bytes) = samples[(task * 13 + call) % samples.count]
            return probe.type(bytes) != sample.type
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  @Test("Eight tasks that all need libmagic never share a cookie")
  func parallelCookies() async throws {
    // A pool of two slots makes some callers open their own and close it again.
    let pool = try CookiePool(database: MagicDatabase.locate(nil), size: 2)
    let bodies = ["tone.ac3", "silence.amr", "tone.au", "noise.bin"]
      .map { (Sample.bytes($0), $0) }
    let expected = try bodies.map { try plainLibmagic($0.0.prefix(512)) }
    let wrong = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<250).count { call in
            let index = (task + call) % bodies.count
            let answer = bodies[index].0.prefix(512).withUnsafeBytes { bytes in
              try? pool.withCookie { $0.ask(bytes) }
            }
            return answer != .type(expected[index])
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}
