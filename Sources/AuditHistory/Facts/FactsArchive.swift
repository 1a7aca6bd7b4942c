/// The facts of a night on their way into the history; they take the place of those before.
public struct FactsArchive: ~Copyable {
  private let insertBlock: Statement
  private let insertPlace: Statement
  private var places: [(key: Int, place: Int)] = []
  private var block: [UInt8] = []
  private var blockNumber = 1
  private let path: String

  /// Begins with nothing; `settings` stands for all that decides what a fetch learns.
  init(
    _ database: borrowing Database, settings: String, expecting count: Int
  ) throws(HistoryError) {
    try database.run("DELETE FROM facts_places; DELETE FROM facts_blocks; DELETE FROM facts_origin")
    let insertOrigin = try database.prepare("INSERT INTO facts_origin(settings) VALUES(?)")
    insertOrigin.bind(1, settings)
    try insertOrigin.run()
    let insertBlock = try database.prepare(
      "INSERT INTO facts_blocks(id, size, lines) VALUES(?,?,?)")
    let insertPlace = try database.prepare("INSERT INTO facts_places(key, place) VALUES(?,?)")
    path = database.path
    self.insertBlock = insertBlock
    self.insertPlace = insertPlace
    // A list that grows is there twice for a moment, which a million URLs would feel.
    places.reserveCapacity(count)
  }

  /// Adds a line without its line break, under the bytes that stand for its URL.
  public mutating func add(
    _ line: ArraySlice<UInt8>, url: ArraySlice<UInt8>
  ) throws(HistoryError) {
    places.append((FactsKey.of(url), FactsPlace(block: blockNumber, offset: block.count).number))
    block += line
    block.append(0x0A)
    if block.count >= PackedBlock.size { try write() }
  }

  /// Writes the rest and the table of places.
  public mutating func finish() throws(HistoryError) {
    if !block.isEmpty { try write() }
    // In the order of the table: a million rows at random places would read it again and again.
    places.sort { $0 < $1 }
    for (key, place) in places {
      insertPlace.bind(1, key)
      insertPlace.bind(2, place)
      try insertPlace.run()
    }
    places = []
  }

  private mutating func write() throws(HistoryError) {
    guard let packed = PackedBlock.pack(block) else {
      throw HistoryError(.systemFault, path, cause: "no memory is left")
    }
    insertBlock.bind(1, blockNumber)
    insertBlock.bind(2, block.count)
    insertBlock.bind(3, bytes: packed)
    try insertBlock.run()
    blockNumber += 1
    block.removeAll(keepingCapacity: true)
  }
}

/// Where a line stands: its block, and the offset in that.
struct FactsPlace {
  var block: Int
  var offset: Int

  private static let shift = 32

  init(block: Int, offset: Int) {
    self.block = block
    self.offset = offset
  }

  init(number: Int) {
    block = number >> Self.shift
    offset = number & (1 << Self.shift - 1)
  }

  var number: Int { block << Self.shift | offset }
}

extension HistoryNight {
  /// Begins to keep the facts of this night, about so many.
  public func archive(
    settings: String, expecting count: Int
  ) throws(HistoryError) -> FactsArchive {
    try FactsArchive(history.database, settings: settings, expecting: count)
  }
}
