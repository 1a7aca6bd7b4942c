internal import AuditRules

/// The profiles of a run: those that are built in, with those of a team's own file.
struct ProfileSource: Sendable {
  /// What `--profiles` names.
  private(set) var path: String?
  /// The file's bytes; empty without a file.
  private(set) var text: [UInt8] = []
  private(set) var table = ProfileTable.standard

  /// Faults of one file that are said; a wrong file gives one a line.
  private static let mostFaults = 20

  /// Reads the file that the options name, or says all that is wrong with it, line by line.
  init(_ options: ParsedOptions) throws(UsageError) {
    guard let path = try Value.nonEmpty(options, "profiles") else { return }
    let label = "--profiles \(path)"
    var text = try OptionFile.bytes(path, label: label, what: "file of profiles")
    // Editors of Windows begin a text with a mark, which JSON does not know.
    if text.starts(with: "\u{FEFF}".utf8) { text.removeFirst(3) }
    do {
      table = ProfileTable.standard.adding(try ProfileFile.read(text))
    } catch {
      var lines = error.faults.prefix(Self.mostFaults).map { "\(label): \($0)" }
      let more = error.faults.count - lines.count
      if more > 0 { lines.append("\(label): and \(more) more") }
      throw UsageError(lines[0], further: Array(lines.dropFirst()))
    }
    self.path = path
    self.text = text
  }

  /// The profile or rule that a word of the command line means.
  func choice(_ word: String) throws(UsageError) -> ProfileChoice {
    guard let choice = ProfileChoice(word: word, in: table) else {
      throw UsageError("--profile: \(unknown(word, otherwise: "use auto or one"))")
    }
    return choice
  }

  /// The file that `profile-template` prints.
  func template(_ id: String) throws(UsageError) -> String {
    guard let text = ProfileTemplate.text(of: id, own: text) else {
      throw UsageError("profile-template: \(unknown(id, otherwise: "use one"))")
    }
    return text
  }

  private func unknown(_ word: String, otherwise: String) -> String {
    let near = near(word)
    let last = near.last ?? ""
    let hint =
      near.isEmpty
      ? "\(otherwise) that --list-profiles names"
      : "did you mean \(near.dropLast().joined(separator: ", "))"
        + (near.count > 1 ? " or " : "") + "\(last)?"
    return "no extension is called '\(word)'; \(hint)"
  }

  /// At most three ids that hold the word, or that a few slips lead to, the nearest first.
  private func near(_ word: String) -> [String] {
    let word = word.lowercased()
    guard (2...64).contains(word.utf8.count) else { return [] }
    let ranked = table.profiles.compactMap { profile -> (id: String, distance: Int)? in
      let id = profile.id
      if id.contains(word) || word.contains(id) { return (id, 0) }
      let distance = OptionTable.distance(word, id)
      return distance <= max(1, word.count / 3) ? (id, distance) : nil
    }
    // Stable, so that of equals the listed order stays.
    return (0...64).flatMap { distance in ranked.filter { $0.distance == distance } }
      .prefix(3).map(\.id)
  }
}
