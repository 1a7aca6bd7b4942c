/// The parser: one pass over checked UTF-8, no recursion, onto the tape it is lent.
///
/// While a container is open, its node's `next` holds the index of the container around it, plus one
/// (0: none), and `start` a filter of the keys seen, so that no second stack is needed.
struct TapeParser {
  let base: UnsafePointer<UInt8>
  let end: Int
  let maximumDepth: Int
  var position = 0
  var nodes: [JSONNode]
  private var depth = 0
  /// The index of the innermost open container, plus one; 0 at the top.
  private var open: UInt32 = 0

  init(
    base: UnsafePointer<UInt8>, count: Int, maximumDepth: Int, reusing nodes: consuming [JSONNode]
  ) {
    self.base = base
    self.end = count
    self.maximumDepth = maximumDepth
    self.nodes = nodes
  }

  /// Parses the whole text.
  mutating func run() throws(JSONFault) {
    skipBlanks()
    guard position < end else { throw JSONFault(.emptyText, at: position) }
    repeat {
      let opened = try value()
      if opened { continue }
      var closed = true
      while closed, open != 0 { closed = try separator() }
    } while open != 0
    guard position == end else { throw JSONFault(.trailingText, at: position) }
  }

  /// Reads one value or, of a container that is not empty, all up to its first value; true if it opened one.
  private mutating func value() throws(JSONFault) -> Bool {
    let byte = base[position]
    switch byte {
    case .quote: try string([])
    case UInt8(ascii: "{"): return try openContainer(.object, closing: UInt8(ascii: "}"))
    case UInt8(ascii: "["): return try openContainer(.array, closing: UInt8(ascii: "]"))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    case UInt8(ascii: "t"): try literal("true", .bool, .isTrue)
    case UInt8(ascii: "f"): try literal("false", .bool, [])
    case UInt8(ascii: "n"): try literal("null", .null, [])
    default: throw unexpected(.value)
    }
    skipBlanks()
    return false
  }

  private mutating func openContainer(
    _ kind: JSONKind, closing: UInt8
  ) throws(JSONFault) -> Bool {
    guard depth < maximumDepth else { throw JSONFault(.tooDeep, at: position) }
    depth += 1
    nodes.append(JSONNode(start: 0, count: 0, next: open, kind: kind, traits: []))
    open = UInt32(nodes.count)
    position += 1
    skipBlanks()
    guard base[position] != closing else {
      close()
      return false
    }
    if kind == .object { try key(orEnd: true) } else { nodes[Int(open) - 1].count = 1 }
    return true
  }

  /// Reads what follows a value inside a container; true if that closed the container.
  private mutating func separator() throws(JSONFault) -> Bool {
    let container = Int(open) - 1
    let isObject = nodes[container].kind == .object
    switch base[position] {
    case UInt8(ascii: ","):
      position += 1
      skipBlanks()
      if isObject { try key(orEnd: false) } else { nodes[container].count += 1 }
      return false
    case UInt8(ascii: "}") where isObject: close()
    case UInt8(ascii: "]") where !isObject: close()
    default: throw unexpected(isObject ? .commaOrBrace : .commaOrBracket)
    }
    return true
  }

  private mutating func close() {
    let container = Int(open) - 1
    open = nodes[container].next
    nodes[container].next = UInt32(nodes.count)
    depth -= 1
    position += 1
    skipBlanks()
    if nodes[container].traits.contains(.isSuperseded) { markSuperseded(in: container) }
    nodes[container].traits.remove(.isSuperseded)
    if open != 0, nodes[container].traits.contains(.holdsDuplicate) {
      nodes[Int(open) - 1].traits.insert(.holdsDuplicate)
    }
  }

  private mutating func key(orEnd: Bool) throws(JSONFault) {
    guard base[position] == .quote else { throw unexpected(orEnd ? .keyOrEnd : .key) }
    let index = nodes.count
    try string(.isKey)
    noteKey(index, in: Int(open) - 1)
    skipBlanks()
    guard base[position] == UInt8(ascii: ":") else { throw unexpected(.colon) }
    position += 1
    skipBlanks()
  }

  /// Counts a member, and marks its object for a closer look when its key may have been seen before.
  ///
  /// The mark is `isSuperseded` on the object, which means nothing else while the object is open.
  private mutating func noteKey(_ index: Int, in container: Int) {
    nodes[container].count += 1
    let node = nodes[index]
    var hash = node.count
    if node.count > 0 {
      let first = UInt32(base[Int(node.start)])
      let last = UInt32(base[Int(node.start + node.count) - 1])
      hash &+= first &* 7 &+ last &* 13
    }
    let bit: UInt32 = 1 << (hash & 31)
    if nodes[container].start & bit != 0 || node.traits.contains(.hasEscape) {
      nodes[container].traits.insert(.isSuperseded)
    }
    nodes[container].start |= bit
  }

  @inline(__always)
  mutating func skipBlanks() {
    while true {
      switch base[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  func unexpected(_ expectation: JSONFault.Expectation) -> JSONFault {
    let kind: JSONFault.Kind = position >= end ? .unexpectedEnd : .unexpectedByte
    return JSONFault(kind, at: position, expected: expectation)
  }
}
