internal import AuditRules

/// What is answered without a run: `--help`, `--version`, `--list-profiles`.
enum Answers {
  /// The answer's text, or nil when a run is wanted.
  static func text(_ options: ParsedOptions) -> String? {
    if options.has("help") { return options.command.help }
    if options.has("version") { return "batchfetch \(Settings.version)\n" }
    if options.has("list-profiles") { return profiles }
    return nil
  }

  /// One line per extension: id, vendor, language, keys.
  static var profiles: String {
    var rows = [["id", "keys", "listing", "vendor", "confidence"]]
    for profile in ProfileTable.standard.profiles {
      rows.append([
        profile.id, profile.describedKeys, profile.language, profile.vendor,
        "\(profile.confidence)",
      ])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }
}
