import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("Files that the command line names")
struct NamedFileTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func path(_ name: String) -> String { "\(scratch.path)/\(name)" }

  private func put(_ text: String, _ name: String) throws {
    let file = try NamedFile(at: path(name))
    try file.append(Array(text.utf8))
    try file.publish()
  }

  @Test("A file is there whole once it is published, and nothing else is left")
  func whole() throws {
    try put("one\n", "a.txt")
    try put("two\n", "a.txt")
    #expect(scratch.text("a.txt") == "two\n")
    #expect(scratch.names() == ["a.txt"])
  }

  @Test("What is not published leaves the old file as it was")
  func dropped() throws {
    try put("old\n", "a.txt")
    do {
      let file = try NamedFile(at: path("a.txt"))
      try file.append([UInt8](repeating: 65, count: 1 << 20))
      #expect(scratch.names() == ["a.txt", "a.txt.partial"])
    }
    #expect(scratch.text("a.txt") == "old\n")
    #expect(scratch.names() == ["a.txt"])
  }

  @Test(
    "A name that ends in .gz is gzip, whatever its length", arguments: [0, 1, 65_536, 3_000_000])
  func gzip(_ length: Int) throws {
    let line = Array("{\"number\":12345678}\n".utf8)
    let bytes = Array((0..<length / 20 + 1).map { _ in line }.joined().prefix(length))
    let file = try NamedFile(at: path("a.ndjson.gz"))
    for start in stride(from: 0, to: length, by: 50_000) {
      try file.append(Array(bytes[start..<min(length, start + 50_000)]))
    }
    try file.publish()
    let packed = try #require(scratch.bytes("a.ndjson.gz"))
    #expect(packed.starts(with: [0x1F, 0x8B]))
    #expect(length < 1_000 || packed.count < length / 10)
    let list = try InputList([path("a.ndjson.gz")], spoolFolder: scratch.path)
    let stream = InputStream(list.sources[0], of: list, pass: .first)
    var unpacked: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try stream.read(into: $0) }
      if count == 0 { break }
      unpacked += buffer[..<count]
    }
    #expect(unpacked == bytes)
  }

  @Test("A file that another run writes is refused, and is free when that one ends")
  func twoAtOnce() throws {
    do {
      let first = try NamedFile(at: path("a.txt"))
      let failure = #expect(throws: RunFailure.self) { try NamedFile(at: path("a.txt")) }
      #expect(failure?.code == .output)
      #expect(
        failure?.description
          == "cannot write \(path("a.txt")): it is being written by another run")
      try first.append([65])
      try first.publish()
    }
    try put("b", "a.txt")
    #expect(scratch.text("a.txt") == "b")
  }

  @Test("What a killed run left behind does not block the next one")
  func leftBehind() throws {
    try scratch.write("half of an old fi", to: "a.txt.partial")
    try put("new", "a.txt")
    #expect(scratch.text("a.txt") == "new")
    #expect(scratch.names() == ["a.txt"])
  }

  @Test("A link stays a link, and its target gets the text")
  func link() throws {
    try put("old", "target.txt")
    try FileManager.default.createSymbolicLink(
      atPath: path("link.txt"), withDestinationPath: "target.txt")
    try put("new", "link.txt")
    #expect(scratch.text("target.txt") == "new")
    #expect(scratch.names() == ["link.txt", "target.txt"])
    let kind = try FileManager.default.attributesOfItem(atPath: path("link.txt"))[.type]
    #expect(kind as? FileAttributeType == .typeSymbolicLink)
  }

  @Test("A place where no file can stand is refused before anything is done")
  func places() throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    try scratch.write("x", to: "file")
    let examples = [
      (scratch.path, "it is a folder"), (path("pipe"), "it is no plain file"),
      ("/dev/null", "it is no plain file"),
      (path("none/a"), "its folder does not exist; make it first"),
      (path("file/a"), "Not a directory"),
    ]
    for (place, says) in examples {
      let failure = #expect(throws: RunFailure.self) { try NamedFile(at: place) }
      #expect(failure?.code == .output)
      #expect(failure?.description == "cannot write \(place): \(says)")
    }
    #expect(scratch.names() == ["file", "pipe"])
  }
}
