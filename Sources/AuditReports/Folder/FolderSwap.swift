internal import CPlatform
internal import Glibc

/// The ways in which a complete report takes its place; each leaves the old one whole when it fails.
enum FolderSwap {
  /// Renames the new report to a place where nothing stands.
  static func moveIn(_ place: ReportPlace) throws(ReportFolderError) {
    guard rename(place.partial, place.folder) == 0 else {
      throw ReportFolderError(systemNumber: errno, place.folder)
    }
    FolderContents.removeWorkingFiles(from: place.folder)
    FolderLock.remove(from: place.folder)
    try synchroniseParent(of: place)
  }

  /// Swaps the new report with the old one in one step, or as nearly so as the file system can.
  static func swap(_ place: ReportPlace) throws(ReportFolderError) {
    // Locked too before it becomes the partial folder: the next run may come at any moment.
    let oldLock = try FolderLock(on: place.folder)
    cplatform_copy_mode(place.folder, place.partial)
    if cplatform_exchange(place.partial, place.folder) == 0 {
      try synchroniseParent(of: place)
      dissolve(place.partial, into: place.folder)
      return
    }
    switch errno {
    case EINVAL, ENOSYS, ENOTSUP:  // The file system or the kernel knows no exchange.
      try rotate(place)
    case EXDEV, EBUSY:  // A folder that cannot be renamed, as on a lower layer of an overlay.
      _ = consume oldLock
      FolderLock.remove(from: place.folder)
      try moveFiles(place)
    default:
      throw ReportFolderError(systemNumber: errno, place.folder)
    }
  }

  /// Swaps in two renames; a reader may find nothing for a moment, but never half a report.
  static func rotate(_ place: ReportPlace) throws(ReportFolderError) {
    guard rename(place.folder, place.previous) == 0 else {
      throw ReportFolderError(systemNumber: errno, place.folder)
    }
    guard rename(place.partial, place.folder) == 0 else {
      let number = errno
      rename(place.previous, place.folder)
      throw ReportFolderError(systemNumber: number, place.folder)
    }
    try synchroniseParent(of: place)
    dissolve(place.previous, into: place.folder)
  }

  /// Swaps file by file inside a folder that cannot be renamed; `run.json` comes last.
  static func moveFiles(_ place: ReportPlace) throws(ReportFolderError) {
    let names = try FolderContents.names(in: place.partial)
    for name in FolderContents.reportFiles {
      let target = place.folder + "/" + name
      if names.contains(name) {
        guard rename(place.partial + "/" + name, target) == 0 else {
          throw ReportFolderError(systemNumber: errno, target)
        }
      } else if unlink(target) != 0, errno != ENOENT {
        throw ReportFolderError(systemNumber: errno, target)
      }
    }
    FolderContents.removeWorkingFiles(from: place.partial)
    FolderLock.remove(from: place.partial)
    rmdir(place.partial)
    if cplatform_sync(place.folder) != 0 {
      throw ReportFolderError(systemNumber: errno, place.folder)
    }
  }

  /// Removes the old report; files in it that are not ours move over to the new one.
  ///
  /// Nothing here may fail the run: the new report is in its place, and the next run clears up.
  private static func dissolve(_ old: String, into new: String) {
    FolderContents.removeWorkingFiles(from: new)
    FolderLock.remove(from: new)
    for name in (try? FolderContents.names(in: old)) ?? []
    where !FolderContents.reportFiles.contains(name) {
      rename(old + "/" + name, new + "/" + name)
    }
    try? FolderContents.removeReport(from: old)
    FolderLock.remove(from: old)
    rmdir(old)
  }

  private static func synchroniseParent(of place: ReportPlace) throws(ReportFolderError) {
    let parent = ReportPlace.split(place.folder).parent
    if cplatform_sync(parent) != 0 { throw ReportFolderError(systemNumber: errno, parent) }
  }
}
