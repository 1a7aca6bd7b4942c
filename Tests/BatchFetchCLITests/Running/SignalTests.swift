import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("Signals: a partial report, the right exit code, and the end at once on the second")
struct SignalTests {
  private static let routes: [Route] = [
    Route("/good/", isPrefix: true) { _ in .ok(ProgramRun.picture, type: "image/png") },
    Route("/stall/", isPrefix: true) { _ in .stallBeforeHead },
  ]

  @Test(
    "Against a server that stalls every row is in the partial report", arguments: [SIGINT, SIGTERM])
  func stalling(_ signal: Int32) async throws {
    let run = try ProgramRun(Self.routes)
    try run.scratch.write(ProgramRun.line("/good/last-night.png"))
    try #require(try await run().status == 0)
    let before = ProgramRun.files.map { run.scratch.bytes("report/\($0)") }
    let lines = (0..<40).map { number in
      ProgramRun.line(number < 3 ? "/good/\(number).png" : "/stall/\(number % 30).png", id: number)
    }
    try run.scratch.write(lines.joined() + "broken\n")

    let server = run.server
    let ending = try await run(meanwhile: { process in
      // All three good ones and some of the others.
      if server.waitForRequests(9, within: .seconds(60)) { kill(process, signal) }
    })
    #expect(ending.status == 128 + signal)
    #expect(ending.errors.contains("batchfetch: warning: stopping: no new downloads"))
    let known = try run.report("report.partial").rows("facts.ndjson").count
    #expect(known <= 3)
    let record = run.scratch.text("report.partial/run.json") ?? ""
    // The stop may come before the whole list is read.
    let planned = try #require(record.firstMatch(of: /"urls_planned": (\d+)/)?.1)
    #expect((9...33).contains(Int(planned) ?? 0))
    #expect(
      ending.errors.contains(
        "interrupted: rows without facts are unknown, not_checked (\(known) of \(planned) URLs read "
          + "so far are known); what there is lies in report.partial"), "\(ending.errors)")
    // What was planned and never asked is no download.
    #expect(ending.errors.contains(", \(known) downloads, "), "\(ending.errors)")
    #expect(ending.output.hasSuffix("Incomplete report: report.partial\n"))
    #expect(
      run.scratch.names(in: "report.partial").filter { !$0.hasPrefix(".") } == ProgramRun.files)
    let rows = try run.report("report.partial").table("payloads.csv").rows
    #expect(rows.map { $0["line"] } == (1...41).map { "\($0)" })
    #expect(rows.dropFirst(3).dropLast().allSatisfy { $0["reason"] == "not_checked" })
    #expect(rows.prefix(3).allSatisfy { $0["outcome"] == "media" || $0["reason"] == "not_checked" })
    #expect(record.contains("\"complete\": false"))
    #expect(record.contains("\"urls\": \(known),"))
    #expect(record.contains("\"interrupted_by\": \"\(signal == SIGINT ? "SIGINT" : "SIGTERM")\""))
    #expect(ProgramRun.files.map { run.scratch.bytes("report/\($0)") } == before)

    // The next night begins anew.
    try run.scratch.write(ProgramRun.line("/good/next-night.png"))
    #expect(try await run().status == 0)
    #expect(run.scratch.names() == ["list.ndjson", "report"])
  }

  @Test("Standard input that is held open is left at a signal, a torn line is no row")
  func heldOpen() async throws {
    let run = try ProgramRun(Self.routes)
    let pipe = try NamedPipe(in: run.scratch, "held")
    try pipe.fill(
      ProgramRun.line("/good/1.png") + "\n" + ProgramRun.line("/good/2.png", id: 2) + "{\"id\":")
    let server = run.server
    let ending = try await run(
      io: ["--input", "-", "--output", "report"], shell: "exec \"$@\" <held",
      meanwhile: { process in
        if server.waitForRequests(2, within: .seconds(60)) { kill(process, SIGTERM) }
      })
    #expect(ending.status == 143, "\(ending.errors)")
    let rows = try run.report("report.partial").table("payloads.csv").rows
    #expect(rows.map { $0["line"] } == ["1", "3"])
    #expect(rows.allSatisfy { $0["input"] == "-" })
  }

  @Test("A named pipe that nobody writes to does not hold the run at a signal")
  func silentPipe() async throws {
    let run = try ProgramRun(Self.routes)
    try run.scratch.write(ProgramRun.line("/good/1.png"))
    try #require(mkfifo(run.scratch.path + "/silent", 0o600) == 0)
    let server = run.server
    let ending = try await run(
      io: ["--input", "list.ndjson", "--input", "silent", "--output", "report"],
      meanwhile: { process in
        if server.waitForRequests(1, within: .seconds(60)) { kill(process, SIGINT) }
      })
    #expect(ending.status == 130)
    #expect(try run.report("report.partial").table("payloads.csv").rows.count == 1)
  }

  @Test("The second signal ends the process at once, whatever it waits for")
  func secondSignal() async throws {
    let run = try ProgramRun(Self.routes)
    try run.scratch.write(ProgramRun.line("/stall/1.png"))
    // Standard output takes nothing: the run cannot end by itself.
    let output = try NamedPipe(in: run.scratch, "output")
    output.fillUp()
    let errors = try NamedPipe(in: run.scratch, "errors")
    let server = run.server
    let ending = try await run(
      shell: "exec \"$@\" </dev/null >output 2>errors",
      meanwhile: { process in
        guard server.waitForRequests(1, within: .seconds(60)) else { return }
        kill(process, SIGTERM)
        if errors.waitForText("stopping: ") { kill(process, SIGINT) }
      })
    #expect(ending.status == 130)
    withExtendedLifetime(output) {}
  }

  @Test("Nobody reads standard error and its pipe is full: the second signal is heard all the same")
  func fullErrorPipe() async throws {
    let run = try ProgramRun(Self.routes)
    try run.scratch.write(ProgramRun.line("/stall/1.png"))
    let errors = try NamedPipe(in: run.scratch, "errors")
    errors.fillUp()
    let server = run.server
    let ending = try await run(
      shell: "exec \"$@\" </dev/null 2>errors",
      meanwhile: { process in
        guard server.waitForRequests(1, within: .seconds(60)) else { return }
        kill(process, SIGTERM)
        kill(process, SIGINT)
      })
    #expect(ending.status == 130 || ending.status == 143)
    withExtendedLifetime(errors) {}
  }

  @Test("A run started by a shell in the background, which ignores SIGINT, ends on it all the same")
  func ignoredBefore() async throws {
    let run = try ProgramRun(Self.routes)
    try run.scratch.write(ProgramRun.line("/stall/1.png"))
    let server = run.server
    let ending = try await run(
      shell: "trap '' INT; exec \"$@\" </dev/null",
      meanwhile: { process in
        if server.waitForRequests(1, within: .seconds(60)) { kill(process, SIGINT) }
      })
    #expect(ending.status == 130)
  }
}

/// A pipe with a name that is held open from both sides.
final class NamedPipe: Sendable {
  private let descriptor: Int32

  init(in scratch: Scratch, _ name: String) throws {
    let path = "\(scratch.path)/\(name)"
    try #require(mkfifo(path, 0o600) == 0)
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    try #require(descriptor >= 0)
  }

  deinit { close(descriptor) }

  /// Writes a text that fits into the pipe.
  func fill(_ text: String) throws {
    let bytes = Array(text.utf8)
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
  }

  /// Writes until the pipe takes nothing more.
  func fillUp() {
    let byte = [UInt8](repeating: 0, count: 4096)
    while write(descriptor, byte, byte.count) > 0 {}
    while write(descriptor, byte, 1) > 0 {}
  }

  /// Reads until a text has come; false when none comes for a minute.
  func waitForText(_ text: String) -> Bool {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: bytes, as: UTF8.self).contains(text) {
      var watched = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      guard poll(&watched, 1, 60_000) > 0 else { return false }
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { bytes += buffer[..<count] }
    }
    return true
  }
}
