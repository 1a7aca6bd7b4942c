import AuditReports
import Glibc
import Testing

struct ReportFolderTests {
  let scratch = ScratchFolder()

  @Test("A report stands in its place only when it is whole, and nothing else is left")
  func fresh() throws {
    let folder = try ReportFolder(at: scratch.path + "/a b/ü/report//")
    #expect(folder.path.hasSuffix("/a b/ü/report"))
    try fill(folder, word: "new")
    #expect(scratch.list("a b/ü") == ["report.partial"])
    #expect(scratch.list("a b/ü/report.partial") == [".lock", "payloads.csv", "run.json"])
    try folder.swapIn()
    #expect(scratch.list("a b/ü") == ["report"])
    #expect(scratch.list("a b/ü/report") == ["payloads.csv", "run.json"])
    #expect(scratch.read("a b/ü/report/payloads.csv") == "new")
  }

  @Test("Last night's report is replaced whole; files that are not ours live on")
  func replaced() throws {
    try writeReport(at: scratch.path + "/report", word: "old", files: [.payloads, .changes])
    scratch.write("mine", to: "report/notes.txt")
    scratch.make(folder: "report/images")
    scratch.write("png", to: "report/images/a.png")
    chmod(scratch.path + "/report", 0o751)
    try writeReport(at: scratch.path + "/report", word: "new")
    #expect(scratch.list("report") == ["images", "notes.txt", "payloads.csv", "run.json"])
    #expect(scratch.read("report/payloads.csv") == "new")
    #expect(scratch.read("report/images/a.png") == "png")
    #expect(scratch.list() == ["report"])
    var status = stat()
    stat(scratch.path + "/report", &status)
    #expect(status.st_mode & 0o777 == 0o751)
  }

  @Test("An empty folder is taken")
  func empty() throws {
    scratch.make(folder: "report")
    try writeReport(at: scratch.path + "/report", word: "new")
    #expect(scratch.list("report") == ["payloads.csv", "run.json"])
    #expect(scratch.list() == ["report"])
  }

  @Test(
    "A folder with anything but a report of ours is refused and left alone",
    arguments: [
      ["photo.jpg": "x"], ["run.json": "{}"], ["run.json": "{\"tool\":\"other\"}"],
      ["run.json": "{\"tool\":\"batchfetch\""], ["payloads.csv": "x"], [".hidden": ""],
      ["run.json": "[\"batchfetch\"]"],
    ])
  func foreign(_ files: [String: String]) {
    scratch.make(folder: "report")
    for (name, text) in files { scratch.write(text, to: "report/" + name) }
    #expect(refusal(of: scratch.path + "/report") == .foreignFolder)
    #expect(scratch.list() == ["report"])
    #expect(scratch.list("report") == files.keys.sorted())
  }

  @Test("What is no folder is refused, a link to nowhere too")
  func notAFolder() {
    scratch.write("x", to: "file")
    symlink(scratch.path + "/nowhere", scratch.path + "/link")
    symlink("loop", scratch.path + "/loop")
    #expect(refusal(of: scratch.path + "/file") == .notAFolder)
    #expect(refusal(of: scratch.path + "/file/report") == .notAFolder)
    #expect(refusal(of: scratch.path + "/link") == .danglingLink)
    #expect(refusal(of: scratch.path + "/loop") == .danglingLink)
    #expect(refusal(of: "") == .noName)
    #expect(refusal(of: "/") == .foreignFolder)
    #expect(refusal(of: scratch.path + "/missing/..") == .notAFolder)
    #expect(refusal(of: scratch.path + "/" + String(repeating: "x", count: 300)) == .nameTooLong)
    #expect(scratch.list() == ["file", "link", "loop"])
  }

