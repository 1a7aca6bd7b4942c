import BatchFetch
import Foundation
import LoopbackServer

@testable import BatchFetchCLI

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
    let arguments = arguments(servers, folder)
    let second = Locked<[String]>([])
    let ending =
      if file.names != nil {
        try await Self.runHere(arguments, nameServers: servers.nameServers)
      } else {
        try await program.run(
          arguments, errors: folder + "/stderr", environment: servers.environment,
          meanwhile: secondRun(servers, arguments, folder, second) ?? interruption(servers))
      }
    let report = CaseReport(folder: folder + "/report" + (file.expect.isPartial ? ".partial" : ""))
    var check = CaseCheck(report: report, ending: ending)
    if let profile {
      check.firstRow(file.profiles[profile] ?? [:])
    } else {
      check.whole(file.expect, servers, folder: folder)
    }
    let problems = second.withLock { $0 } + check.problems
    guard !problems.isEmpty else { return [] }
    return problems + [context(check)]
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

  /// Runs the program's own story in this process, where a name server can be set.
  private static func runHere(
    _ arguments: [String], nameServers: [String]
  ) async throws -> CaseProgram.Ending {
    var settings = try Settings(ParsedOptions(arguments))
    settings.fetch.resolver.servers = nameServers
    let audit = AuditRun(
      settings: settings, console: Console(errorIsTerminal: false, outputTakesColour: false),
      log: Log(format: .text, level: .error, wipesLine: false), stop: StopRequest())
    return CaseProgram.Ending(status: try await audit.run().code.rawValue, standardError: "")
  }

  /// Starts the program a second time while the first run waits for its answers, which it gets
  /// when the second has ended.
  private func secondRun(
    _ servers: CaseServers, _ arguments: [String], _ folder: String, _ found: Locked<[String]>
  ) -> (@Sendable (pid_t) -> Void)? {
    guard let expect = file.secondRun else { return nil }
    let again = CaseProcess(
      arguments: [program.path] + arguments, environment: CaseProgram.environment,
      errors: folder + "/stderr-2")
    return { _ in
      defer { servers.openGate() }
      guard servers.waitForRequests(1) else { return }
      let status = try? again.run(within: .seconds(40), meanwhile: nil)
      let said = String(decoding: CaseFiles.bytes(folder + "/stderr-2") ?? [], as: UTF8.self)
      let isExpected = status == expect.exit && expect.standardError.allSatisfy(said.contains)
      if !isExpected {
        found.withLock { $0.append("  second run: exit \(status ?? -1), said: \(said)") }
      }
    }
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
