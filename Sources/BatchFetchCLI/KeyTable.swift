/// A table by URL key that only grows: a million URLs cost 16 bytes each, their values, and 8 bytes
/// of slots.
///
/// A dictionary of them takes a third more, and twice as much again for a moment each time it grows.
struct KeyTable<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var key: URLKey
    var value: Value
  }

  private static var shift: Int { 12 }
  private static var chunkSize: Int { 1 << shift }

  /// Entries in order of arrival; growing never copies those that are there.
  private var chunks: [[Entry]] = []
  private(set) var count = 0
  /// Number + 1 of the entry that sits there, 0 for none; a power of two, at most 3/4 full.
  private var slots: [UInt32] = Array(repeating: 0, count: 16)

  subscript(key: URLKey) -> Value? {
    let number = Int(slots[slot(of: key)]) - 1
    return number < 0 ? nil : chunks[number >> Self.shift][number & (Self.chunkSize - 1)].value
  }

  /// Sets the value of a key; true when the key was not there before.
  @discardableResult
  mutating func set(_ value: Value, of key: URLKey) -> Bool {
    let slot = slot(of: key)
    let number = Int(slots[slot]) - 1
    guard number < 0 else {
      chunks[number >> Self.shift][number & (Self.chunkSize - 1)].value = value
      return false
    }
    if count == chunks.count << Self.shift {
      var chunk: [Entry] = []
      // The first one grows by itself: most runs have few URLs.
      if count > 0 { chunk.reserveCapacity(Self.chunkSize) }
      chunks.append(chunk)
    }
    chunks[chunks.count - 1].append(Entry(key: key, value: value))
    count += 1
    slots[slot] = UInt32(count)
    if count * 4 > slots.count * 3 { grow() }
    return true
  }

  /// The slot that holds a key, or the free one where it belongs.
  private func slot(of key: URLKey) -> Int {
    var slot = key.mark & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if chunks[number >> Self.shift][number & (Self.chunkSize - 1)].key == key { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    // The old ones are given up first: all that they say stands in the entries.
    let wider = slots.count * 2
    slots = []
    slots = Array(repeating: 0, count: wider)
    var number: UInt32 = 0
    for chunk in chunks {
      for entry in chunk {
        var slot = entry.key.mark & (wider - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (wider - 1) }
        number += 1
        slots[slot] = number
      }
    }
  }
}