  @Test("A link stays a link: the report is built beside what it leads to")
  func linked() throws {
    scratch.make(folder: "disk")
    scratch.make(folder: "disk/real")
    symlink("disk/real", scratch.path + "/report")
    for word in ["one", "two"] {
      let folder = try ReportFolder(at: scratch.path + "/report")
      #expect(folder.partialPath.hasSuffix("/disk/real.partial"))
      try fill(folder, word: word)
      try folder.swapIn()
      #expect(scratch.read("report/payloads.csv") == word)
    }
    var status = stat()
    lstat(scratch.path + "/report", &status)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
    #expect(scratch.list("disk") == ["real"])
  }

  @Test("A run that ends early leaves the old report and what it has; the next one starts anew")
  func early() throws {
    try writeReport(at: scratch.path + "/report", word: "old")
    do {
      let folder = try ReportFolder(at: scratch.path + "/report")
      var file = try folder.open(.payloads)
      try file.append(Array("half".utf8))
    }
    #expect(scratch.read("report/payloads.csv") == "old")
    #expect(scratch.read("report.partial/payloads.csv") == "half")
    #expect(scratch.list("report.partial") == [".lock", "payloads.csv"])
    try writeReport(at: scratch.path + "/report", word: "new", files: [.media])
    #expect(scratch.list() == ["report"])
    #expect(scratch.list("report") == ["media.csv", "run.json"])
  }

  @Test("A later run can go on with what an earlier one left")
  func resumed() throws {
    do {
      let folder = try ReportFolder(at: scratch.path + "/report")
      var file = try folder.open(.facts)
      try file.append(Array("1\n".utf8))
      try file.close()
    }
    let folder = try ReportFolder(at: scratch.path + "/report", keepingLeftovers: true)
    var file = try folder.open(.facts, appending: true)
    try file.append(Array("2\n".utf8))
    try file.close()
    #expect(scratch.read("report.partial/facts.ndjson") == "1\n2\n")
    try folder.swapIn()
    #expect(scratch.read("report/facts.ndjson") == "1\n2\n")
  }

  @Test("A partial folder with other files is refused and left alone")
  func foreignPartial() {
    scratch.make(folder: "report.partial")
    scratch.write("mine", to: "report.partial/notes.txt")
    scratch.write("mine", to: "report.partial/payloads.csv")
    #expect(refusal(of: scratch.path + "/report") == .foreignPartial)
    #expect(scratch.list("report.partial") == ["notes.txt", "payloads.csv"])
    scratch.write("mine", to: "report.partial/.lock")
    #expect(refusal(of: scratch.path + "/report") == .foreignPartial)
    #expect(scratch.list("report.partial") == [".lock", "notes.txt", "payloads.csv"])
    #expect(scratch.read("report.partial/notes.txt") == "mine")
    #expect(scratch.read("report.partial/payloads.csv") == "mine")
  }

  @Test("Two runs cannot build one report at once; a dead one does not block")
  func twoAtOnce() throws {
    do {
      let first = try ReportFolder(at: scratch.path + "/report")
      try fill(first, word: "first")
      #expect(refusal(of: scratch.path + "/report") == .inUse)
      #expect(scratch.read("report.partial/payloads.csv") == "first")
    }
    #expect(scratch.list("report.partial")?.contains(".lock") == true)
    try writeReport(at: scratch.path + "/report", word: "second")
    #expect(scratch.read("report/payloads.csv") == "second")
  }

  @Test("A relative name is settled at the start")
  func relative() throws {
    let steps = String(repeating: "../", count: 40)
    let folder = try ReportFolder(at: steps + scratch.path.dropFirst() + "/report")
    #expect(folder.path == scratch.path + "/report")
  }

  @Test("A reader finds every file at every moment while reports are swapped")
  func reader() async throws {
    let path = scratch.path + "/report"
    try writeReport(at: path, word: "word")
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let reading = Task.detached {
      var missed = 0
      while !Task.isCancelled {
        for name in ["payloads.csv", "run.json"] where access(path + "/" + name, R_OK) != 0 {
          missed += 1
        }
        start.finish()
        await Task.yield()
      }
      return missed
    }
    for await _ in started {}
    for _ in 0..<25 { try writeReport(at: path, word: "word") }
    reading.cancel()
    #expect(await reading.value == 0)
  }
}
