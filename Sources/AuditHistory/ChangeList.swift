internal import AuditRules

/// The changes of a night, kept on disk when they are many and given out in the order of the report.
struct ChangeList: ~Copyable {
  private let insert: Statement
  private let select: Statement
  private let insertGone: Statement

  init(_ database: borrowing Database) throws(HistoryError) {
    try database.run(
      """
      CREATE TEMP TABLE changes(
        place INTEGER, payloads INTEGER, campaign TEXT, media_url TEXT, before TEXT,
        before_reason TEXT, after TEXT, after_reason TEXT, since INTEGER)
      """)
    let insert = try database.prepare("INSERT INTO temp.changes VALUES(?,?,?,?,?,?,?,?,?)")
    let insertGone = try database.prepare(
      """
      INSERT INTO temp.changes SELECT \(Change.gone.place), payloads, ?2, media_url, outcome,
        reason, NULL, NULL, ?3 FROM media WHERE campaign=?1 AND gone_in IS NULL
      """)
    let select = try database.prepare(
      """
      SELECT campaign, media_url, place, before, before_reason, after, after_reason, since, payloads
      FROM temp.changes ORDER BY place, payloads DESC, campaign, media_url
      """)
    // All at once: what fails before has an owner of its own.
    self.insert = insert
    self.insertGone = insertGone
    self.select = select
  }

  func append(_ change: MediaChange) throws(HistoryError) {
    insert.bind(1, change.change.place)
    insert.bind(2, change.payloads)
    insert.bind(3, change.campaign)
    insert.bind(4, change.mediaURL)
    insert.bind(5, change.before?.outcome.rawValue)
    insert.bind(6, change.before?.reason.rawValue)
    insert.bind(7, change.after?.outcome.rawValue)
    insert.bind(8, change.after?.reason.rawValue)
    insert.bind(9, change.since)
    try insert.run()
  }

  /// Adds all media of a campaign that the last run had, as gone.
  func appendGone(campaign: Int, name: String, at time: Int) throws(HistoryError) {
    insertGone.bind(1, campaign)
    insertGone.bind(2, name)
    insertGone.bind(3, time)
    try insertGone.run()
  }

  /// Gives out each change, worst first.
  func each(_ body: (MediaChange) throws -> Void) throws {
    defer { select.reset() }
    while try select.step() {
      try body(
        MediaChange(
          campaign: select.text(0), mediaURL: select.text(1),
          change: Change.allCases[select.number(2)], before: state(3), after: state(5),
          since: select.number(7), payloads: select.number(8)))
    }
  }

  private func state(_ column: Int32) -> MediaState? {
    guard let outcome = select.optionalText(column) else { return nil }
    return MediaState(
      Outcome(rawValue: outcome) ?? .unknown,
      Reason(rawValue: select.text(column + 1)) ?? .notChecked)
  }
}
