internal import ExactJSON

/// The keys of a payload by which `--profile auto` knows an extension, in one table.
///
/// Most keys of a payload are none of them: length and first letter tell, without a comparison.
struct FirstKeys: Sendable {
  /// What a key says.
  struct Meaning: Sendable {
    fileprivate let key: [UInt8]
    /// The row that it chooses alone, and how early it is asked; nil: it chooses none alone.
    fileprivate(set) var decision: Decision?
    /// The rows of which one's media path begins with it.
    fileprivate(set) var candidates: [Int] = []
  }

  /// A row that a key chooses alone.
  struct Decision: Sendable {
    var rank: Int
    var row: Int
  }

  private var meanings: [Meaning] = []
  /// Number + 1 of the meaning that sits there, 0 for none; a power of two, at most a quarter full.
  private var slots: [UInt16] = Array(repeating: 0, count: 256)

  /// Takes the keys that decide alone, the first in the list before the others, and the rows with
  /// rules of their own.
  init(deciding: [(key: String, row: Int)], _ profiles: [ExtensionProfile]) {
    for (rank, decision) in deciding.enumerated() {
      let place = place(adding: decision.key)
      if meanings[place].decision == nil {
        meanings[place].decision = Decision(rank: rank, row: decision.row)
      }
    }
    for (row, profile) in profiles.enumerated() {
      guard let rules = profile.rules?.value, rules.choice != .never else { continue }
      for key in Set(rules.mediaURLs.compactMap(\.firstKey)) {
        meanings[place(adding: key)].candidates.append(row)
      }
    }
  }

  /// What a key says; nil where it says nothing.
  subscript(key: UnsafeRawBufferPointer) -> Meaning? {
    place(of: key).map { meanings[$0] }
  }

  private func place(of key: UnsafeRawBufferPointer) -> Int? {
    var slot = Self.mark(key) & (slots.count - 1)
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if meanings[place].key.count == key.count, meanings[place].key.elementsEqual(key) {
        return place
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func place(adding key: String) -> Int {
    let bytes = Array(key.utf8)
    if let known = bytes.withUnsafeBytes({ place(of: $0) }) { return known }
    meanings.append(Meaning(key: bytes))
    if meanings.count * 4 > slots.count {
      slots = Array(repeating: 0, count: slots.count * 2)
      for place in meanings.indices { seat(place) }
    } else {
      seat(meanings.count - 1)
    }
    return meanings.count - 1
  }

  private mutating func seat(_ place: Int) {
    var slot = meanings[place].key.withUnsafeBytes { Self.mark($0) } & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt16(place + 1)
  }

  private static func mark(_ key: UnsafeRawBufferPointer) -> Int {
    Int(key.first ?? 0) &* 37 &+ Int(key.last ?? 0) &* 11 &+ key.count &* 5
  }
}
