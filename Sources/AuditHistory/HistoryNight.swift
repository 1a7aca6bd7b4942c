public import AuditRules

/// One run while it is entered in the history: all in one transaction, taken back unless committed.
///
/// Campaigns come one after another, each followed by its media in the order of their bytes, so
/// that a million of them are compared while two lists are walked once.
public struct HistoryNight: ~Copyable {
  let history: History
  private let statements: NightStatements
  private let changes: ChangeList
  private var stored: StoredPages
  private let time: Int
  private let run: Int
  private let previousRun: Int?
  /// Number and name of the campaign that is being entered.
  private var campaign = (number: 0, name: "")
  /// How often each change occurred so far.
  public private(set) var totals: ChangeTotals

  /// Waits for the right to write and begins; `say` is told when another run has it.
  public init(
    _ history: consuming History, _ run: HistoryRun, say: (String) -> Void
  ) throws(HistoryError) {
    try history.lock(say: say)
    let statements = try NightStatements.prepare(in: history.database)
    let changes = try ChangeList(history.database)
    let stored = try StoredPages(history.database)
    let previous = try history.database.number("SELECT max(id) FROM runs")
    let totals = ChangeTotals(
      previousRun: try history.database.number("SELECT started FROM runs ORDER BY id DESC LIMIT 1"))
    try statements.insert(run)
    time = run.started
    self.totals = totals
    previousRun = previous
    self.run = history.database.lastRow
    self.statements = statements
    self.changes = changes
    self.stored = stored
    self.history = history
  }

  /// Enters a campaign; the media that follow are its own.
  public mutating func enter(_ campaign: HistoryCampaign) throws(HistoryError) {
    try missRest()
    if let number = try statements.update(campaign, run: run, at: time) {
      try stored.start(campaign: number)
      self.campaign = (number, campaign.name)
    } else {
      try statements.insert(campaign, run: run, at: time)
      stored.startEmpty()
      self.campaign = (history.database.lastRow, campaign.name)
    }
  }

  /// Enters a media URL of the campaign entered last, and notes what changed.
  public mutating func enter(
    _ mediaURL: String, _ state: MediaState, payloads: Int
  ) throws(HistoryError) {
    var before: StoredMedia?
    while before == nil, let next = stored.next {
      let order = StoredMedia.order(next.mediaURL, mediaURL)
      if order > 0 { break }
      if order == 0 { before = next } else { try miss(next) }
      try stored.advance()
    }
    let memory = MediaMemory.after(before?.memory, now: state, payloads: payloads, at: time)
    if memory != before?.memory || before?.goneIn != nil {
      try statements.replace(mediaURL, memory, campaign: campaign.number)
    }
    if let change = Change.of(before: before?.memory.state, after: state) {
      try note(
        MediaChange(
          campaign: campaign.name, mediaURL: mediaURL, change: change,
          before: before?.memory.state, after: state, since: memory.since, payloads: payloads))
    }
  }

  /// Ends the list: what was not entered is gone; keeps so many runs and what they knew.
  public mutating func end(keeping runs: Int) throws(HistoryError) {
    try missRest()
    if let previousRun { try missCampaigns(of: previousRun) }
    try statements.finish(run: run, totals)
    try statements.forget(until: run - runs, in: history.database)
  }

  /// Gives out each change in the order of the report.
  public func eachChange(_ body: (MediaChange) throws -> Void) throws { try changes.each(body) }

  /// Makes it all last.
  public consuming func commit() throws(HistoryError) { try history.database.commit() }

  private mutating func note(_ change: MediaChange) throws(HistoryError) {
    // In the first night everything is new, which says nothing.
    guard previousRun != nil else { return }
    totals.count(change.change)
    try changes.append(change)
  }

  private mutating func miss(_ media: StoredMedia) throws(HistoryError) {
    guard media.goneIn == nil else { return }
    try statements.miss(media.mediaURL, campaign: campaign.number, run: run)
    try note(
      MediaChange(
        campaign: campaign.name, mediaURL: media.mediaURL, change: .gone,
        before: media.memory.state, after: nil, since: time, payloads: media.memory.payloads))
  }

  private mutating func missRest() throws(HistoryError) {
    while let next = stored.next {
      try miss(next)
      try stored.advance()
    }
  }

  private mutating func missCampaigns(of run: Int) throws(HistoryError) {
    let campaigns = try statements.campaigns(lastIn: run)
    for (number, name) in campaigns {
      try changes.appendGone(campaign: number, name: name, at: time)
      totals.count(
        .gone,
        times: try statements.missAll(
          ofCampaign: number, run: self.run, in: history.database))
    }
  }
}
