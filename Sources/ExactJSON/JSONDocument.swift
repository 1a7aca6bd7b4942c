/// A parsed JSON text: a copy of its bytes and a flat tape of its values.
///
/// Parsing is strict (RFC 8259 in UTF-8) and exact: numbers keep their digits, all members stay.
/// One document can parse line after line; its storage is used again while no ``JSONValue`` of an
/// earlier line is still held.
public struct JSONDocument: Sendable {
  /// How deep arrays and objects may nest unless the caller says otherwise.
  public static let standardMaximumDepth = 512

  /// Zero bytes that follow the text while it is parsed: a zero is no token, so it ends every loop.
  private static let padding = 8

  private var tape = JSONTape()
  /// The text while it is parsed, padded so that words can be read past its end.
  private var text: [UInt8] = []

  /// Makes a document that holds `null` until a text is parsed.
  public init() { reset() }

  /// Parses the bytes of a text.
  public init(_ text: some Collection<UInt8>) throws(JSONFault) {
    self.init()
    self.text.append(contentsOf: text)
    try finish(maximumDepth: Self.standardMaximumDepth)
  }

  /// Parses a text.
  public init(_ text: String) throws(JSONFault) { try self.init(text.utf8) }

  /// Parses another text in place of the present one; after a fault the document holds `null`.
  public mutating func parse(
    _ text: UnsafeRawBufferPointer, maximumDepth: Int = standardMaximumDepth
  ) throws(JSONFault) {
    self.text.removeAll(keepingCapacity: true)
    self.text.append(contentsOf: text)
    try finish(maximumDepth: maximumDepth)
  }

  /// The value the text writes.
  public var root: JSONValue { JSONValue(tape: tape, index: 0) }

  private mutating func finish(maximumDepth: Int) throws(JSONFault) {
    let count = text.count
    guard count < Int32.max else {
      reset()
      throw JSONFault(.textTooLong, at: Int(Int32.max))
    }
    text.append(contentsOf: repeatElement(0, count: Self.padding))
    var nodes = tape.takeNodes()
    let fault = text.withUnsafeBufferPointer { buffer -> JSONFault? in
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
    if let fault {
      reset()
      throw fault
    }
    text.withUnsafeBytes { bytes in
      tape.fill(nodes, text: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }
    // A long text is not kept twice.
    if count > Self.largestKept { text = [] }
  }

  /// Bytes of a text for which the memory is kept from one to the next.
  private static let largestKept = 64 << 10

  /// Leaves the one value `null`.
  private mutating func reset() {
    text.removeAll(keepingCapacity: true)
    var nodes = tape.takeNodes()
    nodes.append(JSONNode(start: 0, count: 0, next: 1, kind: .null, traits: []))
    tape.fill(nodes, text: UnsafeRawBufferPointer(start: nil, count: 0))
  }
}
