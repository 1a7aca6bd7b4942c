/// What a JSON value is.
public enum JSONKind: UInt8, Hashable, Sendable, CaseIterable {
  case null, bool, number, string, array, object
}

/// One value of a parsed text on the flat tape: a container is followed by all it holds, a key by its value.
///
/// Sixteen bytes of which every pattern is a node: the text itself is kept in such blocks.
struct JSONNode: Sendable, BitwiseCopyable {
  /// Facts of a node that parsing learned by the way.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8
    static let isTrue = Traits(rawValue: 1)
    static let isKey = Traits(rawValue: 2)
    static let hasEscape = Traits(rawValue: 4)
    /// A later member of the same object has the same key.
    static let isSuperseded = Traits(rawValue: 8)
    /// Two members of this object, or of one below it, share a key.
    static let holdsDuplicate = Traits(rawValue: 16)
  }

  /// The offset of a scalar's first byte (of a string: behind the quotation mark).
  var start: UInt32
  /// A scalar's length in bytes as written; a container's number of members or elements.
  var count: UInt32
  /// The tape index behind this value and all it holds.
  var next: UInt32
  private var kindNumber: UInt8
  var traits: Traits
  private var unused: UInt16 = 0

  init(start: UInt32, count: UInt32, next: UInt32, kind: JSONKind, traits: Traits) {
    self.start = start
    self.count = count
    self.next = next
    kindNumber = kind.rawValue
    self.traits = traits
  }

  var kind: JSONKind { JSONKind(rawValue: kindNumber) ?? .null }
}

/// A parsed text: the tape, and behind it in the same memory the bytes.
///
/// One array, since each value holds the document alive and counting its holders for every look-up
/// would cost more than the look-up.
struct JSONTape: Sendable {
  private(set) var nodes: [JSONNode] = []
  private var textStart = 0
  private var textCount = 0

  /// Takes the nodes out, to be filled anew.
  mutating func takeNodes() -> [JSONNode] {
    var taken: [JSONNode] = []
    swap(&taken, &nodes)
    taken.removeAll(keepingCapacity: true)
    return taken
  }

  /// Takes the nodes of a text and the text.
  mutating func fill(_ nodes: consuming [JSONNode], text: UnsafeRawBufferPointer) {
    let block = MemoryLayout<JSONNode>.size
    textStart = nodes.count * block
    textCount = text.count
    let empty = JSONNode(start: 0, count: 0, next: 0, kind: .null, traits: [])
    nodes.append(contentsOf: repeatElement(empty, count: (text.count + block - 1) / block))
    nodes.withUnsafeMutableBytes { bytes in
      UnsafeMutableRawBufferPointer(rebasing: bytes[textStart...]).copyMemory(from: text)
    }
    self.nodes = nodes
  }

  /// Calls `body` with the bytes of the whole text.
  @inline(__always)
  func withText<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    try nodes.withUnsafeBytes { bytes in
      let text = UnsafeRawBufferPointer(rebasing: bytes[textStart..<textStart + textCount])
      return try text.withMemoryRebound(to: UInt8.self, body)
    }
  }

  /// Calls `body` with the bytes of a scalar as the text writes them.
  @inline(__always)
  func withRawBytes<Result>(
    of index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let node = nodes[index]
    let start = Int(node.start)
    return try withText { buffer in
      try body(UnsafeBufferPointer(rebasing: buffer[start..<start + Int(node.count)]))
    }
  }

  /// Calls `body` with the bytes that a string or key means, its escapes undone.
  func withStringBytes<Result>(
    of index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    guard nodes[index].traits.contains(.hasEscape) else {
      return try withRawBytes(of: index, body)
    }
    let unescaped = withRawBytes(of: index) { raw in Array(UnescapedBytes(raw)) }
    return try unescaped.withUnsafeBufferPointer(body)
  }

  /// The index of the value under a key of an object, of the last of several; nil when there is none.
  ///
  /// It is asked a dozen times for every line: length, then bytes, in plain memory.
  func place(of key: UnsafeBufferPointer<UInt8>, in object: Int) -> Int? {
    nodes.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: JSONNode.self) { nodes in
        let text = UnsafeRawBufferPointer(rebasing: bytes[textStart...])
        let end = Int(nodes[object].next)
        var position = object + 1
        while position < end {
          let node = nodes[position]
          if Int(node.count) == key.count || node.traits.contains(.hasEscape),
            !node.traits.contains(.isSuperseded), isSame(node, position, key, text)
          {
            return position + 1
          }
          position = Int(nodes[position + 1].next)
        }
        return nil
      }
    }
  }

  @inline(__always)
  private func isSame(
    _ node: JSONNode, _ index: Int, _ key: UnsafeBufferPointer<UInt8>,
    _ text: UnsafeRawBufferPointer
  ) -> Bool {
    if node.traits.contains(.hasEscape) {
      return withStringBytes(of: index) { $0.elementsEqual(key) }
    }
    let start = Int(node.start)
    for place in key.indices where text[start + place] != key[place] { return false }
    return true
  }
}

extension JSONTape {
  /// The offset of a value's first byte (of a string: behind the quotation mark).
  ///
  /// A container's node keeps no offset: it is the first bracket behind the node before it.
  func beginning(of index: Int) -> Int {
    let node = nodes[index]
    guard node.kind == .array || node.kind == .object else { return Int(node.start) }
    var position = 0
    if index > 0 {
      let before = nodes[index - 1]
      let isContainer = before.kind == .array || before.kind == .object
      position = isContainer ? beginning(of: index - 1) + 1 : Int(before.start + before.count)
    }
    let bracket = UInt8(ascii: node.kind == .array ? "[" : "{")
    return withText { text in text[position...].firstIndex(of: bracket) } ?? position
  }
}
