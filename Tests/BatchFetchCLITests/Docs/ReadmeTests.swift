import AuditRules
import Foundation
import Testing

@Suite("README and CONTRIBUTING say what the code says", .serialized)
struct ReadmeTests {
  /// The command that writes the blocks anew.
  private static let command = "UPDATE_README=1 scripts/test --filter ReadmeTests"

  @Test("Each marked block is what the code says", arguments: ReadmeBlock.all)
  func block(_ block: ReadmeBlock) throws {
    var readme = Readme(text: try Readme.text(of: "README.md"))
    if ProcessInfo.processInfo.environment["UPDATE_README"] == "1" {
      readme = try #require(
        readme.replacing(block), "README.md lacks the markers of '\(block.name)'")
      try readme.text.write(
        to: Readme.root.appending(path: "README.md"), atomically: true, encoding: .utf8)
    }
    let found = try #require(
      readme.content(of: block.name), "README.md lacks the markers of '\(block.name)'")
    #expect(
      found == Readme.framed(block.content),
      "the block '\(block.name)' is out of date: run \(Self.command)")
  }

  @Test("Every marked block is written by the code or by a script")
  func names() throws {
    let readme = Readme(text: try Readme.text(of: "README.md"))
    let known = Set(ReadmeBlock.all.map(\.name)).union(["demo", "test"])
    #expect(!readme.names.isEmpty)
    for name in readme.names {
      #expect(known.contains(name), "nobody writes the block '\(name)'")
      #expect(readme.content(of: name) != nil, "the block '\(name)' does not end")
    }
  }

  @Test("Every warning has its row, and no row is of a word that is none")
  func warnings() throws {
    let text = try Readme.text(of: "README.md")
    let table = try #require(
      text.components(separatedBy: "| warning | meaning |").dropFirst().first?
        .components(separatedBy: "\n\n").first)
    let words = table.components(separatedBy: "\n").dropFirst(2).compactMap { row in
      row.components(separatedBy: "`").dropFirst().first
    }
    #expect(words == Warning.allCases.map(\.name))
  }

  @Test("CONTRIBUTING names the command that writes the blocks")
  func command() throws {
    #expect(try Readme.text(of: "CONTRIBUTING.md").contains(Self.command))
  }

  @Test("A block is replaced between its markers and nowhere else")
  func replacing() throws {
    let readme = Readme(text: "a\n<!-- x -->old<!-- /x -->\nb\n<!-- y -->")
    let changed = readme.replacing(ReadmeBlock(name: "x", content: "new"))
    #expect(
      changed?.text == "a\n<!-- x -->\n\nnew\n\n<!-- /x -->\nb\n<!-- y -->")
    #expect(readme.replacing(ReadmeBlock(name: "y", content: "new"))?.text == nil)
  }
}
