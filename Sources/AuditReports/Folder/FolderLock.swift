internal import CPlatform
internal import Glibc

/// The lock on a folder that is being written: a locked file in it, free when its process ends.
struct FolderLock: ~Copyable, Sendable {
  static let fileName = ".lock"

  private let descriptor: Int32

  /// Makes the folder if need be and locks it; nil when its folder was swapped away meanwhile.
  private init?(attempting folder: String) throws(ReportFolderError) {
    if mkdir(folder, 0o777) != 0, errno != EEXIST {
      throw ReportFolderError(systemNumber: errno, folder)
    }
    let path = folder + "/" + Self.fileName
    let opened = cplatform_lock_file(path)
    if opened < 0 {
      switch errno {
      case EWOULDBLOCK: throw ReportFolderError(.inUse, folder)
      case ENOENT: return nil
      default: throw ReportFolderError(systemNumber: errno, folder)
      }
    }
    // The run before may have swapped the folder between opening and locking.
    guard cplatform_is_open_at(opened, path) == 1 else {
      close(opened)
      return nil
    }
    descriptor = opened
  }

  /// Makes the folder if need be and locks it.
  init(on folder: String) throws(ReportFolderError) {
    for _ in 0..<100 {
      if let lock = try FolderLock(attempting: folder) {
        self = lock
        return
      }
    }
    throw ReportFolderError(.inUse, folder)
  }

  deinit { close(descriptor) }

  /// Whether a folder has the file that is locked, in use or not.
  static func isThere(in folder: String) -> Bool {
    access(folder + "/" + fileName, F_OK) == 0
  }

  /// Removes the locked file, by whoever holds its lock.
  static func remove(from folder: String) { unlink(folder + "/" + fileName) }
}
