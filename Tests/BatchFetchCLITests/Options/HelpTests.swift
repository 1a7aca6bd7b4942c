import Testing

@testable import AuditRules
@testable import BatchFetchCLI

@Suite("What is answered without a run")
struct HelpTests {
  private static let lines = OptionTable.help.split(
    separator: "\n", omittingEmptySubsequences: false)

  @Test("The help fits a screen: 84 columns and 50 lines of ASCII")
  func size() {
    #expect(Self.lines.allSatisfy { $0.count <= 84 })
    #expect(Self.lines.dropLast().count <= 50)
    #expect(OptionTable.help.hasSuffix(".\n") || OptionTable.help.hasSuffix("stopped\n"))
    #expect(OptionTable.help.utf8.allSatisfy { $0 < 0x80 })
    #expect(Self.lines.allSatisfy { $0.last != " " })
  }

  @Test("Each option has one line, its meanings stand below each other")
  func columns() throws {
    let line = try #require(Self.lines.first { $0.hasPrefix("  -i") })
    let column = try #require(line.ranges(of: "payload list").first?.lowerBound)
    let width = line.distance(from: line.startIndex, to: column)
    for row in OptionTable.rows {
      let lines = Self.lines.filter { $0.hasPrefix("  \(row.label) ") }
      #expect(lines.count == 1, "\(row.name)")
      #expect(lines.first.map { $0.dropFirst(width) == row.meaning } == true, "\(row.name)")
    }
  }

  @Test("The options are those of the contract, in its order")
  func contract() {
    #expect(
      OptionTable.rows.map(\.name).joined(separator: " ")
        == """
        input output profile profiles payload-at id-at campaign-at concurrency per-host time-limit retries \
        allow-http allow-http-host allow-address connect-to ca-file proxy header user-agent \
        accept-language results save-media resume-within retry-failed state no-state keep-runs \
        reuse-within revalidate fail-above fail-on max-line progress quiet verbose log-format \
        metrics config dry-run list-profiles version help
        """)
    #expect(OptionTable.row(short: "i")?.name == "input")
    #expect(OptionTable.row(short: "o")?.name == "output")
    #expect(OptionTable.row(short: "j")?.name == "concurrency")
    #expect(OptionTable.rows.filter { $0.short != nil }.count == 4)
  }

  @Test("Help, version and profiles are answered whatever else is written")
  func answers() throws {
    let others = ["--concurrency", "none"]
    #expect(try Answers.text(try ParsedOptions(["--help"] + others)) == OptionTable.help)
    #expect(
      try Answers.text(try ParsedOptions(["--version"] + others))
        == "batchfetch \(Settings.version)\n")
    #expect(try Answers.text(try ParsedOptions(["--list-profiles"] + others)) == Answers.profiles())
    #expect(try Answers.text(try ParsedOptions(others)) == nil)
  }

  @Test("Every profile has one line with its keys, and columns that stand below each other")
  func profiles() throws {
    let lines = Answers.profiles().split(separator: "\n")
    #expect(lines.count == ProfileTable.standard.profiles.count + 1)
    for (profile, line) in zip(ProfileTable.standard.profiles, lines.dropFirst()) {
      #expect(line.hasPrefix("\(profile.id)  "))
      #expect(line.contains(" \(profile.describedKeys) "))
      #expect(line.contains(profile.vendor))
      #expect(line.last != " ")
    }
    let column = try #require(lines[0].ranges(of: "vendor").first?.lowerBound)
    let width = lines[0].distance(from: lines[0].startIndex, to: column)
    for (profile, line) in zip(ProfileTable.standard.profiles, lines.dropFirst()) {
      #expect(line.dropFirst(width).hasPrefix(profile.vendor))
    }
  }
}
