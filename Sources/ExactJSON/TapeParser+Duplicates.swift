/// Duplicate keys: of several members with one key the last counts.
extension TapeParser {
  /// Marks every key of an object that a later member repeats.
  ///
  /// Keys are compared by their bytes after unescaping. Few keys are compared pair by pair; many are
  /// sorted first, so that a hostile object of a hundred thousand keys costs no square.
  mutating func markSuperseded(in container: Int) {
    var keys: [Int] = []
    keys.reserveCapacity(Int(nodes[container].count))
    var index = container + 1
    while index < Int(nodes[container].next) {
      keys.append(index)
      index = Int(nodes[index + 1].next)
    }
    if keys.count > 16 {
      keys.sort { left, right in
        let order = compare(left, right)
        return order == 0 ? left < right : order < 0
      }
      for pair in zip(keys, keys.dropFirst()) where compare(pair.0, pair.1) == 0 {
        supersede(pair.0, in: container)
      }
    } else {
      for (rank, key) in keys.enumerated()
      where keys[(rank + 1)...].contains(where: { isEqual(key, $0) }) {
        supersede(key, in: container)
      }
    }
  }

  private mutating func supersede(_ key: Int, in container: Int) {
    nodes[key].traits.insert(.isSuperseded)
    nodes[container].traits.insert(.holdsDuplicate)
  }

  private func isEqual(_ left: Int, _ right: Int) -> Bool {
    let mayDiffer = nodes[left].traits.union(nodes[right].traits).contains(.hasEscape)
    if !mayDiffer, nodes[left].count != nodes[right].count { return false }
    return compare(left, right) == 0
  }

  /// Orders two keys by their unescaped bytes: below, at or above zero.
  private func compare(_ left: Int, _ right: Int) -> Int {
    var leftBytes = bytes(of: left)
    var rightBytes = bytes(of: right)
    while true {
      switch (leftBytes.next(), rightBytes.next()) {
      case (nil, nil): return 0
      case (nil, _): return -1
      case (_, nil): return 1
      case (let one?, let other?): if one != other { return one < other ? -1 : 1 }
      }
    }
  }

  private func bytes(of key: Int) -> UnescapedBytes {
    UnescapedBytes(
      UnsafeBufferPointer(start: base + Int(nodes[key].start), count: Int(nodes[key].count)))
  }
}
