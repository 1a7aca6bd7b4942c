internal import Glibc

/// The history of the runs in one SQLite file, open.
public struct History: ~Copyable {
  /// How opening goes about it.
  public struct Manner: Sendable {
    /// Now, as RFC 3339, for the name of a file that is set aside.
    public var time: String
    /// How long another run's lock is waited for.
    public var patience: Duration

    public init(time: String, patience: Duration = .seconds(10)) {
      self.time = time
      self.patience = patience
    }
  }

  let database: Database
  private let manner: Manner

  /// Opens the file, makes it when it is missing, and checks it.
  ///
  /// One that is damaged or newer than this version is set aside, a new one begun, and `say` told
  /// so. The check reads the whole file; where it was just made, `isKnownSound` spares it.
  public init(
    at path: String, _ manner: Manner, isKnownSound: Bool = false, say: (String) -> Void
  ) throws(HistoryError) {
    self.manner = manner
    try HistoryFile.makeFolders(above: path)
    var attempts = 0
    let end = ContinuousClock.now + manner.patience
    while true {
      let file = HistoryFile(at: path)
      let fault: HistoryError
      do throws(HistoryError) {
        database = try Self.open(path, manner, isKnownSound: isKnownSound)
        return
      } catch {
        fault = error
      }
      // Of two runs that make the file at the same moment one changes its journal's kind, and SQLite
      // turns the other away at once, however long it was told to wait.
      if fault.code == .inUse, ContinuousClock.now < end {
        usleep(20_000)
        continue
      }
      attempts += 1
      guard let word = Self.words[fault.code], attempts <= 3 else { throw fault }
      if let target = try file.setAside(as: word, at: manner.time) {
        say("\(fault); it is kept as \(target), and a new history begins")
      }
    }
  }

  /// What a file that is set aside is called.
  private static let words: [HistoryError.Code: String] = [.damaged: "damaged", .newer: "newer"]

  private static func open(
    _ path: String, _ manner: Manner, isKnownSound: Bool
  ) throws(HistoryError) -> Database {
    let database = try Database.open(at: path)
    database.wait(atMost: manner.patience.inMilliseconds)
    try recognise(database)
    if !isKnownSound, let verdict = try database.text("PRAGMA quick_check(1)"), verdict != "ok" {
      throw HistoryError(.damaged, path, cause: verdict)
    }
    // Readers and the one writer do not hinder each other; where that is impossible (a network
    // file system), SQLite keeps the old way and all else works. One commit a run may be synchronous.
    _ = try database.text("PRAGMA journal_mode=WAL")
    try database.run("PRAGMA synchronous=FULL; PRAGMA cache_size=-8000")
    try HistorySchema.apply(to: database)
    return database
  }

  /// Refuses what another program or a newer version wrote.
  private static func recognise(_ database: borrowing Database) throws(HistoryError) {
    // One transaction: another run may be making the file between the two questions.
    let (isEmpty, owner) = try database.inTransaction(.reading) { database throws(HistoryError) in
      (
        try database.number("SELECT count(*) FROM sqlite_master") == 0,
        try database.number("PRAGMA application_id") ?? 0
      )
    }
    guard owner == HistorySchema.applicationID || owner == 0 && isEmpty else {
      throw HistoryError(.foreign, database.path, cause: "application id \(owner)")
    }
    let version = try database.number("PRAGMA user_version") ?? 0
    if version > HistorySchema.version {
      throw HistoryError(
        .newer, database.path, cause: "its version is \(version), not \(HistorySchema.version)")
    }
  }

  /// Takes the one right to write; another run that has it is waited for, and `say` told so.
  func lock(say: (String) -> Void) throws(HistoryError) {
    database.wait(atMost: 0)
    do throws(HistoryError) {
      try database.begin(.writing)
    } catch {
      guard error.code == .inUse else { throw error }
      say("the history \(database.path) is in use by another run: waiting for its end")
      database.wait(atMost: manner.patience.inMilliseconds)
      try database.begin(.writing)
    }
    database.wait(atMost: manner.patience.inMilliseconds)
  }
}

extension Duration {
  fileprivate var inMilliseconds: Int32 {
    Int32(clamping: components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
  }
}
