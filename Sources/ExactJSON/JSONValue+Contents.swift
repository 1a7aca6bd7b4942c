extension JSONValue {
  /// The members of an object in the order written, all of several with one key; none of any other value.
  public var members: Members { Members(tape: tape, container: kind == .object ? index : nil) }

  /// The elements of an array; none of any other value.
  public var elements: Elements { Elements(tape: tape, container: kind == .array ? index : nil) }

  /// Calls `body` with the bytes of each key of an object, escapes undone; never of any other value.
  ///
  /// No bytes are copied unless a key is written with an escape. The bytes live as long as the call.
  public func forEachKey(_ body: (UnsafeRawBufferPointer) -> Void) {
    _ = containsKey {
      body($0)
      return false
    }
  }

  /// Whether some key of an object satisfies a condition; false of any other value.
  ///
  /// The condition gets the key's bytes as ``forEachKey(_:)`` does.
  public func containsKey(where condition: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    guard kind == .object else { return false }
    let end = Int(node.next)
    var position = index + 1
    while position < end {
      let isFound = tape.withStringBytes(of: position) { condition(UnsafeRawBufferPointer($0)) }
      if isFound { return true }
      position = Int(tape.nodes[position + 1].next)
    }
    return false
  }

  /// The members of one object.
  public struct Members: Sequence, IteratorProtocol, Sendable {
    private let tape: JSONTape
    private var position: Int
    private let end: Int

    init(tape: JSONTape, container: Int?) {
      self.tape = tape
      self.position = container.map { $0 + 1 } ?? 0
      self.end = container.map { Int(tape.nodes[$0].next) } ?? 0
    }

    public mutating func next() -> (key: String, value: JSONValue)? {
      guard position < end else { return nil }
      let key = tape.withStringBytes(of: position) { String(decoding: $0, as: UTF8.self) }
      let value = JSONValue(tape: tape, index: position + 1)
      position = Int(value.node.next)
      return (key, value)
    }
  }

  /// The elements of one array.
  public struct Elements: Sequence, IteratorProtocol, Sendable {
    private let tape: JSONTape
    private var position: Int
    private let end: Int

    init(tape: JSONTape, container: Int?) {
      self.tape = tape
      self.position = container.map { $0 + 1 } ?? 0
      self.end = container.map { Int(tape.nodes[$0].next) } ?? 0
    }

    public mutating func next() -> JSONValue? {
      guard position < end else { return nil }
      let value = JSONValue(tape: tape, index: position)
      position = Int(value.node.next)
      return value
    }
  }
}
