import BatchFetch
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("Stage 1: the inputs as numbered lines")
struct PayloadLinesTests {
  typealias Line = ReadLines.Line

  struct Example: Sendable, CustomTestStringConvertible {
    var what: String
    var text: String
    var lines: [Line]
    /// Physical lines, blank ones too.
    var count: Int

    init(_ what: String, _ text: String, _ lines: [Line], count: Int) {
      self.what = what
      self.text = text
      self.lines = lines
      self.count = count
    }

    var testDescription: String { what }
  }

  static let examples: [Example] = [
    Example("two lines", "{}\n[]\n", [Line(1, "{}"), Line(2, "[]")], count: 2),
    Example(
      "the last line without a break", "{}\n{\"a\":1}", [Line(1, "{}"), Line(2, "{\"a\":1}")],
      count: 2),
    Example("a byte-order mark", "\u{FEFF}{}\n", [Line(1, "{}")], count: 1),
    Example("a mark alone", "\u{FEFF}", [], count: 0),
    Example("a mark before blank lines", "\u{FEFF}\n\n{}\n", [Line(3, "{}")], count: 3),
    Example(
      "a mark in the middle stays", "{}\n\u{FEFF}{}\n", [Line(1, "{}"), Line(2, "\u{FEFF}{}")],
      count: 2),
    Example("CRLF", "{}\r\n{\"a\":1}\r\n", [Line(1, "{}"), Line(2, "{\"a\":1}")], count: 2),
    Example("CR at the end of the file", "{}\r", [Line(1, "{}")], count: 1),
    Example("only one CR belongs to the break", "{}\r\r\n", [Line(1, "{}\r")], count: 1),
    Example("a lone CR separates nothing", "{}\r{}\n", [Line(1, "{}\r{}")], count: 1),
    Example(
      "blank lines are counted", "\n \t\n{}\n\r\n\n{}\n\n", [Line(3, "{}"), Line(6, "{}")], count: 7
    ),
    Example("nothing but blanks", " \n\t\r\n  ", [], count: 3),
    Example("nothing", "", [], count: 0),
    Example(
      "U+2028, U+2029, U+0085, form feed, vertical tab separate nothing",
      "{\"a\":\"\u{2028}\u{2029}\u{85}\u{C}\u{B}\"}\n{}\n",
      [Line(1, "{\"a\":\"\u{2028}\u{2029}\u{85}\u{C}\u{B}\"}"), Line(2, "{}")], count: 2),
    Example(
      "NUL ends nothing", "{\"a\":\"\0\0\"}\n\0\n{}\n",
      [Line(1, "{\"a\":\"\0\0\"}"), Line(2, "\0"), Line(3, "{}")], count: 3),
    Example("a form feed is no blank", "{}\n\u{C}\n", [Line(1, "{}"), Line(2, "\u{C}")], count: 2),
    Example(
      "brackets behind the first line are lines", "{}\n[\n{\n",
      [Line(1, "{}"), Line(2, "["), Line(3, "{")], count: 3),
  ]

  @Test("Line breaks, blanks and marks", arguments: examples)
  func lines(_ example: Example) throws {
    let read = try ReadLines.of(example.text)
    #expect(read.lines == example.lines)
    #expect(read.readings.map(\.lines) == [example.count])
    #expect(read.readings.map(\.bytes) == [example.text.utf8.count])
  }

  @Test("The same lines come out of gzip, of one member and of several", arguments: examples)
  func gzip(_ example: Example) throws {
    guard example.text.utf8.count > 4 else { return }
    let bytes = Array(example.text.utf8)
    let plain = try ReadLines.of(bytes)
    var packed = try ReadLines.of(Coding.gzip.apply(to: bytes))
    #expect(packed == plain)
    // A member may end anywhere, in the middle of a line and of a character; an empty one is fine.
    let members = [bytes[..<3], bytes[3..<3], bytes[3...]].map { Coding.gzip.apply(to: Array($0)) }
    packed = try ReadLines.of(members.joined())
    #expect(packed == plain)
  }

