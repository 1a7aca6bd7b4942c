internal import BatchFetch
internal import Glibc
internal import MediaProbe

/// The folder of `--save-media`: each file once, as `<sha256>.<inferred extension>`.
struct SavedMedia: Sendable {
  let folder: String

  /// Makes the folder when it is missing and checks that it can be written.
  init(folder: String) throws(RunFailure) {
    self.folder = folder
    if mkdir(folder, 0o777) != 0 && errno != EEXIST {
      throw RunFailure(
        .output,
        "--save-media: cannot make the folder \(folder): \(String(cString: strerror(errno)))"
      )
    }
    var status = stat()
    if stat(folder, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
      throw RunFailure(.output, "--save-media: \(folder) is no folder; choose another name")
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw RunFailure(
        .output, "--save-media: cannot write to \(folder): \(String(cString: strerror(errno)))")
    }
  }

  /// Keeps one body: a reader of the folder sees no file or the whole one.
  func keep(_ download: Download, as type: DetectedType) throws(RunFailure) {
    let name = "\(download.sha256.hexadecimal).\(type.preferredExtension)"
    let path = "\(folder)/\(name)"
    do {
      switch download.body {
      case .discarded: return
      case .file(let file): try file.keep(as: path)
      case .memory(let bytes):
        let file = try TemporaryFile(in: folder)
        // The error is carried out by hand: 6.3.1 cannot emit this closure with a typed throw.
        let outcome = bytes.withUnsafeBytes { bytes in Result { try file.append(bytes) } }
        try outcome.get()
        try file.keep(as: path)
      }
    } catch {
      throw RunFailure(.output, "--save-media: \(error)")
    }
  }
}
