import BatchFetch
import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("What is no list of payloads at all is refused whole")
struct InputShapeTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var what: String
    var bytes: [UInt8]
    /// What the sentence says, the name of the file left out.
    var looks: String
    var remedy: String
    var testDescription: String { what }
  }

  private static func encoded(_ encoding: String.Encoding, mark: [UInt8] = []) -> [UInt8] {
    mark + Array("{\"id\":\"a\"}\n{}\n".data(using: encoding) ?? Data())
  }

  static let examples: [Example] =
    [
      (String.Encoding.utf16LittleEndian, [0xFF, 0xFE], "UTF-16"),
      (.utf16BigEndian, [0xFE, 0xFF], "UTF-16"),
      (.utf16LittleEndian, [], "UTF-16LE"), (.utf16BigEndian, [], "UTF-16BE"),
      (.utf32LittleEndian, [0xFF, 0xFE, 0, 0], "UTF-32"),
      (.utf32BigEndian, [0, 0, 0xFE, 0xFF], "UTF-32"),
      (.utf32LittleEndian, [], "UTF-32LE"), (.utf32BigEndian, [], "UTF-32BE"),
    ].map { encoding, mark, name in
      Example(
        what: "\(name) with a mark of \(mark.count) bytes", bytes: encoded(encoding, mark: mark),
        looks: "looks like \(name) text", remedy: "iconv -f \(name) -t UTF-8")
    }
    + [
      ("a JSON array", "[{\"id\":1},{}]\n"), ("an empty array", "[]"), ("a lone bracket", "["),
      ("an array behind blanks", " \r\n\t\n  [\n{}]"), ("an array behind a mark", "\u{FEFF}[{}]"),
      ("an array behind a mark and blanks", "\u{FEFF}\n [{}]"),
    ].map {
      Example(
        what: $0.0, bytes: Array($0.1.utf8), looks: "looks like one JSON array",
        remedy: "jq -c '.[]'")
    }
    + [
      ("pretty-printed JSON", "{\n  \"id\": 1\n}\n"), ("with CRLF", "{\r\n}\r\n"),
      ("a lone brace with blanks", "{ \t\n}\n"), ("behind blank lines", "\n\n{\n}\n"),
      ("behind a mark", "\u{FEFF}{\n}"),
    ].map {
      Example(
        what: $0.0, bytes: Array($0.1.utf8), looks: "looks like pretty-printed JSON",
        remedy: "jq -c .")
    }
    + [
      Example(
        what: "zip", bytes: Array("PK\u{3}\u{4}\n".utf8) + [0x14, 0, 0, 0],
        looks: "is a zip archive", remedy: "unzip -p"),
      Example(
        what: "xz", bytes: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00], looks: "is xz data",
        remedy: "xz -dc"),
      Example(
        what: "bzip2", bytes: Array("BZh91AY&SY".utf8), looks: "is bzip2 data", remedy: "bzip2 -dc"),
    ]

  @Test(
    "The sentence names the file, what it looks like and how to convert it", arguments: examples)
  func refused(_ example: Example) throws {
    for bytes in [example.bytes, Coding.gzip.apply(to: example.bytes)] {
      let sentence = try #require(try ReadLines.refusal(of: bytes))
      #expect(sentence.hasPrefix("input /"), "\(sentence)")
      #expect(sentence.contains("list.ndjson \(example.looks); "), "\(sentence)")
      #expect(sentence.contains("\(example.remedy) "), "\(sentence)")
      #expect(sentence.contains("with: "), "\(sentence)")
      #expect(!sentence.contains("FILE"), "\(sentence)")
      #expect(!sentence.contains("\n"), "\(sentence)")
    }
  }

  @Test("The same is refused when a pipe hands it over byte by byte", arguments: examples)
  func refusedByteByByte(_ example: Example) throws {
    let pipe = try PacketPipe(example.bytes)
    let list = try InputList([pipe.path], spoolFolder: "/tmp")
    let failure = #expect(throws: RunFailure.self) { try ReadLines(list, pass: .first) }
    #expect(failure?.code == .input)
    #expect(failure?.description.contains(example.looks) == true)
  }

  @Test(
    "What may be a list is not refused",
    arguments: [
      "", "\n", "{", "{}", "{}\n", "{ }\n", "{ \"a\":[\n1]}", "null\n", "\"[\"\n", "BZ\n", "PK\n",
      "\u{FEFF}",
      "\u{FEFF}{}\n", "{\"a\":\"\0\"}\n", "x[\n", "]\n", "1\n[\n", "\u{C}[\n",
    ])
  func notRefused(_ text: String) throws {
    #expect(try ReadLines.refusal(of: text.utf8) == nil)
  }

  @Test(
    "The remedy can be copied into a shell, and never writes over the file that it reads",
    arguments: [
      ("-", "standard input looks like X: jq > list.ndjson"),
      ("a/b-1.json", "input a/b-1.json looks like X: jq a/b-1.json > list.ndjson"),
      ("list.ndjson", "input list.ndjson looks like X: jq list.ndjson > converted.ndjson"),
      ("./list.ndjson", "input ./list.ndjson looks like X: jq ./list.ndjson > converted.ndjson"),
      ("l'été $x", "input l'été $x looks like X: jq 'l'\\''été $x' > list.ndjson"),
    ])
  func remedy(_ name: String, _ sentence: String) {
    #expect(InputShape.told("looks like X: jq FILE > list.ndjson", of: name) == sentence)
  }

  @Test("A first line beyond --max-line does not hide what the file is")
  func longFirstLine() throws {
    let text = "[" + String(repeating: "{},", count: 50_000)
    let failure = #expect(throws: RunFailure.self) { try ReadLines.of(text, longestLine: 64) }
    #expect(failure?.description.contains("looks like one JSON array") == true)
  }
}
