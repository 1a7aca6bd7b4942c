import Foundation
import LoopbackServer

/// One run of the program over a case, from the input's bytes to the differences found.
struct CaseRun: Sendable {
  var file: CaseFile
  /// The profile to judge by, in place of the case's own option.
  var profile: String?
  var program: CaseProgram

  /// What differs from the case's expectation, one readable paragraph each.
  func differences() async throws -> [String] {
    let folder = Self.scratch + "/case-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: folder + "/setup", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, bytes) in file.files { try write(bytes, to: folder + "/" + name) }

    let servers = try CaseServers(file)
    defer { servers.stop() }
    try write(servers.filled(file.input), to: folder + "/list.ndjson")
    let ending = try await program.run(
      arguments(servers, folder), errors: folder + "/stderr", environment: servers.environment,
      meanwhile: interruption(servers))
    let report = CaseReport(folder: folder + "/report" + (file.expect.isPartial ? ".partial" : ""))
    var check = CaseCheck(report: report, ending: ending)
    if let profile {
      check.firstRow(file.profiles[profile] ?? [:])
    } else {
      check.whole(file.expect, servers, folder: folder)
    }
    guard !check.problems.isEmpty else { return [] }
    return check.problems + [context(check)]
  }

  /// In memory where the system has such a place: a report is flushed to its disk file by file,
  /// which takes longer than the whole run of a case.
  private static let scratch =
    FileManager.default.isWritableFile(atPath: "/dev/shm")
    ? "/dev/shm" : FileManager.default.temporaryDirectory.path(percentEncoded: false)

  private func arguments(_ servers: CaseServers, _ folder: String) -> [String] {
    var options = file.options.map { $0.replacingOccurrences(of: "{folder}", with: folder) }
    if let profile {
      if let index = options.firstIndex(of: "--profile") {
        options.removeSubrange(index...(index + 1))
      }
      options += ["--profile", profile]
    }
    let trust = ["--ca-file", TestCertificates.authorityFile]
    let fixed = trust + ["--input", folder + "/list.ndjson", "--output", folder + "/report"]
    let lead = file.isDirect ? [] : servers.options
    return fixed + ["--no-state", "--quiet"] + lead + options
  }

  /// Sends SIGTERM once the servers have seen the requests that the case names.
  private func interruption(_ servers: CaseServers) -> (@Sendable (pid_t) -> Void)? {
    guard let count = file.stopsAfterRequests else { return nil }
    return { process in
      if servers.waitForRequests(count) { kill(process, SIGTERM) }
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let parent = URL(filePath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: path))
  }

  private func context(_ check: CaseCheck) -> String {
    let name = profile.map { "under --profile \($0)" } ?? file.options.joined(separator: " ")
    let errors = check.ending.standardError.isEmpty ? "" : "\n  said: " + check.ending.standardError
    return "  (\(file.id) \(name); exit \(check.ending.status))" + errors
  }
}

/// The files of a report folder.
struct CaseReport: Sendable {
  var folder: String

  var exists: Bool { FileManager.default.fileExists(atPath: folder + "/payloads.csv") }

  func table(_ name: String) throws -> CSVTable { try CSVTable(bytes(name)) }

  /// The rows of an NDJSON file.
  func rows(_ name: String) throws -> [[String: CaseValue]] {
    try bytes(name).split(separator: 0x0A).map { line in
      guard case .object(let row) = try CaseValue(json: Array(line)) else {
        throw CaseFault("a line of \(name) is no object")
      }
      return row
    }
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    guard let bytes = CaseFiles.bytes(folder + "/" + name) else {
      throw CaseFault("the report lacks \(name)")
    }
    return bytes
  }
}
