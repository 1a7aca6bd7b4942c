/// What becomes of libmagic's own answers.
enum Corrections {
  /// Answers that are replaced: wrong ones, and second names of a type.
  static let table: [String: String] = [
    // Any text with commas counts as a table: never trusted.
    "text/csv": "text/plain",
    "audio/x-m4a": "audio/mp4",
    "image/x-ms-bmp": "image/bmp",
    "image/x-icon": "image/vnd.microsoft.icon",
    "inode/x-empty": "application/x-empty",
  ]

  /// The type in libmagic's answer; nil when the answer is no type at all.
  ///
  ///     type(in: "text/csv")         // text/plain
  ///     type(in: "cannot open")      // nil
  static func type(in answer: String) -> DetectedType? {
    let parts = answer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isNameByte) }) else {
      return nil
    }
    return DetectedType(mimeType: table[answer] ?? answer)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$&-^_.+".utf8.contains(byte)
    }
  }
}
