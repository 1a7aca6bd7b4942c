import BatchFetch
import Foundation
import Testing

@testable import BatchFetchCLI

@Suite("Inputs as numbered lines")
struct NumberedLinesTests {
  let folder: InputFolder

  init() throws { folder = try InputFolder() }

  @Test(
    "Lines are numbered as they stand in the file, and only a line feed ends one",
    arguments: [
      ("{}\n{}\n", ["1:{}", "2:{}"]), ("{}\n{}", ["1:{}", "2:{}"]), ("{}", ["1:{}"]),
      ("{}\r\n{}\r\n", ["1:{}", "2:{}"]), ("{}\r", ["1:{}"]), ("", []), ("\n\n", []),
      ("\n \t\r\n{}\n\n\n1\n", ["3:{}", "6:1"]),
      ("\u{FEFF}{}\n{}\n", ["1:{}", "2:{}"]), ("{}\n\u{FEFF}{}\n", ["1:{}", "2:\u{FEFF}{}"]),
      ("a\u{2028}b\u{85}c\u{C}d\u{B}e\rf\n", ["1:a\u{2028}b\u{85}c\u{C}d\u{B}e\rf"]),
      (" {}\t\n", ["1: {}\t"]), ("x\u{0}y\n", ["1:x\u{0}y"]), ("{}\n  ", ["1:{}"]),
    ])
  func numbering(text: String, lines: [String]) throws {
    #expect(try folder.lines(of: [folder.file("list", text.utf8)]) == lines)
    #expect(try folder.lines(of: [folder.file("list.gz", InputFolder.gzip(text))]) == lines)
  }

  @Test("Several inputs are read one after another, each with its own numbers and mark")
  func severalInputs() throws {
    let names = [
      try folder.file("one", "\u{FEFF}a\nb".utf8), try folder.file("none", []),
      try folder.file("three", InputFolder.gzip("\u{FEFF}\nc\n")),
    ]
    let list = try InputList(names, spoolFolder: folder.path)
    let (lines, readings) = try InputFolder.lines(of: list, pass: .first)
    #expect(lines == ["1:a", "2:b", "3/2:c"])
    #expect(readings.map(\.name) == names)
    #expect(readings.map(\.lines) == [2, 0, 2])
    #expect(readings.map(\.bytes) == [6, 0, 6])
  }

  @Test(
    "A line longer than the limit is passed over, whatever its length, and its number stays",
    arguments: [101, 102, 103, 200, 65_536, 65_537, 300_000])
  func tooLong(length: Int) throws {
    let long = String(repeating: "x", count: length)
    let fit = String(repeating: "y", count: 100)
    let text = "\(fit)\n\(long)\n\(fit)\r\n\(long)\r\n\n{}\n\(long)"
    let lines = try folder.lines(of: [folder.file("list", text.utf8)], longestLine: 100)
    #expect(
      lines == ["1:\(fit)", "2:too long", "3:\(fit)", "4:too long", "6:{}", "7:too long"])
  }

  @Test("A line that grows past the first block is given out whole")
  func longLine() throws {
    let long = String(repeating: "0123456789", count: 50_000)
    let lines = try folder.lines(of: [folder.file("list", "1\n\(long)\n2\n".utf8)])
    #expect(lines == ["1:1", "2:\(long)", "3:2"])
  }

  @Test("Both passes over a file read the same, and the digest is that of the decoded bytes")
  func secondPass() throws {
    let text = "{\"id\":1}\n{\"id\":2}\n"
    let names = [
      try folder.file("plain", text.utf8), try folder.file("packed", InputFolder.gzip(text)),
    ]
    let list = try InputList(names, spoolFolder: folder.path)
    let first = try InputFolder.lines(of: list, pass: .first)
    let second = try InputFolder.lines(of: list, pass: .second)
    #expect(first.lines == second.lines)
    #expect(first.readings == second.readings)
    // printf '{"id":1}\n{"id":2}\n' | sha256sum
    let digest = "c63f6dd68b68601e7315ea40d28bc34e55379e4fa65f82b1d32228429aeafcde"
    #expect(first.readings.map(\.digest.hexadecimal) == [digest, digest])
    try Data(text.replacing("2", with: "3").utf8).write(to: URL(fileURLWithPath: names[0]))
    let changed = try InputFolder.lines(of: list, pass: .second)
    #expect(changed.readings != first.readings)
  }

  @Test("Members of a gzip file follow one another, and their borders may cut a line")
  func members() throws {
    let bytes =
      InputFolder.gzip("{\"a\"") + InputFolder.gzip("") + InputFolder.gzip(":1}\n2\n")
      + InputFolder.gzip(String(repeating: "3", count: 65_000) + "\n")
    let lines = try folder.lines(of: [folder.file("list", bytes)])
    #expect(lines == ["1:{\"a\":1}", "2:2", "3:" + String(repeating: "3", count: 65_000)])
  }
}
