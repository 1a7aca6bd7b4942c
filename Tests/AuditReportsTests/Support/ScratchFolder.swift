import Glibc

/// A folder of a test's own, gone with it.
final class ScratchFolder {
  let path: String

  init() {
    var template = Array("/tmp/report tests é-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { buffer in
      String(cString: mkdtemp(buffer.baseAddress!))
    }
  }

  deinit { remove(path) }

  func make(folder name: String) { mkdir(path + "/" + name, 0o777) }

  func write(_ text: String, to name: String) {
    let file = fopen(path + "/" + name, "w")!
    fputs(text, file)
    fclose(file)
  }

  /// The text of a file, nil when there is none.
  func read(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

  func bytes(_ name: String) -> [UInt8]? {
    guard let file = fopen(path + "/" + name, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return bytes
  }

  /// The names in a folder, sorted; nil when there is none.
  func list(_ name: String = ".") -> [String]? { Self.names(path + "/" + name)?.sorted() }

  private static func names(_ path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private func remove(_ path: String) {
    if unlink(path) == 0 { return }
    for name in Self.names(path) ?? [] { remove(path + "/" + name) }
    rmdir(path)
  }
}
