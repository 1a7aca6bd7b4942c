import AuditHistory
import AuditRules
import CSQLite
import Foundation
import Testing

@Suite("The history's file: new, damaged, foreign, in use")
struct HistoryFileTests {
  private static let entries = (0..<400).map {
    HistoryRig.Entry("a", "https://c.example/\($0)", HistoryRig.shown)
  }

  private func write(_ bytes: [UInt8], _ rig: HistoryRig) throws {
    try FileManager.default.createDirectory(
      atPath: rig.folder + "/state", withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: rig.path))
  }

  @Test("Missing folders are made for their owner alone, and the file bears its marks")
  func new() throws {
    let rig = try HistoryRig()
    _ = try rig.open()
    let folder = try FileManager.default.attributesOfItem(atPath: rig.folder + "/state")
    #expect(folder[.posixPermissions] as? Int == 0o700)
    #expect(try rig.ask("PRAGMA journal_mode") == [["wal"]])
    #expect(try rig.ask("PRAGMA user_version") == [["2"]])
    #expect(try rig.ask("PRAGMA application_id") == [["\(0x6266_6869)"]])
  }

  @Test("Runs that make the file at the same moment wait for each other")
  func together() throws {
    for _ in 0..<10 {
      let rig = try HistoryRig()
      let path = rig.path
      DispatchQueue.concurrentPerform(iterations: 6) { number in
        #expect(throws: Never.self, "\(number)") {
          _ = try History(at: path, .init(time: "", patience: .seconds(60))) { _ in }
        }
      }
      #expect(rig.names == ["history.sqlite"])
    }
  }

  @Test("An empty file is a new history")
  func empty() throws {
    let rig = try HistoryRig()
    try write([], rig)
    try rig.night(at: 1, Self.entries)
    #expect(rig.names == ["history.sqlite"])
    #expect(rig.said == [])
  }

  @Test("What is no database is set aside whole, and a new history begins")
  func noDatabase() throws {
    let rig = try HistoryRig()
    try write(Array("garbage, and quite a lot of it".utf8), rig)
    #expect(try rig.night(at: 1, Self.entries).totals.previousRun == nil)
    let kept = "history.sqlite.damaged-20260301T020000Z"
    #expect(rig.names == ["history.sqlite", kept])
    #expect(
      FileManager.default.contents(atPath: rig.folder + "/state/" + kept)
        == Data("garbage, and quite a lot of it".utf8))
    #expect(rig.said.count == 1)
    #expect(rig.said[0].contains("is damaged (") && rig.said[0].contains(kept))
    // The same second again: no file is written over.
    try write(Array("more".utf8), rig)
    #expect(try rig.refusal() == nil)
    #expect(rig.names == ["history.sqlite", kept, kept + "-2"])
  }

  @Test("A page overwritten anywhere is found at opening", arguments: [1, 3, 6])
  func damagedPage(_ page: Int) throws {
    let rig = try HistoryRig()
    try rig.night(at: 1, Self.entries)
    var bytes = [UInt8](try #require(FileManager.default.contents(atPath: rig.path)))
    let start = page * 4096
    try #require(bytes.count > start + 4096)
    for place in start..<(start + 4096) { bytes[place] = 0xA5 }
    try write(bytes, rig)
    #expect(try rig.refusal() == nil)
    #expect(rig.said.count == 1)
    #expect(rig.names.count == 2)
    #expect(try rig.ask("SELECT count(*) FROM media") == [["0"]])
  }

  @Test("A file cut in two is set aside")
  func cut() throws {
    let rig = try HistoryRig()
    try rig.night(at: 1, Self.entries)
    let bytes = [UInt8](try #require(FileManager.default.contents(atPath: rig.path)))
    try write(Array(bytes.prefix(bytes.count / 2)), rig)
    #expect(try rig.night(at: 2, Self.entries).changes == [])
    #expect(rig.said.count == 1)
  }

  @Test("A history of a newer version is set aside under that name")
  func newer() throws {
    let rig = try HistoryRig()
    try rig.night(at: 1, Self.entries)
    _ = try rig.ask("PRAGMA user_version=3")
    #expect(try rig.refusal() == nil)
    #expect(rig.names == ["history.sqlite", "history.sqlite.newer-20260301T020000Z"])
    #expect(rig.said.count == 1 && rig.said[0].contains("newer version"))
  }

  @Test("The database of another program is refused and stays as it is")
  func foreign() throws {
    let rig = try HistoryRig()
    _ = try rig.open()
    _ = try rig.ask("PRAGMA application_id=7")
    let before = FileManager.default.contents(atPath: rig.path)
    #expect(try rig.refusal() == .foreign)
    #expect(FileManager.default.contents(atPath: rig.path) == before)
    #expect(rig.names == ["history.sqlite"])
    let other = try HistoryRig()
    try write([], other)
    _ = try other.ask("CREATE TABLE bookmarks(url)")
    #expect(try other.refusal() == .foreign)
  }

  @Test("A folder in its place, a file in the place of its folder: an error that says so")
  func noPlace() throws {
    let rig = try HistoryRig()
    try FileManager.default.createDirectory(
      atPath: rig.path, withIntermediateDirectories: true)
    #expect(try rig.refusal() == .cannotOpen)
    let other = try HistoryRig()
    try Data().write(to: URL(filePath: other.folder + "/state"))
    #expect(try other.refusal() == .cannotOpen)
    #expect(rig.said == [] && other.said == [])
  }

  @Test("A folder that may not be written is named as such", .enabled(if: geteuid() != 0))
  func noPermission() throws {
    let rig = try HistoryRig()
    try FileManager.default.createDirectory(
      atPath: rig.folder + "/state", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o500])
    do {
      _ = try rig.open()
      Issue.record("a file was made where none may be")
    } catch let error as HistoryError {
      #expect(error.cause == "Permission denied")
    }
  }

  @Test("While another run writes, one waits, says so, and gives up with a clear error")
  func inUse() throws {
    let rig = try HistoryRig()
    try rig.night(at: 1, Self.entries)
    let other = try rig.begin(at: 2, Self.entries)
    // Reading and checking go on meanwhile.
    #expect(try rig.refusal() == nil)
    do {
      _ = try rig.begin(at: 3, Self.entries)
      Issue.record("two runs write at the same time")
    } catch let error as HistoryError {
      #expect(error.code == .inUse)
      #expect(error.description.contains("in use by another run"))
    }
    #expect(rig.said.count == 1 && rig.said[0].contains("waiting"))
    try other.commit()
    #expect(try rig.night(at: 3, Self.entries).totals.previousRun == 2)
  }

  @Test("A run that waits goes on as soon as the other one has committed")
  func waits() async throws {
    let rig = try HistoryRig()
    try rig.night(at: 1, Self.entries)
    let other = try rig.begin(at: 2, Self.entries)
    let path = rig.path
    let (said, saying) = AsyncStream.makeStream(of: String.self)
    async let previous: Int? = Self.onThread {
      let run = HistoryRun(
        started: 3, finished: 3, version: "0", payloads: 0, withMedia: 0, lost: 0, unknown: 0,
        campaigns: 0, distinctMedia: 0)
      let history = try History(at: path, .init(time: "", patience: .seconds(60))) { _ in }
      let night = try HistoryNight(history, run) { saying.yield($0) }
      return night.totals.previousRun
    }
    for await _ in said { break }
    try other.commit()
    #expect(try await previous == 2)
  }

  private static func onThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result(catching: work)) }.start()
    }
  }

  @Test("Every error is one sentence that names the file")
  func sentences() throws {
    let rig = try HistoryRig()
    try FileManager.default.createDirectory(
      atPath: rig.path, withIntermediateDirectories: true)
    do {
      _ = try rig.open()
      Issue.record("a folder was opened")
    } catch let error as HistoryError {
      #expect(error.description.contains(rig.path))
      #expect(error.description.contains("--state") && !error.description.contains("\n"))
    }
  }
}