  /// A line of exactly so many bytes.
  private static func line(_ length: Int) -> String {
    "{\"a\":\"" + String(repeating: "x", count: length - 8) + "\"}"
  }

  @Test(
    "A line of --max-line bytes is read, one byte more is too long", arguments: ["\n", "\r\n", ""])
  func longestLine(_ end: String) throws {
    let limit = 100
    for (length, isKept) in [
      (limit - 1, true), (limit, true), (limit + 1, false), (limit + 2, false), (limit + 3, false),
    ] {
      let text = Self.line(length)
      let only = try ReadLines.of(text + end, longestLine: limit)
      #expect(only.lines == [Line(1, isKept ? text : nil)], "\(length)")
      let between = try ReadLines.of("{}\n" + text + "\n" + text + end, longestLine: limit)
      #expect(
        between.lines == [
          Line(1, "{}"), Line(2, isKept ? text : nil), Line(3, isKept ? text : nil),
        ])
    }
  }

  @Test("The mark does not count against the length of the first line")
  func markAndLength() throws {
    let text = Self.line(100)
    #expect(try ReadLines.of("\u{FEFF}" + text + "\n", longestLine: 100).lines == [Line(1, text)])
  }

  @Test(
    "A very long line is one line that is too long, and the next is read",
    arguments: ["\n{}\n", "\n{}", "\r\n{}\n"])
  func veryLongLine(_ rest: String) throws {
    let read = try ReadLines.of("{}\n" + String(repeating: "x", count: 5_000_000) + rest)
    #expect(read.lines == [Line(1, "{}"), Line(2, nil), Line(3, "{}")])
    #expect(try ReadLines.of(String(repeating: "x", count: 5_000_000)).lines == [Line(1, nil)])
  }

  @Test("A line longer than the buffer and shorter than the limit comes out whole")
  func growing() throws {
    let text = Self.line(900_000)
    #expect(try ReadLines.of(text + "\n" + text).lines == [Line(1, text), Line(2, text)])
  }

  @Test("A file for Xcode's Simulator is one record over all its lines")
  func simulatorFile() throws {
    let scratch = try Scratch()
    let text = "\u{FEFF}{\r\n  \"Simulator Target Bundle\": \"a.b\",\n  \"aps\": {}\n}\n"
    let pretty = try scratch.write(text, to: "push.apns")
    let plain = try scratch.write("{}\n{}\n", to: "list")
    let long = try scratch.write(String(repeating: "{}\n", count: 40), to: "long.APNS")
    let list = try InputList([pretty, plain, long], spoolFolder: scratch.path)
    let read = try ReadLines(list, pass: .first, longestLine: 100)
    let whole = String(text.dropFirst())
    #expect(
      read.lines == [
        Line(1, whole), Line(1, "{}", input: 1), Line(2, "{}", input: 1), Line(1, nil, input: 2),
      ])
  }

  @Test("Several inputs count their lines each, and the same file may stand twice")
  func severalInputs() throws {
    let scratch = try Scratch()
    let first = try scratch.write("{}\n\n{\"a\":1}", to: "first")
    let second = try scratch.write(
      Coding.gzip.apply(to: Array("\u{FEFF}{\"b\":1}\n".utf8)), to: "second")
    let empty = try scratch.write("", to: "empty")
    let list = try InputList([first, empty, second, first], spoolFolder: scratch.path)
    let read = try ReadLines(list, pass: .first)
    #expect(
      read.lines == [
        Line(1, "{}"), Line(3, "{\"a\":1}"), Line(1, "{\"b\":1}", input: 2),
        Line(1, "{}", input: 3), Line(3, "{\"a\":1}", input: 3),
      ])
    #expect(read.readings.map(\.lines) == [3, 0, 1, 3])
    #expect(read.readings.map(\.name) == [first, empty, second, first])
    #expect(try ReadLines(list, pass: .second) == read)
  }

  @Test("The digest is that of the decoded bytes, and another text has another")
  func digest() throws {
    let digest = try ReadLines.of("{}\n").readings[0].digest.hexadecimal
    #expect(digest == "ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356")
    #expect(try ReadLines.of("{ }\n").readings[0].digest.hexadecimal != digest)
  }
}
