/// The compact form: no blanks, escapes undone wherever UTF-8 can hold the character, numbers as
/// written, of members with one key the last only.
extension JSONValue {
  /// How many UTF-8 bytes the shortest compact JSON of this value has.
  ///
  /// Example: `{ "a" : "\u00e9\/\n" , "a" : "x" }` counts as the nine bytes `{"a":"x"}`.
  public var compactByteCount: Int {
    var total = 0
    var position = index
    let end = Int(node.next)
    while position < end {
      let node = tape.nodes[position]
      if node.traits.contains(.isSuperseded) {
        total -= 1  // its object counted a comma for it
        position = Int(tape.nodes[position + 1].next)
        continue
      }
      switch node.kind {
      case .null, .bool, .number: total += Int(node.count)
      case .array, .object: total += 2 + Swift.max(0, Int(node.count) - 1)
      case .string: total += 2 + compactLength(ofString: position, node)
      }
      if node.traits.contains(.isKey) { total += 1 }
      position += 1
    }
    return total
  }

  private func compactLength(ofString position: Int, _ node: JSONNode) -> Int {
    // Without an escape nothing in the string needs one.
    guard node.traits.contains(.hasEscape) else { return Int(node.count) }
    return tape.withRawBytes(of: position) { raw in
      UnescapedBytes(raw).reduce(0) { $0 + JSONEscapes.writtenLength(of: $1) }
    }
  }

  /// The compact JSON of this value.
  public var exactText: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Writes the compact JSON of this value.
  public func write(to writer: inout JSONWriter) {
    var position = index
    let end = Int(node.next)
    var openEnds: [(end: Int, kind: JSONKind)] = []
    while position < end {
      let node = tape.nodes[position]
      if node.traits.contains(.isSuperseded) {
        position = Int(tape.nodes[position + 1].next)
      } else {
        writeNode(position, node, to: &writer)
        if node.kind == .object || node.kind == .array {
          openEnds.append((Int(node.next), node.kind))
        }
        position += 1
      }
      while let open = openEnds.last, open.end == position {
        if open.kind == .object { writer.endObject() } else { writer.endArray() }
        openEnds.removeLast()
      }
    }
  }

  private func writeNode(_ position: Int, _ node: JSONNode, to writer: inout JSONWriter) {
    switch node.kind {
    case .object: writer.beginObject()
    case .array: writer.beginArray()
    case .null: writer.null()
    case .bool: writer.bool(node.traits.contains(.isTrue))
    case .number: tape.withRawBytes(of: position) { writer.number(digits: $0) }
    case .string:
      tape.withStringBytes(of: position) { bytes in
        if node.traits.contains(.isKey) { writer.key(bytes) } else { writer.string(bytes) }
      }
    }
  }
}
