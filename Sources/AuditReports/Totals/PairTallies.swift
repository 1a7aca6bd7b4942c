internal import AuditRules

/// How a media URL comes out in one of its campaigns.
struct PairWay: Sendable {
  var outcome: Outcome
  var reason: Reason
  var payloads: UInt32
  /// Number + 1 of the pair's next way, 0 for none.
  var next: UInt32 = 0

  func isSame(as other: PairWay) -> Bool { outcome == other.outcome && reason == other.reason }
}

/// A media URL in one of its campaigns, in 20 bytes.
struct PairTally: Sendable {
  var media: UInt32
  var campaign: UInt32
  /// Most pairs come out in one way: only further ones go to the list.
  var way: PairWay
}

/// The media URLs that stand in several campaigns, once for each of these; at most 31 bytes a pair.
///
/// A URL with a single campaign needs no pair: what is counted of the URL holds for the pair too.
struct PairTallies: Sendable {
  private(set) var pairs = ChunkedList<PairTally>()
  private var ways = ChunkedList<PairWay>()
  /// Number + 1 of the pair that sits there, 0 for none; a power of two, at most 3/4 full.
  private var slots: [UInt32] = Array(repeating: 0, count: 16)

  var count: Int { pairs.count }

  /// Counts payloads of a pair; true when the pair was not there before.
  mutating func add(media: Int, campaign: Int, _ way: PairWay) -> Bool {
    let slot = slot(media: UInt32(media), campaign: UInt32(campaign), in: slots)
    guard slots[slot] == 0 else {
      count(way, of: Int(slots[slot]) - 1)
      return false
    }
    pairs.append(PairTally(media: UInt32(media), campaign: UInt32(campaign), way: way))
    slots[slot] = UInt32(pairs.count)
    if pairs.count * 4 > slots.count * 3 { grow() }
    return true
  }

  /// All ways of a pair.
  func ways(of number: Int) -> [PairWay] {
    var found = [pairs[number].way]
    var link = found[0].next
    while link != 0 {
      found.append(ways[Int(link) - 1])
      link = ways[Int(link) - 1].next
    }
    return found
  }

  private mutating func count(_ way: PairWay, of number: Int) {
    if pairs[number].way.isSame(as: way) {
      pairs[number].way.payloads += way.payloads
      return
    }
    var link = pairs[number].way.next
    while link != 0 {
      if ways[Int(link) - 1].isSame(as: way) {
        ways[Int(link) - 1].payloads += way.payloads
        return
      }
      link = ways[Int(link) - 1].next
    }
    var way = way
    way.next = pairs[number].way.next
    ways.append(way)
    pairs[number].way.next = UInt32(ways.count)
  }

  private mutating func grow() {
    var wider = [UInt32](repeating: 0, count: slots.count * 2)
    for number in 0..<pairs.count {
      let pair = pairs[number]
      wider[slot(media: pair.media, campaign: pair.campaign, in: wider)] = UInt32(number + 1)
    }
    slots = wider
  }

  /// The slot that holds a pair, or the free one where it belongs.
  private func slot(media: UInt32, campaign: UInt32, in slots: [UInt32]) -> Int {
    // The product's upper half mixes all bits (multiplicative hashing with the golden ratio).
    let pair = UInt64(media + 1) << 32 | UInt64(campaign)
    let mixed = pair.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    var slot = Int(truncatingIfNeeded: mixed.high ^ mixed.low) & (slots.count - 1)
    while slots[slot] != 0 {
      let other = pairs[Int(slots[slot]) - 1]
      if other.media == media, other.campaign == campaign { return slot }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}
