/// A parsed JSON text: a copy of its bytes and a flat tape of its values.
///
/// Parsing is strict (RFC 8259 in UTF-8) and exact: numbers keep their digits, all members stay.
/// One document can parse line after line; its storage is used again while no ``JSONValue`` of an
/// earlier line is still held.
public struct JSONDocument: Sendable {
  /// How deep arrays and objects may nest unless the caller says otherwise.
  public static let standardMaximumDepth = 512

  var tape = JSONTape()

  /// Makes a document that holds `null` until a text is parsed.
  public init() { reset() }

  /// Parses the bytes of a text.
  public init(_ text: some Collection<UInt8>) throws(JSONFault) {
    self.init()
    tape.text.removeAll(keepingCapacity: true)
    tape.text.append(contentsOf: text)
    try finish(maximumDepth: Self.standardMaximumDepth)
  }

  /// Parses a text.
  public init(_ text: String) throws(JSONFault) { try self.init(text.utf8) }

  /// Parses another text in place of the present one; after a fault the document holds `null`.
  public mutating func parse(
    _ text: UnsafeRawBufferPointer, maximumDepth: Int = standardMaximumDepth
  ) throws(JSONFault) {
    tape.text.removeAll(keepingCapacity: true)
    tape.text.append(contentsOf: text)
    try finish(maximumDepth: maximumDepth)
  }

  /// The value the text writes.
  public var root: JSONValue { JSONValue(tape: tape, index: 0) }

  private mutating func finish(maximumDepth: Int) throws(JSONFault) {
    let count = tape.text.count
    var nodes: [JSONNode] = []
    swap(&nodes, &tape.nodes)
    nodes.removeAll(keepingCapacity: true)
    guard count < Int32.max else {
      reset()
      throw JSONFault(.textTooLong, at: Int(Int32.max))
    }
    tape.text.append(contentsOf: repeatElement(0, count: JSONTape.padding))
    let fault = tape.text.withUnsafeBufferPointer { buffer -> JSONFault? in
      guard let base = buffer.baseAddress else { return JSONFault(.emptyText, at: 0) }
      // An ill-formed byte is named before any fault of grammar, wherever both stand.
      if let offset = UTF8Check.firstFault(base, count: count) {
        return JSONFault(.invalidUTF8, at: offset)
      }
      var parser = TapeParser(
        base: base, count: count, maximumDepth: maximumDepth, reusing: nodes)
      nodes = []
      defer { swap(&nodes, &parser.nodes) }
      do throws(JSONFault) { try parser.run() } catch { return error }
      return nil
    }
    tape.nodes = nodes
    if let fault {
      reset()
      throw fault
    }
  }

  /// Leaves the one value `null`.
  private mutating func reset() {
    tape.text.removeAll(keepingCapacity: true)
    tape.nodes.removeAll(keepingCapacity: true)
    tape.nodes.append(JSONNode(start: 0, count: 0, next: 1, kind: .null, traits: []))
  }
}
