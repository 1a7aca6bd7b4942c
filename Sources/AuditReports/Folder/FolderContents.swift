internal import CPlatform
internal import ExactJSON
internal import Glibc

/// What lies in a folder, and whose it is.
enum FolderContents {
  /// The files a report may consist of; nothing else is ever removed.
  static let reportFiles = ReportFileName.allCases.map(\.rawValue)
  /// The name of a half-built report inside a folder that cannot be swapped as a whole.
  static let partialName = ".partial"
  /// What a run needs only while it builds a report; never part of one.
  static let workingFiles = WorkingFileName.allCases.map(\.rawValue)
  /// A fresh file system's own folder.
  private static let ownOfTheSystem = "lost+found"
  /// No `run.json` of ours is larger.
  private static let largestRunFile = 16 << 20

  /// The names in a folder, without those that count for nothing.
  static func names(in folder: String) throws(ReportFolderError) -> [String] {
    var size = 0
    guard let list = cplatform_list_folder(folder, &size) else {
      throw ReportFolderError(systemNumber: errno, folder)
    }
    defer { free(list) }
    let bytes = UnsafeRawBufferPointer(start: list, count: size)
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      .filter { ![FolderLock.fileName, partialName, ownOfTheSystem].contains($0) }
      .filter { !workingFiles.contains($0) }
  }

  /// Whether a folder is empty or holds a report of ours, and may be replaced.
  static func isReplaceable(_ folder: String) throws(ReportFolderError) -> Bool {
    let names = try names(in: folder)
    return names.isEmpty || names.contains("run.json") && isOurs(folder + "/run.json")
  }

  /// Whether a file is a `run.json` with our mark.
  static func isOurs(_ path: String) -> Bool {
    guard let bytes = readFile(path), let document = try? JSONDocument(bytes) else { return false }
    return document.root["tool"]?.string == RunJSON.mark
  }

  private static func readFile(_ path: String) -> [UInt8]? {
    // Non-blocking: a pipe of that name must not hold us up.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= largestRunFile {
      let count = read(descriptor, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { return bytes }
      bytes.append(contentsOf: block[..<count])
    }
    return nil
  }

  /// Removes the files of a report from a folder; those that are not there are no fault.
  static func removeReport(
    from folder: String, except kept: Set<String> = []
  ) throws(ReportFolderError) {
    // The working files first: a journal must never stand beside facts that are gone.
    for name in workingFiles + reportFiles where !kept.contains(name) {
      let path = folder + "/" + name
      if unlink(path) != 0, errno != ENOENT {
        throw ReportFolderError(systemNumber: errno, path)
      }
    }
  }

  /// Removes what a run needed only until its report stood in its place.
  static func removeWorkingFiles(from folder: String) {
    for name in workingFiles { unlink(folder + "/" + name) }
  }

  /// Waits until every file of a report and the names of its folder are on the disk.
  static func synchronise(_ folder: String) throws(ReportFolderError) {
    for name in reportFiles {
      let path = folder + "/" + name
      if cplatform_sync(path) != 0, errno != ENOENT {
        throw ReportFolderError(systemNumber: errno, path)
      }
    }
    if cplatform_sync(folder) != 0 { throw ReportFolderError(systemNumber: errno, folder) }
  }
}
