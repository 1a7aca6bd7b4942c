/// The command line as it was written: names known, values not yet looked at.
struct ParsedOptions: Sendable, Equatable {
  /// Values by option name, in order; a switch has one empty value each time it stands there.
  private(set) var values: [String: [String]] = [:]
  /// The options that a file gave, with their places.
  private var fromFile: [ConfigFile.Entry] = []

  /// What the first word asks for.
  let command: Command

  /// Reads the arguments after the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    let part = Command(word: rest.first)
    if part != nil { rest.removeFirst() }
    command = part ?? .audit
    while let argument = rest.popFirst() {
      if argument == "--" {
        for extra in rest { try takeBare(extra) }
        return
      }
      if argument.hasPrefix("--") {
        try takeLong(argument.dropFirst(2), &rest)
      } else if argument.hasPrefix("-"), argument.count > 1 {
        try takeShort(argument.dropFirst(), &rest)
      } else {
        try takeBare(argument)
      }
    }
  }

  /// Reads what can be read of arguments that cannot all be followed.
  init(leniently arguments: [String]) {
    var rest = arguments[...]
    let part = Command(word: rest.first)
    if part != nil { rest.removeFirst() }
    command = part ?? .audit
    while let argument = rest.popFirst(), argument != "--" {
      if argument.hasPrefix("--") {
        try? takeLong(argument.dropFirst(2), &rest)
      } else if argument.hasPrefix("-"), argument.count > 1 {
        try? takeShort(argument.dropFirst(), &rest)
      }
    }
  }

  /// A word that is no option: behind `--facts` a further file of facts, as a shell spells a pattern
  /// out, or the profile of a template; anything else is a mistake.
  private mutating func takeBare(_ word: String) throws(UsageError) {
    guard let row = command.bareRow, has(row.name) || !row.isRepeatable else {
      throw UsageError.notAnOption(word)
    }
    try add(row, word)
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  /// The value of an option that stands at most once.
  func value(_ name: String) -> String? { values[name]?.last }

  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// Whether the option's value comes from a file and not from the command line.
  func isFromFile(_ name: String) -> Bool { fromFile.contains { $0.row.name == name } }

  /// The options with those of a file: the command line wins, what may be repeated adds up.
  func adding(_ file: ConfigFile) -> ParsedOptions {
    var both = self
    for row in OptionTable.rows {
      let entries = file.entries.filter { $0.row.name == row.name }
      let isOverruled =
        OptionTable.opposite(of: row.name).map(has) ?? false || has(row.name) && !row.isRepeatable
      if entries.isEmpty || isOverruled { continue }
      both.values[row.name] = entries.map(\.value) + all(row.name)
      both.fromFile += entries
    }
    return both
  }

  /// A fault in a value that a file gave, told with its place; any other as it is.
  func placed(_ fault: UsageError) -> UsageError {
    let suspects = fromFile.filter { entry in
      let label = "--\(entry.row.name)"
      return fault.description.hasPrefix("\(label) ") || fault.description.hasPrefix("\(label):")
    }
    let exact = suspects.first { !$0.value.isEmpty && fault.description.contains($0.value) }
    guard let entry = exact ?? suspects.first else { return fault }
    return UsageError("\(entry.place): \(fault)", further: fault.further)
  }

  private mutating func takeLong(
    _ text: Substring, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard let row = command.row(named: name) else { throw UsageError.unknown("--\(name)") }
    if parts.count == 2 {
      guard row.value != nil else {
        throw UsageError("--\(name) takes no value: write --\(name)")
      }
      try add(row, String(parts[1]))
    } else {
      try add(row, try value(of: row, &rest))
    }
  }

  /// `-j32`, `-j 32`, `-j=32`.
  private mutating func takeShort(
    _ text: Substring, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    guard let letter = text.first, let row = command.row(short: letter) else {
      throw UsageError.unknown("-\(text)")
    }
    var joined = text.dropFirst()
    if joined.first == "=" { joined = joined.dropFirst() }
    try add(row, joined.isEmpty ? try value(of: row, &rest) : String(joined))
  }

  private func value(
    of row: OptionRow, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let placeholder = row.value else { return "" }
    guard let value = rest.popFirst() else {
      throw UsageError("--\(row.name) needs a value: --\(row.name) \(placeholder)")
    }
    // `--input --output x` is a forgotten value; `-` alone is standard input, `-5` a number.
    if value.hasPrefix("--"), command.row(named: String(value.dropFirst(2))) != nil {
      throw UsageError("--\(row.name) needs a value, but \(value) follows it")
    }
    return value
  }

  private mutating func add(_ row: OptionRow, _ value: String) throws(UsageError) {
    if values[row.name] != nil && !row.isRepeatable && row.value != nil {
      throw UsageError("--\(row.name) stands twice: give it once")
    }
    values[row.name, default: []].append(value)
  }
}

/// A command line that cannot be followed: one line that names the option and what is allowed.
struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
  let description: String
  /// The lines that follow, where a file has several faults.
  let further: [String]

  init(_ description: String, further: [String] = []) {
    self.description = description
    self.further = further
  }

  static func unknown(_ option: String) -> UsageError {
    let name = String(option.drop { $0 == "-" })
    let hint =
      OptionTable.nearest(to: name).map { "did you mean --\($0.name)?" }
      ?? "--help lists the options"
    return UsageError("unknown option \(option): \(hint)")
  }

  static func notAnOption(_ argument: String) -> UsageError {
    UsageError("'\(argument)' is no option: an input file is named with --input '\(argument)'")
  }
}
