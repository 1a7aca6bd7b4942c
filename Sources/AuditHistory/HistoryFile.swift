internal import Glibc

/// The history's file in its folder: made, recognised again, set aside.
struct HistoryFile {
  let path: String
  /// Device and number of the file that was there when this was made; nil: none was.
  private let identity: [UInt64]?

  init(at path: String) {
    self.path = path
    identity = Self.identity(of: path)
  }

  private static func identity(of path: String) -> [UInt64]? {
    var status = stat()
    return stat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : nil
  }

  /// Makes the folders above a file that are missing, for their owner alone: "the destination
  /// directory should be created with permission 0700" (XDG Base Directory Specification).
  static func makeFolders(above path: String) throws(HistoryError) {
    let parts = path.split(separator: "/").dropLast()
    var folder = path.hasPrefix("/") ? "" : "."
    for part in parts {
      folder += "/\(part)"
      if mkdir(folder, 0o700) == 0 || errno == EEXIST || errno == EISDIR { continue }
      let number = errno
      // A folder that is there may lie where nothing may be made, and mkdir then says only that.
      if access(folder, F_OK) == 0 { continue }
      throw HistoryError(.cannotOpen, path, cause: String(cString: strerror(number)))
    }
  }

  /// Moves the file with SQLite's own files to another name, so that a new one can be made.
  ///
  /// Nil: another run was faster, and what is there now is its new one.
  func setAside(as word: String, at time: String) throws(HistoryError) -> String? {
    guard Self.identity(of: path) == identity else { return nil }
    let stamp = time.filter { $0 != "-" && $0 != ":" }
    var target = "\(path).\(word)-\(stamp)"
    var number = 1
    while access(target, F_OK) == 0 {
      number += 1
      target = "\(path).\(word)-\(stamp)-\(number)"
    }
    if rename(path, target) != 0 {
      let cause = "it cannot be set aside: \(String(cString: strerror(errno)))"
      throw HistoryError(.readOnly, path, cause: cause)
    }
    for end in ["-wal", "-shm", "-journal"] { rename(path + end, target + end) }
    return target
  }
}
