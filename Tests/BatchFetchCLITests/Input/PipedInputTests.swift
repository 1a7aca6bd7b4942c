import BatchFetch
import Glibc
import Testing

@testable import BatchFetchCLI

/// A pipe that hands out its bytes in the pieces they were written in, closed behind the last.
final class PieceByPiece {
  private var ends: [Int32] = [-1, -1]

  /// The path under which the pipe is opened for reading.
  var path: String { "/proc/self/fd/\(ends[0])" }

  init(_ pieces: [[UInt8]], isLeftOpen: Bool = false) {
    pipe(&ends)
    // pipe(2): with O_DIRECT each write is a packet, and each read gives at most one.
    let packets: Int32 = 0o40000
    #expect(fcntl(ends[1], F_SETFL, packets) == 0)
    let setSize: Int32 = 1031
    #expect(fcntl(ends[1], setSize, 1 << 20) > 0)
    for piece in pieces where !piece.isEmpty {
      #expect(write(ends[1], piece, piece.count) == piece.count)
    }
    if !isLeftOpen {
      close(ends[1])
      ends[1] = -1
    }
  }

  deinit { for end in ends where end >= 0 { close(end) } }
}

@Suite("Inputs that can be read once only")
struct PipedInputTests {
  let folder: InputFolder

  init() throws { folder = try InputFolder() }

  /// Both passes over a pipe, which must agree.
  private func lines(_ pieces: [[UInt8]]) throws -> [String] {
    let pipe = PieceByPiece(pieces)
    let list = try InputList([pipe.path], spoolFolder: folder.path)
    let first = try InputFolder.lines(of: list, pass: .first)
    let second = try InputFolder.lines(of: list, pass: .second)
    #expect(first.lines == second.lines)
    #expect(first.readings == second.readings)
    return first.lines
  }

  @Test("A pipe is read the same in both passes, in whatever pieces it comes")
  func pieces() throws {
    let text = "\u{FEFF}{\"a\":\"é\"}\r\n\n{\"b\":1}\n[2]\n3"
    let expected = ["1:{\"a\":\"é\"}", "3:{\"b\":1}", "4:[2]", "5:3"]
    for bytes in [Array(text.utf8), InputFolder.gzip(text)] {
      #expect(try lines([bytes]) == expected)
      #expect(try lines(bytes.map { [$0] }) == expected)
      for cut in 1..<bytes.count {
        #expect(try lines([Array(bytes[..<cut]), Array(bytes[cut...])]) == expected)
      }
    }
  }

  @Test(
    "A file that is no NDJSON is known as such in whatever pieces it comes",
    arguments: ["{\n\"a\": 1\n}\n", "\n\n [\n1]\n", "\u{FEFF}[1]\n"])
  func refusedPieces(text: String) throws {
    let bytes = Array(text.utf8)
    for cut in 1..<bytes.count {
      #expect(throws: RunFailure.self) { try lines([Array(bytes[..<cut]), Array(bytes[cut...])]) }
    }
  }

  @Test("A later line is not taken for the beginning, though the first was short")
  func shortFirstLine() throws {
    #expect(try lines([Array("1\n".utf8), Array("[2]\n".utf8)]) == ["1:1", "2:[2]"])
  }

  @Test("Reading is stopped while a pipe stays silent, and a torn line is no line")
  func stopped() throws {
    let pipe = PieceByPiece([Array("1\n2\n3".utf8)], isLeftOpen: true)
    let list = try InputList([pipe.path], spoolFolder: folder.path)
    var reader = PayloadLines(list, pass: .first, longestLine: 100)
    var numbers: [Int] = []
    while let line = try reader.next() {
      numbers.append(line.number)
      // The third line has no end yet: only the stop ends the wait for it.
      if numbers.count == 2 { list.stopReading() }
    }
    #expect(numbers == [1, 2])
    let wasStopped = reader.wasStopped
    #expect(wasStopped)
  }

  @Test("A place where a pipe cannot be kept for the second pass is named")
  func spoolFails() throws {
    let pipe = PieceByPiece([])
    let failure = #expect(throws: RunFailure.self) {
      try InputList([pipe.path], spoolFolder: folder.path + "/none")
    }
    #expect(failure?.code == .output)
    #expect(failure?.description.contains(pipe.path) == true)
  }
}
