import Foundation
import Testing

/// The case files of `samples/cases`.
enum EndToEndCases {
  /// One file of the folder, named in the test's output by its file name.
  struct Name: Sendable, CustomTestStringConvertible {
    var file: String
    var testDescription: String { file }
  }

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let folder = root.appending(path: "samples/cases").path(percentEncoded: false)

  private static let media = CaseMedia(
    folder: root.appending(path: "samples/media").path(percentEncoded: false))

  static let all: [Name] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".json") }.sorted().map { Name(file: $0) }
  }()

  static func load(_ name: Name) throws -> CaseFile {
    try read(name) { try CaseFile(json: $0, media: media) }
  }

  static func summary(_ name: Name) throws -> CaseSummary {
    try read(name) { try CaseSummary(CaseFile.members($0)) }
  }

  private static func read<Result>(_ name: Name, as parse: ([UInt8]) throws -> Result) throws
    -> Result
  {
    guard let bytes = CaseFiles.bytes(folder + "/" + name.file) else {
      throw CaseFault("\(name.file) cannot be read")
    }
    do {
      return try parse(bytes)
    } catch {
      throw CaseFault("\(name.file): \(error)")
    }
  }
}
