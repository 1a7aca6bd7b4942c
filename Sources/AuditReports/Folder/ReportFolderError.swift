internal import Glibc

/// Why a report cannot be written where it was to be.
public struct ReportFolderError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What can be wrong; the list is closed.
  public enum Code: String, Sendable, CaseIterable {
    case noName, notAFolder, danglingLink, foreignFolder, foreignPartial, inUse
    case noPermission, readOnly, diskFull, nameTooLong, otherFileSystem, systemFault
  }

  public let code: Code
  /// The path it is about.
  public let path: String
  /// The system's number, 0 where the system has no part in it.
  public let systemNumber: Int32

  init(_ code: Code, _ path: String, systemNumber: Int32 = 0) {
    self.code = code
    self.path = path
    self.systemNumber = systemNumber
  }

  /// Translates what the system said of a path.
  init(systemNumber: Int32, _ path: String) {
    self.init(Self.codes[systemNumber] ?? .systemFault, path, systemNumber: systemNumber)
  }

  private static let codes: [Int32: Code] = [
    EACCES: .noPermission, EPERM: .noPermission, EROFS: .readOnly, ENOSPC: .diskFull,
    EDQUOT: .diskFull, ENAMETOOLONG: .nameTooLong, ENOTDIR: .notAFolder, EEXIST: .notAFolder,
    EXDEV: .otherFileSystem, ELOOP: .danglingLink,
  ]

  /// One sentence that names the path and says what to do.
  public var description: String {
    switch code {
    case .noName: "The report folder has no name; name one."
    case .notAFolder: "\(path) is no folder; choose another name for the report folder."
    case .danglingLink:
      "\(path) is a link that leads nowhere; remove it or choose another report folder."
    case .foreignFolder:
      "\(path) holds files that are no report of batchfetch, so it is not replaced; empty it or choose another report folder."
    case .foreignPartial:
      "\(path) is needed for the report while it is built, but holds other files; move them away or choose another report folder."
    case .inUse:
      "\(path) is being written by another run; wait for its end or choose another report folder."
    case .noPermission:
      "\(path) cannot be written for want of permission; have it granted or choose another report folder."
    case .readOnly: "\(path) lies on a read-only file system; choose another report folder."
    case .diskFull: "\(path) cannot be written because the disk is full; free space and run again."
    case .nameTooLong: "\(path) is too long a path; choose a shorter one for the report folder."
    case .otherFileSystem:
      "\(path) cannot be moved to its place because that lies on another file system; choose another report folder."
    case .systemFault:
      "\(path) cannot be written (\(String(cString: strerror(systemNumber)))); choose another report folder or have the disk checked."
    }
  }
}
