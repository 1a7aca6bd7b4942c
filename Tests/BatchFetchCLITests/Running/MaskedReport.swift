import Foundation
import Testing

@testable import BatchFetchCLI

/// The files of a report as texts in which everything that depends on time is struck out.
///
/// Facts stand in the order in which they were learned, so their lines are sorted here.
struct MaskedReport: Equatable {
  private(set) var files: [String: [String]] = [:]

  /// Reads a report of a run's folder.
  init(_ run: ProgramRun, _ name: String = "report") throws {
    for file in run.scratch.names(in: name) where !file.hasPrefix(".") {
      let text = try #require(run.scratch.text("\(name)/\(file)"))
      files[file] = try Self.lines(file, text)
    }
  }

  /// The names of the files that differ, with the first line that does.
  func differences(from other: MaskedReport) -> [String] {
    Set(files.keys).union(other.files.keys).sorted().compactMap { name in
      let (own, their) = (files[name] ?? [], other.files[name] ?? [])
      guard own != their else { return nil }
      let pair = zip(own, their).first { $0 != $1 }
      return "\(name): \(own.count) and \(their.count) lines; \(pair?.0 ?? "-") | \(pair?.1 ?? "-")"
    }
  }

  private static func lines(_ file: String, _ text: String) throws -> [String] {
    switch file {
    case "facts.ndjson":
      try masked(text, facts).split(separator: "\n").map(String.init).sorted()
    case "results.ndjson":
      try masked(text, facts).split(separator: "\n").map(String.init)
    case "run.json":
      try masked(text, run).split(separator: "\n").map(String.init)
    case "payloads.csv", "media.csv":
      withoutSeconds(try CSVTable(Array(text.utf8)))
    default:
      text.components(separatedBy: "\r\n")
    }
  }

  private static let facts = #""(seconds|fetched_at)":(\{[^}]*\}|[-+0-9.eE]+)"#
  private static let run =
    #""(started|finished|seconds|urls_per_second|payloads_per_second|peak_memory_bytes)": [^,\n]+"#

  private static func masked(_ text: String, _ pattern: String) throws -> String {
    let expression = try NSRegularExpression(pattern: pattern)
    let whole = NSRange(text.startIndex..., in: text)
    return expression.stringByReplacingMatches(in: text, range: whole, withTemplate: "$1")
  }

  private static func withoutSeconds(_ table: CSVTable) -> [String] {
    [table.header.joined(separator: ",")]
      + table.rows.map { row in
        table.header.map { $0 == "seconds" ? "*" : row[$0] ?? "" }.joined(separator: "\u{1F}")
      }
  }
}
