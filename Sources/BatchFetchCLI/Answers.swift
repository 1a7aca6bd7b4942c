internal import AuditRules

/// What is answered without a run: `--help`, `--version`, `--list-profiles`, `profile-template`.
enum Answers {
  /// The answer's text, or nil when a run is wanted.
  static func text(_ options: ParsedOptions) throws(UsageError) -> String? {
    if options.has("help") { return options.command.help }
    if options.has("version") { return "batchfetch \(Settings.version)\n" }
    if options.has("list-profiles") { return profiles(try source(options).table) }
    if options.command == .profileTemplate {
      guard let id = options.value("id") else {
        throw UsageError("profile-template needs a profile's id, for example braze")
      }
      return try source(options).template(id)
    }
    return nil
  }

  /// The profiles of the options, those of a file of options too.
  private static func source(_ options: ParsedOptions) throws(UsageError) -> ProfileSource {
    let options = try options.withConfig()
    do throws(UsageError) {
      return try ProfileSource(options)
    } catch {
      throw options.placed(error)
    }
  }

  /// One line per extension: id, whether `auto` takes it, keys, listing, vendor, confidence.
  static func profiles(_ table: ProfileTable = .standard) -> String {
    var rows = [["id", "auto", "keys", "listing", "vendor", "confidence"]]
    for profile in table.profiles {
      rows.append([
        profile.id, profile.autoChoice.rawValue, profile.describedKeys, profile.language,
        profile.vendor, "\(profile.confidence)",
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
