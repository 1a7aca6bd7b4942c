import BatchFetch
import Foundation
import Glibc
import Testing

@testable import BatchFetchCLI

@Suite("Inputs that are refused whole")
struct InputRefusalTests {
  let folder: InputFolder

  init() throws { folder = try InputFolder() }

  /// The sentence with which the input is refused; the file's path is written as FILE.
  private func refusal(of names: [String]) -> String? {
    let failure = #expect(throws: RunFailure.self) { try folder.lines(of: names) }
    #expect(failure?.code == .input)
    return failure?.description.replacing(names[0], with: "FILE").components(separatedBy: " (after")
      .first
  }

  private static func utf16(_ text: String, bigEndian: Bool = false) -> [UInt8] {
    text.utf16.flatMap { unit in
      let low = UInt8(truncatingIfNeeded: unit)
      let high = UInt8(unit >> 8)
      return bigEndian ? [high, low] : [low, high]
    }
  }

  @Test(
    "A file that is no NDJSON is refused with what it looks like and how to convert it",
    arguments: [
      (utf16("\u{FEFF}{}\n"), "UTF-16 text", "iconv -f UTF-16 -t UTF-8 FILE"),
      (utf16("\u{FEFF}{}\n", bigEndian: true), "UTF-16 text", "iconv -f UTF-16 -t UTF-8 FILE"),
      (utf16("{}\n{}\n"), "UTF-16LE text", "iconv -f UTF-16LE -t UTF-8 FILE"),
      (utf16("{}\n{}\n", bigEndian: true), "UTF-16BE text", "iconv -f UTF-16BE -t UTF-8 FILE"),
      ([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], "UTF-32 text", "iconv -f UTF-32 -t UTF-8 FILE"),
      ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x7B], "UTF-32 text", "iconv -f UTF-32 -t UTF-8 FILE"),
      (Array("\n [{}]".utf8), "one JSON array", "jq -c '.[]' FILE"),
      (Array("\u{FEFF}[\n{}]".utf8), "one JSON array", "jq -c '.[]' FILE"),
      (Array("{ \r\n  \"id\": 1\n}\n".utf8), "pretty-printed JSON", "jq -c . FILE"),
      (Array("\n\n{\n".utf8), "pretty-printed JSON", "jq -c . FILE"),
      (Array("PK\u{3}\u{4}....".utf8), "a zip archive", "unzip -p FILE"),
      ([0x28, 0xB5, 0x2F, 0xFD, 0], "zstd data", "zstd -dc FILE"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "xz data", "xz -dc FILE"),
      (InputFolder.gzip("[1]"), "one JSON array", "jq -c '.[]' FILE"),
    ])
  func shapes(bytes: [UInt8], looks: String, remedy: String) throws {
    let sentence = refusal(of: [try folder.file("list", bytes)])
    #expect(sentence?.hasPrefix("input FILE ") == true)
    #expect(sentence?.contains(looks) == true)
    #expect(sentence?.contains(remedy + " > ") == true)
  }

  @Test(
    "What only resembles such a file is read line by line",
    arguments: [
      ("{", ["1:{"]), ("{\"a\":1}\n[1]\n", ["1:{\"a\":1}", "2:[1]"]), ("\"[\"\n", ["1:\"[\""]),
      ("\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\n", ["1:\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}"]),
      ("{}\n{\n", ["1:{}", "2:{"]), ("{ {\n", ["1:{ {"]), ("PK\n", ["1:PK"]),
    ])
  func innocent(text: String, lines: [String]) throws {
    #expect(try folder.lines(of: [folder.file("list", text.utf8)]) == lines)
  }

  @Test("A folder, a missing file and an empty name are named with what to do")
  func unreadable() throws {
    #expect(refusal(of: [folder.path])?.hasSuffix("it is a folder; name a file in it") == true)
    #expect(
      refusal(of: [folder.path + "/none"])
        == "cannot read input FILE: No such file or directory; check the path")
  }

  @Test("A file without read permission is named", .enabled(if: geteuid() != 0))
  func forbidden() throws {
    let file = try folder.file("list", "{}\n".utf8)
    chmod(file, 0)
    #expect(refusal(of: [file])?.hasSuffix("check its permissions") == true)
  }

  @Test("A gzip file that is torn or damaged names the file and the last line read")
  func damagedGzip() throws {
    let whole = InputFolder.gzip("{}\n{}\n{}\n")
    let torn = try folder.file("torn", whole.dropLast(3))
    let failure = #expect(throws: RunFailure.self) { try folder.lines(of: [torn]) }
    #expect(failure?.code == .input)
    #expect(failure?.description == "input \(torn): the gzip data is cut short (after line 3)")
    var bytes = whole
    bytes[whole.count - 6] ^= 1
    let damaged = try folder.file("damaged", bytes)
    #expect(refusal(of: [damaged]) == "input FILE: the gzip data is damaged")
  }
}
