import Foundation

@testable import AuditReports
@testable import AuditRules
@testable import BatchFetchCLI

/// A part of the README that the code writes: what stands between its two markers.
struct ReadmeBlock: Sendable, CustomStringConvertible {
  /// The word in the markers: `<!-- options -->` to `<!-- /options -->`.
  var name: String
  var content: String

  var description: String { name }

  static let all: [ReadmeBlock] = [
    ReadmeBlock(name: "columns payloads.csv", content: codeLine(PayloadsCSV.columns)),
    ReadmeBlock(name: "columns campaigns.csv", content: codeLine(CampaignsCSV.columns)),
    ReadmeBlock(name: "columns media.csv", content: codeLine(MediaCSV.columns)),
    ReadmeBlock(name: "columns changes.csv", content: codeLine(ChangesCSV.columns)),
    ReadmeBlock(name: "reasons", content: reasons),
    ReadmeBlock(name: "options", content: "```text\n\(OptionTable.help)```"),
    ReadmeBlock(name: "profiles", content: profiles),
  ]

  private static let reasons = table(
    ["reason", "meaning", "what to do"],
    Reason.allCases.map { reason in
      ["`\(reason.rawValue)`", Advice.title(for: reason), Advice.text(for: reason)]
    })

  private static let profiles = table(
    [
      "`--profile`", "vendor", "listing", "keys", "`auto`", "the file's name", "on failure",
      "confidence",
    ],
    ProfileTable.standard.profiles.map { profile in
      [
        "`\(profile.id)`", profile.vendor, profile.language,
        profile.keys.map { "`\($0)`" }.joined(separator: ", "), ProfileWords.choice(of: profile),
        ProfileWords.naming(of: profile), ProfileWords.failure(of: profile),
        "\(profile.confidence)",
      ]
    })

  private static func codeLine(_ words: [String]) -> String {
    "`\(words.joined(separator: ","))`"
  }

  private static func table(_ header: [String], _ rows: [[String]]) -> String {
    let lines = ([header] + rows).map { cells in
      let line = cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")
      return "| \(line) |"
    }
    let rule = String(repeating: "|---", count: header.count) + "|"
    return ([lines[0], rule] + lines[1...]).joined(separator: "\n")
  }
}

/// The README with its marked blocks.
struct Readme {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func text(of file: String) throws -> String {
    try String(contentsOf: root.appending(path: file), encoding: .utf8)
  }

  var text: String

  /// The names of all blocks that open, in order.
  var names: [String] {
    text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("<!-- "), line.hasSuffix(" -->"), !line.hasPrefix("<!-- /") else {
        return nil
      }
      return String(line.dropFirst(5).dropLast(4))
    }
  }

  /// What stands between the markers of a block, or nil when they are not there, once and in order.
  func content(of name: String) -> String? { range(of: name).map { String(text[$0]) } }

  /// The README with the block's content between its markers, or nil when they are not there.
  func replacing(_ block: ReadmeBlock) -> Readme? {
    guard let range = range(of: block.name) else { return nil }
    var changed = self
    changed.text.replaceSubrange(range, with: Self.framed(block.content))
    return changed
  }

  /// The content with the blank lines that Markdown wants around it.
  static func framed(_ content: String) -> String { "\n\n\(content)\n\n" }

  private func range(of name: String) -> Range<String.Index>? {
    let begins = text.ranges(of: "<!-- \(name) -->")
    let ends = text.ranges(of: "<!-- /\(name) -->")
    guard let begin = begins.first, let end = ends.first, begins.count == 1, ends.count == 1,
      begin.upperBound < end.lowerBound
    else { return nil }
    return begin.upperBound..<end.lowerBound
  }
}
