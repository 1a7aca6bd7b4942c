import Testing

@testable import BatchFetchCLI

@Suite("The command line as it is written")
struct ParsedOptionsTests {
  @Test("Every option is known in each of its forms", arguments: OptionTable.rows.map(\.name))
  func forms(_ name: String) throws {
    let row = try #require(OptionTable.row(named: name))
    guard row.value != nil else {
      #expect(try ParsedOptions(["--\(name)"]).values == [name: [""]])
      #expect(throws: UsageError("--\(name) takes no value: write --\(name)")) {
        try ParsedOptions(["--\(name)=x"])
      }
      return
    }
    for value in ["x", "-", "-5", "a=b", "--x y", ""] {
      #expect(try ParsedOptions(["--\(name)=\(value)"]).values == [name: [value]])
      #expect(try ParsedOptions(["--\(name)", value]).values == [name: [value]])
      if let short = row.short {
        #expect(try ParsedOptions(["-\(short)", value]).values == [name: [value]])
        #expect(try ParsedOptions(["-\(short)=\(value)x"]).values == [name: [value + "x"]])
      }
    }
    if let short = row.short {
      #expect(try ParsedOptions(["-\(short)32"]).values == [name: ["32"]])
      #expect(throws: UsageError.self) { try ParsedOptions(["-\(short)"]) }
    }
    #expect(
      throws: UsageError("--\(name) needs a value: --\(name) \(row.value ?? "")"),
      performing: { try ParsedOptions(["--\(name)"]) })
    #expect(throws: UsageError("--\(name) needs a value, but --quiet follows it")) {
      try ParsedOptions(["--\(name)", "--quiet"])
    }
  }

  @Test(
    "What may stand twice keeps its order, what may not is refused",
    arguments: OptionTable.rows.map(\.name))
  func twice(_ name: String) throws {
    let row = try #require(OptionTable.row(named: name))
    guard row.value != nil else {
      #expect(try ParsedOptions(["--\(name)", "--\(name)"]).has(name))
      return
    }
    let arguments = ["--\(name)", "a", "--\(name)=b"]
    if row.isRepeatable {
      #expect(try ParsedOptions(arguments).all(name) == ["a", "b"])
    } else {
      #expect(throws: UsageError("--\(name) stands twice: give it once")) {
        try ParsedOptions(arguments)
      }
    }
  }

  @Test("The options that may stand twice are those of the contract")
  func repeatable() {
    #expect(
      OptionTable.rows.filter(\.isRepeatable).map(\.name)
        == ["input", "allow-http-host", "allow-address", "connect-to", "header"])
  }

  @Test("A word that is not UTF-8 is refused: repaired it would name another file")
  func undecodable() throws {
    let whole: [CChar] = [0x61, 0x2F, 0x62, 0]
    #expect(try Arguments.word(whole) == "a/b")
    let broken = [0x61, 0xFF, 0x62, 0].map { CChar(truncatingIfNeeded: $0) }
    #expect(
      throws: UsageError("'a\u{FFFD}b': the argument is not UTF-8; rename the file it means")
    ) { try Arguments.word(broken) }
  }

  @Test(
    "A misspelt option is answered with the one that was meant",
    arguments: [
      ("--inptu", "input"), ("--inputs", "input"), ("--ouput", "output"), ("--outptu=x", "output"),
      ("--profil", "profile"),
      ("--concurency", "concurrency"), ("--per_host", "per-host"), ("--timelimit", "time-limit"),
      ("--retires", "retries"), ("--allow-adress", "allow-address"), ("--conect-to", "connect-to"),
      ("--cafile", "ca-file"), ("--user-agnet", "user-agent"), ("--fail-abvoe", "fail-above"),
      ("--dryrun", "dry-run"), ("--list-profile", "list-profiles"), ("--verion", "version"),
      ("--hlep", "help"), ("--quite", "quiet"), ("--Verbose", "verbose"), ("-quiet", "quiet"),
    ])
  func misspelt(_ written: String, _ meant: String) {
    let shown = written.split(separator: "=")[0]
    #expect(throws: UsageError("unknown option \(shown): did you mean --\(meant)?")) {
      try ParsedOptions([written, "x"])
    }
  }

  @Test(
    "What is like no option is answered with --help",
    arguments: ["--frobnicate", "--", "-x", "--=x", "---"])
  func unlike(_ written: String) {
    let error = #expect(throws: UsageError.self) { try ParsedOptions(["--quiet", written, "-"]) }
    let description = error?.description ?? ""
    if written == "--" {
      #expect(description == "'-' is no option: an input file is named with --input '-'")
    } else {
      #expect(description.hasSuffix(": --help lists the options"), "\(description)")
    }
  }

  @Test(
    "A bare word is no option, and the way to name an input is shown",
    arguments: ["list.ndjson", "-", ""])
  func bareWord(_ word: String) {
    #expect(
      throws: UsageError("'\(word)' is no option: an input file is named with --input '\(word)'")
    ) {
      try ParsedOptions([word])
    }
  }

  @Test("Nothing may follow a double dash, and nothing is needed")
  func doubleDash() throws {
    #expect(try ParsedOptions(["--quiet", "--"]).values == ["quiet": [""]])
    #expect(throws: UsageError.self) { try ParsedOptions(["--", "--quiet"]) }
  }

  @Test(
    "The distance of two words counts insertions, deletions, replacements and swaps",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "abd", 1),
      ("abc", "acb", 1), ("abc", "ab", 1), ("abc", "xabc", 1), ("kitten", "sitting", 3),
    ])
  func distance(_ left: String, _ right: String, _ distance: Int) {
    #expect(OptionTable.distance(left, right) == distance)
    #expect(OptionTable.distance(right, left) == distance)
  }
}
