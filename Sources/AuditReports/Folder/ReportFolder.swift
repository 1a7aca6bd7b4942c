internal import CPlatform
internal import Glibc

/// A report folder that is being built beside its place and swapped in when it is complete.
///
/// A reader sees last night's report or the whole new one. Unless ``swapIn()`` is reached, what was
/// written stays in ``partialPath`` and the old report in its place. Two runs cannot build one
/// report at the same time: the second is refused, a dead one does not count.
public struct ReportFolder: ~Copyable, Sendable {
  /// Where the report stands at the end: absolute, links resolved.
  public var path: String { place.folder }
  /// Where it is built.
  public var partialPath: String { place.partial }

  private let place: ReportPlace
  private let lock: FolderLock

  /// Checks the place, locks it and makes the folder in which the report is built.
  ///
  /// A half-built report that an earlier run left is removed, or kept to go on from.
  public init(at name: String, keepingLeftovers: Bool = false) throws(ReportFolderError) {
    var place = try ReportPlace(of: name)
    let wasLockable = FolderLock.isThere(in: place.partial)
    let lock = try Self.claim(&place)
    let foreign = try FolderContents.names(in: place.partial)
      .filter { !FolderContents.reportFiles.contains($0) }
    guard foreign.isEmpty else {
      // Somebody else's folder stays as it was.
      if !wasLockable { FolderLock.remove(from: place.partial) }
      throw ReportFolderError(.foreignPartial, place.partial)
    }
    if !keepingLeftovers { try FolderContents.removeReport(from: place.partial) }
    self.lock = lock
    self.place = place
  }

  private static func claim(_ place: inout ReportPlace) throws(ReportFolderError) -> FolderLock {
    do throws(ReportFolderError) {
      return try FolderLock(on: place.partial)
    } catch {
      // Where only the folder itself may be written, its files are swapped inside it.
      guard place.isThere, !place.isFilledInside, [.noPermission, .readOnly].contains(error.code)
      else { throw error }
    }
    place.isFilledInside = true
    return try FolderLock(on: place.partial)
  }

  /// Whether a folder holds a report of ours, complete or not.
  public static func isReport(_ folder: String) -> Bool {
    FolderContents.isOurs(folder + "/run.json")
  }

  /// Where a file of the report stands while it is built.
  public func path(of file: ReportFileName) -> String { place.partial + "/" + file.rawValue }

  /// Where a working file stands; it is gone once the report is in its place.
  public func path(of file: WorkingFileName) -> String { place.partial + "/" + file.rawValue }

  /// Removes what an earlier run left half-built, but for the files named.
  public func removeLeftovers(
    keeping files: [ReportFileName] = [], and working: [WorkingFileName] = []
  ) throws(ReportFolderError) {
    try FolderContents.removeReport(
      from: place.partial, except: Set(files.map(\.rawValue) + working.map(\.rawValue)))
  }

  /// Gives the half-built report up: what was written is removed, the old report stays.
  public func discard() throws(ReportFolderError) {
    try removeLeftovers()
    FolderLock.remove(from: place.partial)
    rmdir(place.partial)
  }

  /// Opens a file of the report anew, or to go on with what an earlier run left of it.
  public func open(
    _ file: ReportFileName, appending: Bool = false
  ) throws(ReportFolderError) -> ReportFile {
    try ReportFile(at: path(of: file), appending: appending)
  }

  /// Leaves a file out of the report; one that is not there is no fault.
  public func remove(_ file: ReportFileName) throws(ReportFolderError) {
    let path = path(of: file)
    if unlink(path) != 0, errno != ENOENT { throw ReportFolderError(systemNumber: errno, path) }
  }

  /// Puts the report in its place, complete and on the disk; all files must be closed before.
  public func swapIn() throws(ReportFolderError) {
    try FolderContents.synchronise(place.partial)
    if place.isFilledInside {
      try FolderSwap.moveFiles(place)
    } else if place.isThere {
      try FolderSwap.swap(place)
    } else {
      try FolderSwap.moveIn(place)
    }
  }
}

/// The files of a report.
public enum ReportFileName: String, Sendable, CaseIterable {
  case payloads = "payloads.csv"
  case campaigns = "campaigns.csv"
  case media = "media.csv"
  case results = "results.ndjson"
  case facts = "facts.ndjson"
  case changes = "changes.csv"
  /// Written last: a folder with it is whole.
  case run = "run.json"
}

/// What a run keeps beside a report while it builds it, to go on after a sudden end.
public enum WorkingFileName: String, Sendable, CaseIterable {
  /// What the run is, by which the next one knows whether it may go on.
  case journal = ".journal.json"
  case newJournal = ".journal.json.new"
  /// Facts while they are taken over from elsewhere.
  case newFacts = ".facts.ndjson.new"
}
