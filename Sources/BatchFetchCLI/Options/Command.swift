/// What the program is asked to do: the whole audit, one of its three parts, or a profile's text.
enum Command: String, Sendable, CaseIterable {
  case audit
  case plan
  case fetch
  case report
  case profileTemplate = "profile-template"

  /// The part that the first word of a command line names; the audit has no word.
  init?(word: String?) {
    guard let word, word != Command.audit.rawValue else { return nil }
    self.init(rawValue: word)
  }

  /// Every option that is accepted: a part takes those of the whole too, so that one set of options
  /// fits all three.
  var rows: [OptionRow] {
    let names = own.map(\.name)
    return own + OptionTable.rows.filter { !names.contains($0.name) }
  }

  /// The option that words without one belong to, if it may begin with such a word.
  var bareRow: OptionRow? {
    switch self {
    case .audit, .plan, .fetch: nil
    case .report: row(named: "facts")
    case .profileTemplate: row(named: "id")
    }
  }

  func row(named name: String) -> OptionRow? { rows.first { $0.name == name } }

  func row(short: Character) -> OptionRow? { rows.first { $0.short == short } }

  /// Options that the whole audit has not, or in another meaning.
  private var own: [OptionRow] {
    switch self {
    case .audit: []
    case .plan:
      [
        OptionRow("output", short: "o", value: "FILE", "the plan; with --shards PREFIX or DIR/"),
        OptionRow("shards", value: "N", "so many files, each host's URLs in one of them"),
      ]
    case .fetch:
      [
        OptionRow(
          "input", short: "i", value: "FILE", repeatable: true, "the plan [-: standard input]")
      ]
    case .profileTemplate: [OptionRow("id", value: "ID", "the profile; the word alone will do")]
    case .report:
      [OptionRow("facts", value: "FILE", repeatable: true, "what was fetched; more may follow")]
    }
  }

  /// The options that matter to a part, in the order of its help.
  private var shown: [String] {
    let judging = ["profile", "profiles", "payload-at"]
    let allowed = ["allow-http", "allow-http-host", "allow-address"]
    let asking = [
      "concurrency", "per-host", "time-limit", "retries", "connect-to", "ca-file", "proxy",
      "header", "user-agent", "accept-language", "save-media",
    ]
    let told = ["quiet", "verbose", "log-format", "config", "help"]
    return switch self {
    case .audit: OptionTable.rows.map(\.name)
    case .plan: ["input", "output", "shards"] + judging + allowed + ["max-line"] + told
    case .profileTemplate: ["id", "profiles", "config", "help"]
    case .fetch: ["input"] + asking + allowed + ["progress"] + told
    case .report:
      ["input", "output", "facts"] + judging + ["id-at", "campaign-at", "time-limit"] + allowed
        + ["results", "state", "no-state", "keep-runs", "fail-above", "fail-on", "max-line"]
        + ["metrics"] + told
    }
  }

  /// The text of `--help`.
  var help: String {
    guard let story else { return OptionTable.help }
    return """
      Usage: batchfetch \(story.usage)
      \(story.purpose)

      \(OptionTable.lines(shown.compactMap(row(named:))))

      Every other option of batchfetch is accepted too, so that one set fits all parts.
      Exit: \(story.exit), 130/143 stopped

      """
  }

  private var story: (usage: String, purpose: String, exit: String)? {
    switch self {
    case .audit: nil
    case .plan:
      (
        "plan --input list.ndjson [--shards N --output PREFIX] [options]",
        "Writes the distinct URLs to be fetched, one a line, the biggest host first.",
        "0 done, 2 usage, 3 input, 4 output"
      )
    case .fetch:
      (
        "fetch < plan.ndjson > facts.ndjson [options]",
        """
        Fetches the URLs of a plan and writes what was learned, a line each; the last line
        proves that every line was answered.
        """,
        "0 done, 2 usage, 3 input, 4 output, 75 try again"
      )
    case .profileTemplate:
      (
        "profile-template ID > own.json",
        "Prints one extension's profile to start from; --profiles takes it back.",
        "0 done, 2 usage"
      )
    case .report:
      (
        "report --input list.ndjson --facts FILE... [options]",
        "Judges every payload by facts that were fetched elsewhere; asks nobody.",
        "0 done, 1 --fail-..., 2 usage, 3 input, facts, 4 output"
      )
    }
  }
}
