import Glibc
import Testing

@testable import AuditReports

struct FolderFaultTests {
  let scratch = ScratchFolder()

  private var place: ReportPlace {
    get throws { try ReportPlace(of: scratch.path + "/report") }
  }

  @Test("Where only files can be swapped, each is, and what the new report lacks goes")
  func inside() throws {
    try writeReport(at: scratch.path + "/report", word: "old", files: [.payloads, .changes])
    scratch.write("mine", to: "report/notes.txt")
    scratch.make(folder: "report/lost+found")
    var place = try place
    place.isFilledInside = true
    #expect(place.partial == scratch.path + "/report/.partial")
    scratch.make(folder: "report/.partial")
    for name in ["payloads.csv", "run.json", ".lock"] {
      scratch.write("new", to: "report/.partial/" + name)
    }
    try FolderSwap.moveFiles(place)
    #expect(scratch.list("report") == ["lost+found", "notes.txt", "payloads.csv", "run.json"])
    #expect(scratch.read("report/payloads.csv") == "new")
  }

  @Test("A fresh disk's own folder and our own half-built report do not make a folder foreign")
  func freshDisk() throws {
    for name in ["report", "report/lost+found", "report/.partial"] { scratch.make(folder: name) }
    #expect(refusal(of: scratch.path + "/report") == nil)
  }

  @Test(
    "Without an exchange of names two renames do, and a run that dies between them loses nothing")
  func rotated() throws {
    try writeReport(at: scratch.path + "/report", word: "old")
    scratch.write("mine", to: "report/notes.txt")
    do {
      let folder = try ReportFolder(at: scratch.path + "/report")
      try fill(folder, word: "new")
    }
    try FolderSwap.rotate(place)
    #expect(scratch.list() == ["report"])
    #expect(scratch.list("report") == ["notes.txt", "payloads.csv", "run.json"])
    #expect(scratch.read("report/payloads.csv") == "new")

    rename(scratch.path + "/report", scratch.path + "/report.previous")
    #expect(refusal(of: scratch.path + "/report") == nil)
    #expect(scratch.read("report/payloads.csv") == "new")
  }

  @Test("A report that cannot take its place leaves the old one where it was")
  func failedRotation() throws {
    try writeReport(at: scratch.path + "/report", word: "old")
    #expect(throws: ReportFolderError.self) { try FolderSwap.rotate(place) }
    #expect(scratch.read("report/payloads.csv") == "old")
  }

  @Test("A full disk is said at the latest when the file is closed")
  func fullDisk() throws {
    var file = try ReportFile(at: "/dev/full")
    try file.append([1, 2, 3])
    let error = #expect(throws: ReportFolderError.self) { try file.flush() }
    #expect(error?.code == .diskFull)
    let closing = #expect(throws: ReportFolderError.self) {
      var other = try ReportFile(at: "/dev/full")
      try other.append([1])
      try other.close()
    }
    #expect(closing?.code == .diskFull)
  }

  @Test("A buffer is written when it is full, and counted before")
  func buffer() throws {
    var file = try ReportFile(at: scratch.path + "/f")
    let block = [UInt8](repeating: 65, count: 200_000)
    try file.append(block)
    #expect(scratch.bytes("f")?.count == 0)
    #expect(file.byteCount == 200_000)
    try file.append(block)
    #expect(scratch.bytes("f")?.count == 400_000)
    try file.append([66])
    try file.flush()
    #expect(scratch.bytes("f")?.last == 66)
    #expect(file.byteCount == 400_001)
  }

  @Test("A link planted in the partial folder is not followed")
  func planted() throws {
    scratch.write("mine", to: "victim")
    let folder = try ReportFolder(at: scratch.path + "/report")
    symlink(scratch.path + "/victim", folder.path(of: .media))
    #expect(throws: ReportFolderError.self) { _ = try folder.open(.media) }
    #expect(scratch.read("victim") == "mine")
  }

  @Test(
    "Every fault of the system is a sentence that names the path",
    arguments: [
      (EACCES, ReportFolderError.Code.noPermission, "permission"),
      (EPERM, .noPermission, "permission"),
      (EROFS, .readOnly, "read-only"), (ENOSPC, .diskFull, "free space"),
      (EDQUOT, .diskFull, "free space"), (ENAMETOOLONG, .nameTooLong, "too long"),
      (EXDEV, .otherFileSystem, "another file system"), (EIO, .systemFault, "Input/output error"),
      (ENOTDIR, .notAFolder, "no folder"), (ELOOP, .danglingLink, "link"),
    ])
  func sentences(_ number: Int32, _ code: ReportFolderError.Code, _ words: String) {
    let error = ReportFolderError(systemNumber: number, "/a b")
    #expect(error.code == code)
    #expect(error.description.contains("/a b"))
    #expect(error.description.contains(words))
    #expect(error.description.hasSuffix("."))
  }

  @Test(
    "Every code has a sentence that says what to do", arguments: ReportFolderError.Code.allCases)
  func advice(_ code: ReportFolderError.Code) {
    let text = ReportFolderError(code, "/x").description
    #expect(text.hasSuffix("."))
    #expect(text.contains(/choose|name one|run again/))
  }

  @Test(
    "A folder above that may not be written is said, and nothing is left",
    .enabled(if: geteuid() != 0, "root may write everywhere"))
  func noPermission() throws {
    scratch.make(folder: "locked")
    chmod(scratch.path + "/locked", 0o555)
    defer { chmod(scratch.path + "/locked", 0o755) }
    #expect(refusal(of: scratch.path + "/locked/report") == .noPermission)
    #expect(scratch.list("locked") == [])
  }

  @Test(
    "Where only the report folder itself may be written it is filled from inside",
    .enabled(if: geteuid() != 0, "root may write everywhere"))
  func onlyInside() throws {
    scratch.make(folder: "locked")
    scratch.make(folder: "locked/report")
    chmod(scratch.path + "/locked", 0o555)
    defer { chmod(scratch.path + "/locked", 0o755) }
    try writeReport(at: scratch.path + "/locked/report", word: "new")
    #expect(scratch.list("locked/report") == ["payloads.csv", "run.json"])
  }
}
