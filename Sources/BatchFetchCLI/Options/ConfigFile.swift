/// The options of a file, one a line, under the names of the long options.
///
/// `concurrency 32`, `concurrency = 32` and, for a switch, `quiet` alone; a line that begins with
/// `#` is a remark. A value may stand in quotes, which are taken off.
struct ConfigFile: Sendable, Equatable {
  /// One option of the file.
  struct Entry: Sendable, Equatable {
    var row: OptionRow
    var value: String
    /// File and line, for example `nightly.conf:3`.
    var place: String
  }

  private(set) var entries: [Entry] = []

  /// Options that answer at once or name this file: no file can stand for them.
  private static let foreign: Set<String> = ["config", "help", "version", "list-profiles"]

  /// Reads the text of a file; `name` is what faults call it.
  init(_ text: String, name: String) throws(UsageError) {
    let unmarked =
      text.unicodeScalars.first == "\u{FEFF}"
      ? text.unicodeScalars.dropFirst() : text.unicodeScalars[...]
    let lines = unmarked.split(omittingEmptySubsequences: false) { $0 == "\n" }
    for (index, line) in lines.enumerated() {
      let trimmed = Self.trimmed(Substring(line))
      if trimmed.isEmpty || trimmed.hasPrefix("#") { continue }
      let place = "\(name):\(index + 1)"
      do throws(UsageError) {
        try add(trimmed, place)
      } catch {
        throw UsageError("\(place): \(error)")
      }
    }
  }

  /// Reads what can be read of a text in which some lines are wrong.
  init(leniently text: String) {
    for line in text.split(separator: "\n") {
      let line = line.first == "\u{FEFF}" ? line.dropFirst() : line
      if let file = try? ConfigFile(String(line), name: "") { entries += file.entries }
    }
  }

  private mutating func add(_ line: Substring, _ place: String) throws(UsageError) {
    let written = line.prefix { !$0.isWhitespace && $0 != "=" }
    let name = String(written.trimmingPrefix("--"))
    guard let row = OptionTable.row(named: name) else { throw UsageError.unknown(name) }
    guard !Self.foreign.contains(name) else {
      throw UsageError("\(name) can stand on the command line only")
    }
    var rest = Self.trimmed(line[written.endIndex...])
    let isAssigned = rest.hasPrefix("=")
    if isAssigned { rest = Self.trimmed(rest.dropFirst()) }
    if row.value == nil {
      guard rest.isEmpty, !isAssigned else {
        throw UsageError("\(name) takes no value: write \(name) alone, or leave it out")
      }
    } else if rest.isEmpty && !isAssigned {
      throw UsageError("\(name) needs a value: \(name) \(row.value ?? "")")
    }
    if !row.isRepeatable, let first = entries.first(where: { $0.row.name == name }) {
      throw UsageError("\(name) stands in \(first.place) already: give it once")
    }
    entries.append(Entry(row: row, value: Self.unquoted(rest), place: place))
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// `'X-Audit: tonight'` is written with the quotes that a shell would take off.
  private static func unquoted(_ text: Substring) -> String {
    guard text.count >= 2, let quote = text.first, quote == "'" || quote == "\"",
      text.last == quote
    else { return String(text) }
    return String(text.dropFirst().dropLast())
  }
}
