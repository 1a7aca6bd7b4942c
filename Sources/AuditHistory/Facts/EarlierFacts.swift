/// The facts that the last run left in the history, found by their URL.
public struct EarlierFacts: ~Copyable {
  private let history: History
  private let selectPlaces: Statement
  private let selectBlock: Statement
  /// Runs ask in about the same order every night, so a few blocks serve many URLs.
  private var blocks: [(number: Int, bytes: [UInt8])] = []
  private static let blockLimit = 16

  /// Takes over an open history; nil when its facts were learned with other settings, or none are
  /// there.
  public static func find(
    in history: consuming History, settings: String
  ) throws(HistoryError) -> EarlierFacts? {
    // All questions see the history as it is now, whatever another run writes meanwhile.
    try history.database.begin(.reading)
    let origin = try history.database.text("SELECT settings FROM facts_origin")
    guard origin == settings else { return nil }
    let selectPlaces = try history.database.prepare("SELECT place FROM facts_places WHERE key=?")
    let selectBlock = try history.database.prepare(
      "SELECT size, lines FROM facts_blocks WHERE id=?")
    return EarlierFacts(history: history, selectPlaces: selectPlaces, selectBlock: selectBlock)
  }

  private init(
    history: consuming History, selectPlaces: consuming Statement, selectBlock: consuming Statement
  ) {
    self.history = history
    self.selectPlaces = selectPlaces
    self.selectBlock = selectBlock
  }

  /// The lines, without line break, that are kept under the bytes of a URL: the caller looks
  /// whether they are of that URL.
  public mutating func lines(of url: ArraySlice<UInt8>) throws(HistoryError) -> [ArraySlice<UInt8>]
  {
    var places: [FactsPlace] = []
    selectPlaces.bind(1, FactsKey.of(url))
    while try selectPlaces.step() { places.append(FactsPlace(number: selectPlaces.number(0))) }
    var lines: [ArraySlice<UInt8>] = []
    for place in places {
      let bytes = try block(place.block)
      guard place.offset < bytes.count else { continue }
      lines.append(bytes[place.offset...].prefix { $0 != 0x0A })
    }
    return lines
  }

  private mutating func block(_ number: Int) throws(HistoryError) -> [UInt8] {
    if let known = blocks.first(where: { $0.number == number }) { return known.bytes }
    selectBlock.bind(1, number)
    defer { selectBlock.reset() }
    guard try selectBlock.step(),
      let bytes = PackedBlock.unpack(selectBlock.bytes(1), size: selectBlock.number(0))
    else { return [] }
    if blocks.count == Self.blockLimit { blocks.removeFirst() }
    blocks.append((number, bytes))
    return bytes
  }
}
