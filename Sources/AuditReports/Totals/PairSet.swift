/// Pairs of two numbers below 2^32 - 1, each held once, in 11 to 21 bytes.
struct PairSet: Sendable {
  /// A power of two, at most 3/4 full; 0 for none.
  private var slots: [UInt64] = Array(repeating: 0, count: 16)
  private var count = 0

  /// Adds a pair; false when it was there.
  mutating func insert(_ first: Int, _ second: Int) -> Bool {
    let pair = UInt64(first + 1) << 32 | UInt64(second)
    let slot = Self.slot(of: pair, in: slots)
    guard slots[slot] == 0 else { return false }
    slots[slot] = pair
    count += 1
    if count * 4 > slots.count * 3 { grow() }
    return true
  }

  private mutating func grow() {
    var wider = [UInt64](repeating: 0, count: slots.count * 2)
    for pair in slots where pair != 0 { wider[Self.slot(of: pair, in: wider)] = pair }
    slots = wider
  }

  /// The slot that holds a pair, or the free one where it belongs.
  private static func slot(of pair: UInt64, in slots: [UInt64]) -> Int {
    // The product's upper half mixes all bits (multiplicative hashing with the golden ratio).
    let mixed = pair.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    var slot = Int(truncatingIfNeeded: mixed.high ^ mixed.low) & (slots.count - 1)
    while slots[slot] != 0, slots[slot] != pair { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }
}
