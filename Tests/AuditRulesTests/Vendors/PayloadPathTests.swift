import ExactJSON
import Testing

@testable import AuditRules

@Suite("Paths into a payload")
struct PayloadPathTests {
  private func texts(_ path: String, in text: String) throws -> [String] {
    let path = try #require(PayloadPath(path))
    return try JSONDocument(text).root.values(at: path).map { $0?.string ?? "-" }
  }

  @Test(
    "A star stands for every member or element, and a branch that breaks off leaves a gap",
    arguments: [
      ("/a", #"{"a":"x"}"#, ["x"]), ("/a/b", #"{"a":{"b":"x"}}"#, ["x"]),
      ("/a/*", #"{"a":{"k":"x","l":"y"}}"#, ["x", "y"]), ("/a/*", #"{"a":["x","y"]}"#, ["x", "y"]),
      ("/a/*/u", #"{"a":[{"u":"x"},{},{"u":"z"}]}"#, ["x", "-", "z"]),
      ("/a/*", #"{"a":[]}"#, []), ("/a/*", #"{"a":"x"}"#, []), ("/a/*", "{}", ["-"]),
      ("/a/1/u", #"{"a":[{"u":"x"},{"u":"y"}]}"#, ["y"]), ("/a/1", #"{"a":{"1":"x"}}"#, ["x"]),
      ("/a/(json)/*", #"{"a":"[\"x\",\"y\"]"}"#, ["x", "y"]),
      ("/a/(json)", #"{"a":"no"}"#, ["-"]), ("/a~1b/~0", #"{"a/b":{"~":"x"}}"#, ["x"]),
      ("/com.batch/at", #"{"com.batch":{"at":"x"}}"#, ["x"]),
    ])
  func values(path: String, text: String, expected: [String]) throws {
    #expect(try texts(path, in: text) == expected)
  }

  @Test("What is no path", arguments: ["", "a", "a/b", "/a~2"])
  func refused(text: String) { #expect(PayloadPath(text) == nil) }

  @Test("The line on which a value begins")
  func lines() throws {
    let root = try JSONDocument("{\n\"a\":\n[\n{},{\n\"b\":[]},\n\"]\"\n],\"c\":1}").root
    let list = try #require(root["a"])
    #expect(root.line == 1)
    #expect(list.line == 3)
    #expect(list.elements.map(\.line) == [4, 4, 6])
    #expect(list[1]?["b"]?.line == 5)
    #expect(root["c"]?.line == 7)
  }
}
