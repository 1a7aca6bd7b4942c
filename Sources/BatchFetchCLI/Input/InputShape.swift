/// What a file looks like by its first bytes, where it is no NDJSON at all.
enum InputShape {
  /// A first sight of a file: at most 64 KiB, decompressed.
  ///
  /// Answers one sentence on what it looks like and how to convert it, or nil for what may be
  /// NDJSON. Example: `[{"id":1},…` is a JSON array, for which `jq -c '.[]'` is the remedy.
  static func refusal(
    of head: UnsafeRawBufferPointer, asOneRecord isOneRecord: Bool = false
  ) -> String? {
    for (magic, sentence) in signatures where head.starts(with: magic) { return sentence }
    if let order = orderOfUnmarkedUTF32(head) ?? orderOfUnmarkedUTF16(head) {
      return "looks like \(order) text; convert it with: iconv -f \(order) -t UTF-8 FILE "
        + "> list.ndjson"
    }
    if isOneRecord { return nil }
    var rest = head[...]
    if rest.starts(with: byteOrderMark) { rest = rest.dropFirst(3) }
    guard let first = rest.firstIndex(where: { !isBlank($0) }) else { return nil }
    if head[first] == UInt8(ascii: "[") {
      return "looks like one JSON array; convert it with: jq -c '.[]' FILE > list.ndjson"
    }
    let line = head[first...].prefix { $0 != UInt8(ascii: "\n") }
    if head[first] == UInt8(ascii: "{"), line.dropFirst().allSatisfy(isBlank),
      first + line.count < head.count
    {
      return "looks like pretty-printed JSON; convert it with: jq -c . FILE > list.ndjson"
    }
    return nil
  }

  /// Whether a file is one payload over many lines, which Xcode's Simulator takes by this ending.
  static func isOneRecord(_ name: String) -> Bool { name.lowercased().hasSuffix(".apns") }

  /// The whole sentence on an input: its remedy can be copied into a shell and never writes over
  /// the file that it reads.
  static func told(_ sentence: String, of name: String) -> String {
    guard name != "-" else {
      return "standard input \(sentence.replacing("FILE ", with: ""))"
    }
    let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/+-"
    let file =
      name.allSatisfy(plain.contains) ? name : "'\(name.replacing("'", with: "'\\''"))'"
    let target = name.hasSuffix("list.ndjson") ? "converted.ndjson" : "list.ndjson"
    let remedy = sentence.replacing("FILE > list.ndjson", with: "\(file) > \(target)")
    return "input \(name) \(remedy)"
  }

  /// Whether these first bytes are enough to tell: a whole line that is not blank, or 64 KiB.
  static func isTelling(_ head: UnsafeRawBufferPointer) -> Bool {
    guard head.count < 64 << 10 else { return true }
    let isMark = head.starts(with: byteOrderMark)
    guard let first = head.dropFirst(isMark ? 3 : 0).firstIndex(where: { !isBlank($0) }) else {
      return false
    }
    return head[first...].contains(0x0A)
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static let utf32 =
    "looks like UTF-32 text; convert it with: iconv -f UTF-32 -t UTF-8 FILE > list.ndjson"

  private static let utf16 =
    "looks like UTF-16 text; convert it with: iconv -f UTF-16 -t UTF-8 FILE > list.ndjson"

  /// First bytes of what is no text in UTF-8; UTF-32 before UTF-16, whose mark it begins with.
  private static let signatures: [([UInt8], String)] = [
    ([0xFF, 0xFE, 0, 0], utf32),
    ([0, 0, 0xFE, 0xFF], utf32),
    ([0xFF, 0xFE], utf16),
    ([0xFE, 0xFF], utf16),
    (Array("PK\u{3}\u{4}".utf8), "is a zip archive; unpack it with: unzip -p FILE > list.ndjson"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "is xz data; unpack it with: xz -dc FILE > list.ndjson"),
    (Array("BZh".utf8), "is bzip2 data; unpack it with: bzip2 -dc FILE > list.ndjson"),
  ]

  /// UTF-32 without its mark: three of four bytes of ASCII text are NUL.
  private static func orderOfUnmarkedUTF32(_ head: UnsafeRawBufferPointer) -> String? {
    let sample = head.prefix(64)
    guard sample.count >= 8 else { return nil }
    let places = (0..<4).map { place in
      let column = stride(from: place, to: sample.count / 4 * 4, by: 4)
      return (
        all: column.allSatisfy { sample[$0] == 0 }, none: column.allSatisfy { sample[$0] != 0 }
      )
    }
    if places[0].none && places[1...].allSatisfy(\.all) { return "UTF-32LE" }
    if places[3].none && places[..<3].allSatisfy(\.all) { return "UTF-32BE" }
    return nil
  }

  /// UTF-16 without its mark: every other byte of ASCII text is NUL.
  private static func orderOfUnmarkedUTF16(_ head: UnsafeRawBufferPointer) -> String? {
    let sample = head.prefix(64)
    guard sample.count >= 4 else { return nil }
    let pairs = sample.count / 2
    let even = (0..<pairs).filter { sample[2 * $0] == 0 }.count
    let odd = (0..<pairs).filter { sample[2 * $0 + 1] == 0 }.count
    if even == 0 && odd == pairs { return "UTF-16LE" }
    return odd == 0 && even == pairs ? "UTF-16BE" : nil
  }

  /// The blanks of JSON.
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
  }
}
