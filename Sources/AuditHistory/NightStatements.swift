internal import AuditRules

/// The statements that enter a run, compiled once.
struct NightStatements: ~Copyable {
  private let insertRun: Statement
  private let finishRun: Statement
  private let updateCampaign: Statement
  private let insertCampaign: Statement
  private let replaceMedia: Statement
  private let missMedia: Statement
  private let missCampaign: Statement
  private let lostCampaigns: Statement

  /// Compiles them.
  static func prepare(
    in database: borrowing Database
  ) throws(HistoryError) -> NightStatements {
    let counts = Change.allCases.map { "\($0.rawValue)=?" }.joined(separator: ", ")
    return NightStatements(
      insertRun: try database.prepare(
        """
        INSERT INTO runs(started, finished, version, payloads, with_media, lost, unknown, campaigns,
          distinct_media) VALUES(?,?,?,?,?,?,?,?,?)
        """),
      finishRun: try database.prepare(
        "UPDATE runs SET \(counts) WHERE id=?\(Change.allCases.count + 1)"),
      updateCampaign: try database.prepare(
        """
        UPDATE campaigns SET payloads=?2, with_media=?3, outcome=?5, reason=?6,
          since=CASE WHEN (lost>0)=(?4>0) THEN since ELSE ?7 END, lost=?4, last_run=?8
        WHERE name=?1 RETURNING id
        """),
      insertCampaign: try database.prepare(
        """
        INSERT INTO campaigns(name, payloads, with_media, lost, outcome, reason, since, last_run,
          first_seen) VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?7)
        """),
      replaceMedia: try database.prepare(
        """
        REPLACE INTO media(campaign, media_url, outcome, reason, payloads, first_seen, since)
        VALUES(?,?,?,?,?,?,?)
        """),
      missMedia: try database.prepare(
        "UPDATE media SET gone_in=?3 WHERE campaign=?1 AND media_url=?2"),
      missCampaign: try database.prepare(
        "UPDATE media SET gone_in=?2 WHERE campaign=?1 AND gone_in IS NULL"),
      lostCampaigns: try database.prepare(
        "SELECT id, name FROM campaigns WHERE last_run=? ORDER BY id"))
  }

  func insert(_ run: HistoryRun) throws(HistoryError) {
    let numbers = [run.payloads, run.withMedia, run.lost, run.unknown, run.campaigns]
    insertRun.bind(1, run.started)
    insertRun.bind(2, run.finished)
    insertRun.bind(3, run.version)
    for (place, number) in (numbers + [run.distinctMedia]).enumerated() {
      insertRun.bind(Int32(place + 4), number)
    }
    try insertRun.run()
  }

  func finish(run: Int, _ totals: ChangeTotals) throws(HistoryError) {
    for change in Change.allCases { finishRun.bind(Int32(change.place + 1), totals[change]) }
    finishRun.bind(Int32(Change.allCases.count + 1), run)
    try finishRun.run()
  }

  /// Enters a campaign that was there before; its number, or nil when it is new.
  func update(_ campaign: HistoryCampaign, run: Int, at time: Int) throws(HistoryError) -> Int? {
    bind(campaign, run: run, at: time, to: updateCampaign)
    defer { updateCampaign.reset() }
    return try updateCampaign.step() ? updateCampaign.number(0) : nil
  }

  func insert(_ campaign: HistoryCampaign, run: Int, at time: Int) throws(HistoryError) {
    bind(campaign, run: run, at: time, to: insertCampaign)
    try insertCampaign.run()
  }

  private func bind(
    _ campaign: HistoryCampaign, run: Int, at time: Int, to statement: borrowing Statement
  ) {
    statement.bind(1, campaign.name)
    statement.bind(2, campaign.payloads)
    statement.bind(3, campaign.withMedia)
    statement.bind(4, campaign.lost)
    statement.bind(5, campaign.outcome.rawValue)
    statement.bind(6, campaign.reason?.rawValue)
    statement.bind(7, time)
    statement.bind(8, run)
  }

  func replace(
    _ mediaURL: String, _ memory: MediaMemory, campaign: Int
  ) throws(HistoryError) {
    replaceMedia.bind(1, campaign)
    replaceMedia.bind(2, mediaURL)
    replaceMedia.bind(3, memory.state.outcome.rawValue)
    replaceMedia.bind(4, memory.state.reason.rawValue)
    replaceMedia.bind(5, memory.payloads)
    replaceMedia.bind(6, memory.firstSeen)
    replaceMedia.bind(7, memory.since)
    try replaceMedia.run()
  }

  /// Marks a media URL as missed by a run.
  func miss(_ mediaURL: String, campaign: Int, run: Int) throws(HistoryError) {
    missMedia.bind(1, campaign)
    missMedia.bind(2, mediaURL)
    missMedia.bind(3, run)
    try missMedia.run()
  }

  /// Marks all media of a campaign as missed by a run; how many were not before.
  func missAll(
    ofCampaign campaign: Int, run: Int, in database: borrowing Database
  ) throws(HistoryError) -> Int {
    missCampaign.bind(1, campaign)
    missCampaign.bind(2, run)
    try missCampaign.run()
    return database.changedRows
  }

  /// Numbers and names of the campaigns that a run was the last to have.
  func campaigns(lastIn run: Int) throws(HistoryError) -> [(Int, String)] {
    var found: [(Int, String)] = []
    lostCampaigns.bind(1, run)
    while try lostCampaigns.step() {
      found.append((lostCampaigns.number(0), lostCampaigns.text(1)))
    }
    return found
  }

  private static let forgetting = [
    "DELETE FROM media WHERE gone_in<=",
    "DELETE FROM campaigns WHERE NOT EXISTS (SELECT 1 FROM media WHERE campaign=id) AND last_run<=",
    "DELETE FROM runs WHERE id<=",
  ]

  /// Forgets runs up to a number, and what was missed since.
  func forget(until run: Int, in database: borrowing Database) throws(HistoryError) {
    guard run > 0 else { return }
    for statement in Self.forgetting { try database.run("\(statement)\(run)") }
  }
}
