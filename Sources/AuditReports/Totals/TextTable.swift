/// Distinct texts, numbered from 0 in order of arrival; texts are equal when their bytes are.
///
/// Swift's `String` takes two spellings of `é` for one, servers do not: hence a table of bytes.
/// Beyond the text a member costs 16 bytes and its share of the slots, 5 to 11 bytes.
struct TextTable: Sendable {
  private struct Member {
    var span: TextArena.Span
    var hash: UInt32
  }

  private var members = ChunkedList<Member>()
  /// Number + 1 of the member that sits there, 0 for none; a power of two, at most 3/4 full.
  private var slots: [UInt32] = Array(repeating: 0, count: 16)
  private var arena = TextArena()

  var count: Int { members.count }

  /// Finds a text or adds it.
  mutating func number(of text: UnsafeBufferPointer<UInt8>) -> (number: Int, isNew: Bool) {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    let hash = UInt32(truncatingIfNeeded: hasher.finalize())
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if members[number].hash == hash,
        arena.withBytes(of: members[number].span, { TextArena.isSame($0, text) })
      {
        return (number, false)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    members.append(Member(span: arena.store(text), hash: hash))
    slots[slot] = UInt32(members.count)
    if members.count * 4 > slots.count * 3 { grow() }
    return (members.count - 1, true)
  }

  mutating func number(of text: String) -> (number: Int, isNew: Bool) {
    text.withBytes { number(of: $0) }
  }

  func text(_ number: Int) -> String { arena.text(members[number].span) }

  /// Whether one member's text stands before another's by bytes.
  func isBefore(_ left: Int, _ right: Int) -> Bool {
    arena.isBefore(members[left].span, members[right].span)
  }

  private mutating func grow() {
    var wider = [UInt32](repeating: 0, count: slots.count * 2)
    for number in 0..<members.count {
      var slot = Int(members[number].hash) & (wider.count - 1)
      while wider[slot] != 0 { slot = (slot + 1) & (wider.count - 1) }
      wider[slot] = UInt32(number + 1)
    }
    slots = wider
  }
}
