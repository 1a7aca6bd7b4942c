import BatchFetch
import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("Inputs are opened once and read twice")
struct InputListTests {
  typealias Line = ReadLines.Line

  @Test("Pieces of a pipe make the same lines as a file", arguments: PayloadLinesTests.examples)
  func pieces(_ example: PayloadLinesTests.Example) throws {
    let pipe = try PacketPipe(Array(example.text.utf8))
    let scratch = try Scratch()
    let list = try InputList([pipe.path], spoolFolder: scratch.path)
    let first = try ReadLines(list, pass: .first)
    #expect(first.lines == example.lines)
    #expect(first.readings.map(\.lines) == [example.count])
    #expect(try ReadLines(list, pass: .second) == first)
  }

  @Test("Gzip in pieces is gzip still")
  func gzipPieces() throws {
    let pipe = try PacketPipe(Coding.gzip.apply(to: Array("{}\n{\"a\":1}\n".utf8)))
    let scratch = try Scratch()
    let list = try InputList([pipe.path], spoolFolder: scratch.path)
    let first = try ReadLines(list, pass: .first)
    #expect(first.lines == [Line(1, "{}"), Line(2, "{\"a\":1}")])
    #expect(try ReadLines(list, pass: .second) == first)
  }

  @Test("A named pipe is kept while it is read and read a second time")
  func namedPipe() throws {
    let scratch = try Scratch()
    let path = "\(scratch.path)/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let text = (1...20_000).map { "{\"id\":\($0)}\n" }.joined()
    Thread.detachNewThread {
      FileHandle(forWritingAtPath: path)?.write(Data(text.utf8))
    }
    let list = try InputList([path], spoolFolder: scratch.path)
    let first = try ReadLines(list, pass: .first)
    #expect(first.lines.count == 20_000)
    #expect(first.lines.last == Line(20_000, "{\"id\":20000}"))
    #expect(try ReadLines(list, pass: .second) == first)
    #expect(scratch.names() == ["pipe"], "what is kept has no name")
  }

  @Test("A pipe that is left gives no torn line, neither now nor in the report")
  func leftPipe() throws {
    let scratch = try Scratch()
    let pipe = try PacketPipe(pieces: [Array("{}\n{\"id\":".utf8)], isHeldOpen: true)
    let file = try scratch.write("{\"a\":1}")
    let list = try InputList([pipe.path, file], spoolFolder: scratch.path)
    var reader = PayloadLines(list, pass: .first, longestLine: 100)
    let line = try #require(try reader.next())
    #expect(line.number == 1)
    list.stopReading()
    let next = try reader.next()?.number
    #expect(next == nil)
    let wasStopped = reader.wasStopped
    #expect(wasStopped)
    // The rows of the inputs behind it are in the report all the same.
    let second = try ReadLines(list, pass: .second)
    #expect(second.lines == [Line(1, "{}"), Line(1, "{\"a\":1}", input: 1)])
  }

  @Test("A named pipe that nobody writes to can be left")
  func silentPipe() throws {
    let scratch = try Scratch()
    let path = "\(scratch.path)/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let list = try InputList([path], spoolFolder: scratch.path)
    list.stopReading()
    #expect(try ReadLines(list, pass: .first).lines == [])
  }

  @Test("An input that changes between the two readings has another digest")
  func changedInput() throws {
    let scratch = try Scratch()
    let path = try scratch.write("{ }\n{}\n")
    let list = try InputList([path], spoolFolder: scratch.path)
    let first = try ReadLines(list, pass: .first)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    handle.write(Data("{}".utf8))
    #expect(try ReadLines(list, pass: .second).readings != first.readings)
  }

  @Test("A file replaced by another of its name is read on as it was opened")
  func replacedInput() throws {
    let scratch = try Scratch()
    let path = try scratch.write("{}\n{}\n")
    let list = try InputList([path], spoolFolder: scratch.path)
    let first = try ReadLines(list, pass: .first)
    try Data("[]".utf8).write(to: URL(filePath: path), options: .atomic)
    #expect(try ReadLines(list, pass: .second) == first)
  }

  struct Unreadable: Sendable, CustomTestStringConvertible {
    var name: String
    var says: String
    var testDescription: String { name }
  }

  @Test(
    "What cannot be read is named with the reason",
    arguments: [
      Unreadable(name: "missing", says: "No such file or directory; check the path"),
      Unreadable(name: ".", says: "it is a folder; name a file in it"),
      Unreadable(name: "list.ndjson/below", says: "Not a directory"),
    ])
  func unreadable(_ example: Unreadable) throws {
    let scratch = try Scratch()
    let good = try scratch.write("{}\n")
    let path = "\(scratch.path)/\(example.name)"
    let failure = #expect(throws: RunFailure.self) {
      try InputList([good, path], spoolFolder: scratch.path)
    }
    #expect(failure?.code == .input)
    #expect(failure?.description == "cannot read input \(path): \(example.says)")
  }

  @Test("A file without read permission is named", .enabled(if: geteuid() != 0))
  func forbidden() throws {
    let scratch = try Scratch()
    let path = try scratch.write("{}\n")
    try #require(chmod(path, 0) == 0)
    let failure = #expect(throws: RunFailure.self) {
      try InputList([path], spoolFolder: scratch.path)
    }
    #expect(failure?.description.contains("Permission denied; check its permissions") == true)
  }

  @Test(
    "Damaged gzip ends the run with the file and the line that was reached",
    arguments: [
      (Coding(.gzip, .cut), "the gzip data is cut short"),
      (Coding(.gzip, .corrupt), "the gzip data is damaged"),
      (Coding(.gzip, .wrongChecksum), "the gzip data is damaged"),
      (Coding(.gzip, .trailingBytes), "the gzip data is damaged"),
    ])
  func damagedGzip(_ coding: Coding, _ says: String) throws {
    let text = (1...3_000).map { "{\"id\":\"\($0 &* 2_654_435_761 % 4_294_967_296)\"}\n" }.joined()
    let packed = coding.apply(to: Array(text.utf8))
    let sentence = try #require(try ReadLines.refusal(of: packed))
    #expect(sentence.contains("list.ndjson: \(says) (after line "), "\(sentence)")
  }

  @Test("Gzip cut anywhere is never taken for a whole file")
  func cutGzip() throws {
    let packed = Coding.gzip.apply(to: Array("{\"id\":1}\n{\"id\":2}\n".utf8))
    for length in 2..<packed.count {
      let sentence = try ReadLines.refusal(of: packed.prefix(length))
      #expect(sentence?.contains("the gzip data is cut short") == true, "\(length) bytes")
    }
    #expect(try ReadLines.refusal(of: packed) == nil)
  }

  @Test("A folder for the second pass that cannot be written is the output's fault")
  func unwritableSpool() throws {
    let pipe = try PacketPipe(pieces: [[0x0A]])
    let failure = #expect(throws: RunFailure.self) {
      try InputList([pipe.path], spoolFolder: "/proc/none")
    }
    #expect(failure?.code == .output)
    #expect(failure?.description.contains("for the second pass") == true)
  }
}
