import Foundation
import Testing

@testable import BatchFetchCLI

@Suite("The samples for operations are what the program and the system take")
struct SamplesTests {
  /// The words behind the program's name in a line of a sample.
  private func options(in file: String) throws -> ParsedOptions {
    let program = "/usr/local/bin/batchfetch "
    let lines = try Readme.text(of: file).split(separator: "\n").filter {
      $0.contains(program) && !$0.hasPrefix("#")
    }
    try #require(lines.count == 1, "\(file) calls the program once")
    let end = try #require(lines[0].firstRange(of: program)?.upperBound)
    return try ParsedOptions(lines[0][end...].split(separator: " ").map(String.init))
  }

  @Test("The options of the sample can be settled")
  func config() throws {
    let file = try ConfigFile(Readme.text(of: "samples/nightly.conf"), name: "nightly.conf")
    let settings = try Settings.settled(
      ParsedOptions([]).adding(file), environment: { _ in nil })
    #expect(settings.logFormat == .json && settings.metrics != nil && settings.state != nil)
  }

  @Test(
    "The unit and the crontab line call the program with options that it has",
    arguments: ["samples/systemd/batchfetch.service", "samples/cron/batchfetch.crontab"])
  func calls(_ file: String) throws {
    #expect(try options(in: file).value("config") == "/etc/batchfetch/nightly.conf")
  }

  @Test("A line of /etc/cron.d has five times, a user and a command")
  func crontab() throws {
    let lines = try Readme.text(of: "samples/cron/batchfetch.crontab").split(separator: "\n")
    let line = try #require(lines.last)
    #expect(
      line.wholeMatch(of: /\d+ \d+ \* \* \* batchfetch \/usr\/local\/bin\/batchfetch .+/) != nil)
    #expect(!line.contains("%"), "cron takes it for a line break")
  }

  @Test("Systemd has nothing to say against the units", .enabled(if: hasSystemd))
  func units() throws {
    let scratch = try Scratch()
    let folder = "samples/systemd/"
    let unit = try Readme.text(of: folder + "batchfetch.service")
    try scratch.write(
      unit.replacing("/usr/local/bin/batchfetch", with: "/bin/true"), to: "batchfetch.service")
    try scratch.write(
      try Readme.text(of: folder + "batchfetch.timer"), to: "batchfetch.timer")
    let commands = [
      "verify --man=no ./batchfetch.service ./batchfetch.timer",
      // A tenth of the exposure of a unit without any hardening is 1.0, of 10.
      "security --no-pager --offline=yes --threshold=20 ./batchfetch.service >/dev/null",
    ]
    for command in commands {
      let process = CaseProcess(
        arguments: ["/bin/sh", "-c", "cd '\(scratch.path)' && exec systemd-analyze \(command)"],
        environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"],
        errors: "\(scratch.path)/said")
      #expect(try process.run(within: .seconds(60), meanwhile: nil) == 0)
      #expect(scratch.text("said") == "", "\(command)")
    }
  }
}

private let hasSystemd = FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")
