/// The tables of the history and how they came about.
///
/// `user_version` counts the steps that a file has seen. A step that was released is never changed;
/// a new one is added behind it.
enum HistorySchema {
  /// `bfhi`, by which a file is known as ours.
  static let applicationID = 0x6266_6869

  /// Times are whole seconds since 1970.
  static let steps = [
    """
    CREATE TABLE runs(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      started INTEGER NOT NULL, finished INTEGER NOT NULL, version TEXT NOT NULL,
      payloads INTEGER NOT NULL, with_media INTEGER NOT NULL, lost INTEGER NOT NULL,
      unknown INTEGER NOT NULL, campaigns INTEGER NOT NULL, distinct_media INTEGER NOT NULL,
      newly_lost INTEGER NOT NULL DEFAULT 0, reason_changed INTEGER NOT NULL DEFAULT 0,
      still_lost INTEGER NOT NULL DEFAULT 0, recovered INTEGER NOT NULL DEFAULT 0,
      new_media INTEGER NOT NULL DEFAULT 0, gone INTEGER NOT NULL DEFAULT 0);
    -- since: when it began to lose something, or stopped; last_run: the last one that had it.
    CREATE TABLE campaigns(
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
      payloads INTEGER NOT NULL, with_media INTEGER NOT NULL, lost INTEGER NOT NULL,
      outcome TEXT NOT NULL, reason TEXT, first_seen INTEGER NOT NULL, since INTEGER NOT NULL,
      last_run INTEGER NOT NULL);
    -- gone_in: the run that missed it; null: the last one had it, so that a night without changes
    -- need not write a row.
    CREATE TABLE media(
      campaign INTEGER NOT NULL, media_url TEXT NOT NULL,
      outcome TEXT NOT NULL, reason TEXT NOT NULL, payloads INTEGER NOT NULL,
      first_seen INTEGER NOT NULL, since INTEGER NOT NULL, gone_in INTEGER,
      PRIMARY KEY(campaign, media_url)) WITHOUT ROWID;
    CREATE INDEX media_gone ON media(gone_in) WHERE gone_in IS NOT NULL;
    """,
    """
    -- The facts of the last run, as lines of facts.ndjson: many packed into a block (zstd), found by
    -- a hash of their URL. place: number of the block, and in its lower 32 bits the offset there.
    CREATE TABLE facts_origin(settings TEXT NOT NULL);
    CREATE TABLE facts_blocks(id INTEGER PRIMARY KEY, size INTEGER NOT NULL, lines BLOB NOT NULL);
    CREATE TABLE facts_places(
      key INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY(key, place)) WITHOUT ROWID;
    """,
  ]

  static var version: Int { steps.count }

  /// Brings a file that is ours or empty up to date; whoever comes second finds it done.
  static func apply(to database: borrowing Database) throws(HistoryError) {
    guard try database.number("PRAGMA user_version") ?? 0 < version else { return }
    try database.inTransaction(.writing) { database throws(HistoryError) in
      let seen = try database.number("PRAGMA user_version") ?? 0
      for step in steps.dropFirst(seen) { try database.run(step) }
      try database.run("PRAGMA application_id=\(applicationID); PRAGMA user_version=\(version)")
    }
  }
}
