/// One option of the command line: parsing, `--help` and the README all read this.
struct OptionRow: Sendable, Equatable {
  /// Name without the dashes.
  let name: String
  let short: Character?
  /// Placeholder of the value, or nil for a switch.
  let value: String?
  let isRepeatable: Bool
  /// What it means and its default, for one line of help.
  let meaning: String

  init(
    _ name: String, short: Character? = nil, value: String? = nil, repeatable: Bool = false,
    _ meaning: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.isRepeatable = repeatable
    self.meaning = meaning
  }

  /// `-i, --input FILE`.
  var label: String {
    (short.map { "-\($0), " } ?? "    ") + "--\(name)" + (value.map { " \($0)" } ?? "")
  }
}

/// Every option of the contract, in the order of the help.
enum OptionTable {
  static let rows: [OptionRow] = [
    OptionRow(
      "input", short: "i", value: "FILE", repeatable: true, "payload list, - for stdin (required)"),
    OptionRow("output", short: "o", value: "DIR", "report folder [batchfetch-report]"),
    OptionRow("profile", value: "ID", "extension to predict for [auto: by the keys]"),
    OptionRow("profiles", value: "FILE", "a team's own profiles, JSON"),
    OptionRow("payload-at", value: "POINTER", "where a record holds its payload"),
    OptionRow("id-at", value: "POINTER", "where a record holds its id"),
    OptionRow("campaign-at", value: "POINTER", "where a record holds its campaign"),
    OptionRow("concurrency", short: "j", value: "N", "downloads in flight [64]"),
    OptionRow("per-host", value: "N", "connections to one host [8]"),
    OptionRow("time-limit", value: "S", "the extension's time in seconds [29]"),
    OptionRow("retries", value: "N", "further tries after a transient fault [2]"),
    OptionRow("allow-http", "the app allows http:// to every host"),
    OptionRow(
      "allow-http-host", value: "HOST", repeatable: true, "the app allows http:// to this host"),
    OptionRow(
      "allow-address", value: "CIDR", repeatable: true, "non-public addresses to reach [none]"),
    OptionRow("connect-to", value: "H1:P1:H2:P2", repeatable: true, "as curl's, for staging"),
    OptionRow("ca-file", value: "PEM", "certificates to trust instead of the system's"),
    OptionRow("proxy", value: "URL|env", "proxy, or the environment's [none]"),
    OptionRow("header", value: "'NAME: VALUE'", repeatable: true, "a further request header"),
    OptionRow("user-agent", value: "TEXT", "User-Agent header [as an iPhone's]"),
    OptionRow("accept-language", value: "TEXT", "its header [en-US,en;q=0.9]"),
    OptionRow("results", value: "FILE", "results.ndjson there too, gzip for a name in .gz"),
    OptionRow("save-media", value: "DIR", "keep files as <sha256>.<extension>"),
    OptionRow("resume-within", value: "TIME", "go on with a run cut short, 0: never [6h]"),
    OptionRow("retry-failed", value: "DIR", "ask again only for what that report lost"),
    OptionRow("state", value: "FILE", "history file [$XDG_STATE_HOME/batchfetch/...]"),
    OptionRow("no-state", "keep no history"),
    OptionRow("keep-runs", value: "N", "runs that the history remembers [400]"),
    OptionRow("reuse-within", value: "TIME", "take over facts no older than this, like 6h"),
    OptionRow("revalidate", "fetch only what has changed since the last run"),
    OptionRow("fail-above", value: "SHARE", "exit 1 when more is lost (2%, 0.02)"),
    OptionRow("fail-on", value: "CHANGE", "newly-lost: exit 1 when a picture broke"),
    OptionRow("max-line", value: "BYTES", "longest input line [1048576]"),
    OptionRow("progress", value: "WHEN", "auto, always or never [auto]"),
    OptionRow("quiet", "only errors are said"),
    OptionRow("verbose", "every download is said"),
    OptionRow("log-format", value: "FORMAT", "text or json [text]"),
    OptionRow("metrics", value: "FILE", "figures for Prometheus, written at the end"),
    OptionRow("config", value: "FILE", "options of a file, one a line, as named here"),
    OptionRow("dry-run", "plan only, no network [to DIR.plan]"),
    OptionRow("list-profiles", "show the extensions and exit"),
    OptionRow("version", "show the version and exit"),
    OptionRow("help", short: "h", "show this and exit"),
  ]

  /// A line for each option, the meanings below each other.
  static func lines(_ rows: [OptionRow]) -> String {
    let width = (rows.map { $0.label.count }.max() ?? 0) + 2
    return rows.map { row in
      "  " + row.label + String(repeating: " ", count: width - row.label.count) + row.meaning
    }.joined(separator: "\n")
  }

  /// The text of `--help`.
  static let help: String = {
    """
    Usage: batchfetch --input list.ndjson [options]
           batchfetch plan|fetch|report --help     its three parts on their own
           batchfetch profile-template ID          a profile's JSON to start from
    Tells which push payloads lose their picture on an iPhone, why, and what to change.

    \(lines(rows))

    Exit: 0 done, 1 --fail-..., 2 usage, 3 input, 4 output, 5 offline, 130/143 stopped

    """
  }()

  static func row(named name: String) -> OptionRow? { rows.first { $0.name == name } }

  static func row(short: Character) -> OptionRow? { rows.first { $0.short == short } }

  /// Switches that undo what another option says; the later word is the command line's.
  private static let opposites = [("quiet", "verbose"), ("state", "no-state")]

  /// The option that contradicts another, for example `verbose` for `quiet`.
  static func opposite(of name: String) -> String? {
    for (one, other) in opposites {
      if one == name { return other }
      if other == name { return one }
    }
    return nil
  }

  /// The option whose name is nearest to a misspelt one, or nil when none is near.
  static func nearest(to name: String) -> OptionRow? {
    let ranked = rows.map { (row: $0, distance: distance(name, $0.name)) }
      .min { $0.distance < $1.distance }
    guard let ranked, ranked.distance <= max(1, name.count / 3) else { return nil }
    return ranked.row
  }

  /// Insertions, deletions, replacements and swaps of neighbours that lead from one text to the
  /// other.
  static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    var rows = [Array(0...right.count)]
    for i in 1...max(1, left.count) where !left.isEmpty {
      var row = [i]
      for j in 1...max(1, right.count) where !right.isEmpty {
        let replace = rows[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
        var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, replace)
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          best = min(best, rows[i - 2][j - 2] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return left.isEmpty ? right.count : rows[left.count].last ?? left.count
  }
}
