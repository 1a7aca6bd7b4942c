/// A heap of things that become due; what became meaningless is skipped by its owner.
struct TimerHeap<Item> {
  private var entries: [(due: Moment, item: Item)] = []

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }
  /// When the first thing is due.
  var nextDue: Moment? { entries.first?.due }

  mutating func add(_ item: Item, due: Moment) {
    entries.append((due, item))
    siftUp(entries.count - 1)
  }

  /// Takes the first thing that is due at `now`, if any.
  mutating func popDue(_ now: Moment) -> Item? {
    guard let first = entries.first, first.due <= now else { return nil }
    let last = entries.removeLast()
    if !entries.isEmpty {
      entries[0] = last
      siftDown(0)
    }
    return first.item
  }

  /// Drops what no longer means anything, once it outweighs what does.
  mutating func compact(live: Int, keeping isLive: (Item) -> Bool) {
    guard entries.count > 2 * live + 64 else { return }
    entries.removeAll { !isLive($0.item) }
    for index in stride(from: entries.count / 2 - 1, through: 0, by: -1) { siftDown(index) }
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].due < entries[parent].due else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
        if entries[child].due < entries[least].due { least = child }
      }
      guard least != parent else { return }
      entries.swapAt(parent, least)
      parent = least
    }
  }
}
