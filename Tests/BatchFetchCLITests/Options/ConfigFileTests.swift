import BatchFetch
import Testing

@testable import BatchFetchCLI

@Suite("Options of a file")
struct ConfigFileTests {
  private func options(_ text: String, _ arguments: String...) throws -> ParsedOptions {
    try ParsedOptions(arguments).adding(ConfigFile(text, name: "nightly.conf"))
  }

  @Test("A line is a name and a value, in each of its spellings")
  func spellings() throws {
    let lines = [
      "concurrency 32", "concurrency = 32", "concurrency=32", "  concurrency\t= \t32  ",
      "--concurrency 32", "--concurrency=32", "concurrency \"32\"", "concurrency = '32'",
      "# a remark\n\n   # another\nconcurrency 32", "concurrency 32\r\n",
      "\u{FEFF}concurrency 32\n",
    ]
    for line in lines {
      #expect(try options(line).values == ["concurrency": ["32"]], "\(line)")
    }
    #expect(try options("quiet\n  dry-run \r\n").values == ["quiet": [""], "dry-run": [""]])
    #expect(try options("").values == [:])
  }

  @Test("A value is taken as it stands: blanks, signs, letters of all kinds")
  func values() throws {
    let examples = [
      ("output weit unten/Bericht ö", "output", "weit unten/Bericht ö"),
      ("header X-Audit: a = b # c", "header", "X-Audit: a = b # c"),
      ("header 'X-Audit: \"tonight\"'", "header", "X-Audit: \"tonight\""),
      ("output = =x", "output", "=x"), ("output \"\"", "output", ""), ("output =", "output", ""),
      ("output '", "output", "'"), ("user-agent \"a\" and b", "user-agent", "\"a\" and b"),
      ("connect-to ::127.0.0.1:8443", "connect-to", "::127.0.0.1:8443"),
      ("input -", "input", "-"), ("output --quiet", "output", "--quiet"),
    ]
    for (line, name, value) in examples {
      #expect(try options(line).all(name) == [value], "\(line)")
    }
  }

  @Test(
    "Every option but those that answer at once may stand in a file",
    arguments: OptionTable.rows.map(\.name))
  func everyOption(_ name: String) throws {
    let row = try #require(OptionTable.row(named: name))
    let line = row.value == nil ? name : "\(name) x"
    if ["config", "help", "version", "list-profiles"].contains(name) {
      #expect(throws: UsageError("nightly.conf:1: \(name) can stand on the command line only")) {
        try options(line)
      }
    } else {
      #expect(try options(line).values == [name: [row.value == nil ? "" : "x"]])
    }
  }

  @Test("The command line wins; what may be repeated adds up, the file's first")
  func precedence() throws {
    let file = """
      input = a
      input = b
      output = from-file
      retries 5
      header X-A: 1
      quiet
      """
    let both = try options(file, "-i", "c", "-o", "mine", "--header", "X-B: 2", "--verbose")
    #expect(both.all("input") == ["a", "b", "c"])
    #expect(both.all("header") == ["X-A: 1", "X-B: 2"])
    #expect(both.value("output") == "mine")
    #expect(both.value("retries") == "5")
    #expect(both.has("verbose") && !both.has("quiet"))
    #expect(try options("state s", "--no-state").value("state") == nil)
    #expect(try options("no-state", "--state", "s").has("no-state") == false)
  }

  @Test("A line that cannot be followed is named with file, number and remedy")
  func faults() throws {
    let examples = [
      ("quiet\n\nconcurency 3", "3: unknown option concurency: did you mean --concurrency?"),
      ("colour yes", "1: unknown option colour: --help lists the options"),
      ("i list.ndjson", "1: unknown option i: --help lists the options"),
      ("= 3", "1: unknown option : --help lists the options"),
      ("quiet yes", "1: quiet takes no value: write quiet alone, or leave it out"),
      ("quiet =", "1: quiet takes no value: write quiet alone, or leave it out"),
      ("# x\nretries", "2: retries needs a value: retries N"),
      ("retries 1\nretries 2", "2: retries stands in nightly.conf:1 already: give it once"),
      ("quiet\nquiet", "2: quiet stands in nightly.conf:1 already: give it once"),
    ]
    for (text, says) in examples {
      #expect(throws: UsageError("nightly.conf:\(says)")) { try options(text) }
    }
  }

  @Test("A wrong value is told with the line that gave it")
  func wrongValues() throws {
    let examples = [
      ("input a\nconcurrency none", "2: --concurrency 'none': a whole number from 1 to 4096"),
      ("input a\nquiet\nverbose", "2: --quiet and --verbose contradict each other"),
      ("input a\nheader A: 1\nheader nonsense", "3: --header 'nonsense': 'NAME: VALUE' is wanted"),
      ("input a\nprofile nobody", "2: --profile: no extension is called 'nobody'"),
      ("input a\ninput =", "1: --input number 2 is empty"),
    ]
    for (text, says) in examples {
      let fault = #expect(throws: UsageError.self) {
        try Settings.settled(options(text), environment: { _ in nil })
      }
      #expect(fault?.description.hasPrefix("nightly.conf:\(says)") == true, "\(fault as Any)")
    }
    let own = #expect(throws: UsageError.self) {
      try Settings.settled(options("input a\nretries 2", "-j", "x"), environment: { _ in nil })
    }
    #expect(own?.description.hasPrefix("--concurrency 'x': ") == true)
  }

  @Test("A file is read whole, and what is none is named")
  func files() throws {
    let scratch = try Scratch()
    let path = try scratch.write("input a\nretries 7\n", to: "nightly.conf")
    let settings = try Settings.settled(
      ParsedOptions(["--config", path]).withConfig(), environment: { _ in nil })
    #expect(settings.inputs == ["a"] && settings.fetch.retries == 7)
    // A look ahead does not replace the report of the nights.
    let nightly = try scratch.write("input a\noutput night\n", to: "output.conf")
    for (words, folder) in [([], "night.plan"), (["-o", "mine"], "mine")] {
      let ahead = try Settings.settled(
        ParsedOptions(["--config", nightly, "--dry-run"] + words).withConfig(),
        environment: { _ in nil })
      #expect(ahead.output == folder)
    }
    let latin = try scratch.write([0x23, 0xE9, 0x0A], to: "latin")
    let long = try scratch.write(String(repeating: "# long\n", count: 200_000), to: "long")
    let examples = [
      ("\(scratch.path)/none", ": No such file or directory"), (scratch.path, ": Is a directory"),
      (latin, ": not UTF-8 text"), (long, ": longer than 1 MiB, so no list of options"),
      ("", " is empty: name a path"),
    ]
    for (path, says) in examples {
      let shown = path.isEmpty ? "" : " \(path)"
      #expect(throws: UsageError("--config\(shown)\(says)")) {
        try ParsedOptions(["--config", path]).withConfig()
      }
    }
  }
}
