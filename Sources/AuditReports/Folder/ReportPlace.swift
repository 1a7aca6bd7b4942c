internal import CPlatform
internal import Glibc

/// Where a report goes, links resolved and looked at once, before anything is written.
struct ReportPlace: Sendable {
  /// The report folder as an absolute path without links; the working directory may change later.
  var folder: String
  /// Whether something stands there already.
  var isThere: Bool
  /// Whether the folder is built inside and filled file by file: the root of a mount cannot be swapped.
  var isFilledInside: Bool

  /// Where the report is built: beside its place, or inside it where that cannot be swapped.
  var partial: String {
    isFilledInside ? folder + "/" + FolderContents.partialName : folder + ".partial"
  }

  /// Where last night's report waits for a moment on file systems that cannot swap two names.
  var previous: String { folder + ".previous" }

  /// Finds the place of a name and refuses what must not be replaced; folders above it are made.
  init(of name: String) throws(ReportFolderError) {
    let name = Self.withoutSlashes(name)
    guard !name.isEmpty else { throw ReportFolderError(.noName, name) }
    if try Self.kind(of: name, follow: false) == CPLATFORM_MISSING {
      let parts = Self.split(name)
      guard parts.last != ".", parts.last != ".." else {
        throw ReportFolderError(.notAFolder, name)
      }
      try Self.makeFolders(parts.parent)
      folder = try Self.resolved(parts.parent) + "/" + parts.last
      if folder.hasPrefix("//") { folder.removeFirst() }
      isThere = false
      isFilledInside = false
      try recover()
    } else {
      guard try Self.kind(of: name, follow: true) != CPLATFORM_MISSING else {
        throw ReportFolderError(.danglingLink, name)
      }
      folder = try Self.resolved(name)
      isThere = true
      isFilledInside = cplatform_is_mount_point(folder) == 1
    }
    guard isThere else { return }
    guard try Self.kind(of: folder, follow: false) == CPLATFORM_FOLDER else {
      throw ReportFolderError(.notAFolder, name)
    }
    guard try FolderContents.isReplaceable(folder) else {
      throw ReportFolderError(.foreignFolder, name)
    }
  }

  /// Puts last night's report back where a run died in the moment between its two renames.
  private mutating func recover() throws(ReportFolderError) {
    guard try Self.kind(of: previous, follow: false) == CPLATFORM_FOLDER,
      try FolderContents.isReplaceable(previous)
    else { return }
    guard rename(previous, folder) == 0 else {
      throw ReportFolderError(systemNumber: errno, previous)
    }
    isThere = true
  }

  private static func kind(of path: String, follow: Bool) throws(ReportFolderError) -> Int {
    let kind = cplatform_path_kind(path, follow ? 1 : 0)
    if kind < 0 { throw ReportFolderError(systemNumber: errno, path) }
    return Int(kind)
  }

  private static func resolved(_ path: String) throws(ReportFolderError) -> String {
    guard let text = realpath(path, nil) else {
      throw ReportFolderError(systemNumber: errno, path)
    }
    defer { free(text) }
    return String(cString: text)
  }

  private static func makeFolders(_ path: String) throws(ReportFolderError) {
    if try kind(of: path, follow: true) == CPLATFORM_FOLDER { return }
    let parent = split(path).parent
    if parent != path { try makeFolders(parent) }
    if mkdir(path, 0o777) != 0, errno != EEXIST {
      throw ReportFolderError(systemNumber: errno, path)
    }
  }

  /// `a/b/c` -> `a/b` and `c`; `c` -> `.` and `c`; `/c` -> `/` and `c`.
  static func split(_ path: String) -> (parent: String, last: String) {
    let text = path.utf8
    guard let slash = text.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let parent = withoutSlashes(String(Substring(text[..<slash])))
    return (parent.isEmpty ? "/" : parent, String(Substring(text[text.index(after: slash)...])))
  }

  /// `a/b//` -> `a/b`; `/` stays.
  private static func withoutSlashes(_ path: String) -> String {
    var text = path.utf8[...]
    while text.count > 1, text.last == UInt8(ascii: "/") { text.removeLast() }
    return String(Substring(text))
  }
}
