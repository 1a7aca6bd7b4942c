/// One value of a document: a cursor that is cheap to copy and keeps the document alive.
public struct JSONValue: Sendable {
  let tape: JSONTape
  let index: Int

  var node: JSONNode { tape.nodes[index] }

  /// What the value is.
  public var kind: JSONKind { node.kind }

  /// The truth value, nil when this is none.
  public var bool: Bool? { kind == .bool ? node.traits.contains(.isTrue) : nil }

  /// The text of a string with its escapes undone, nil when this is no string.
  public var string: String? {
    withStringBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// A number exactly as it is written (`9007199254740993`, `1e400`), nil when this is no number.
  public var numberText: String? {
    guard kind == .number else { return nil }
    return tape.withRawBytes(of: index) { String(decoding: $0, as: UTF8.self) }
  }

  /// The nearest double of a number (infinite beyond its range), nil when this is no number.
  public var double: Double? {
    guard kind == .number else { return nil }
    // A lone digit, as flags are written, needs no parser.
    if node.count == 1 { return tape.withRawBytes(of: index) { Double($0[0] - UInt8(ascii: "0")) } }
    return numberText.flatMap { Double($0) }
  }

  /// A number written without fraction and exponent that an `Int` holds exactly, else nil.
  public var integer: Int? { numberText.flatMap { Int($0) } }

  /// How many members or elements a container has as written, duplicates included; 0 of any other value.
  public var count: Int { kind == .array || kind == .object ? Int(node.count) : 0 }

  /// Whether an object at or below this value has two members with one key.
  public var containsDuplicateKey: Bool { node.traits.contains(.holdsDuplicate) }

  /// Calls `body` with the bytes of a string, escapes undone; nil when this is no string.
  ///
  /// No bytes are copied unless the string is written with an escape. The bytes live as long as the call.
  public func withStringBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result? {
    guard kind == .string else { return nil }
    return try tape.withStringBytes(of: index) { try body(UnsafeRawBufferPointer($0)) }
  }

  /// The member of an object with this key, the last of several; nil when there is none.
  ///
  /// Keys are compared by their UTF-8 bytes: `é` in one code point is not `é` in two.
  public subscript(key: String) -> JSONValue? {
    guard kind == .object else { return nil }
    let found = key.utf8.withContiguousStorageIfAvailable { value(of: $0) }
    return found ?? Array(key.utf8).withUnsafeBufferPointer { value(of: $0) }
  }

  private func value(of key: UnsafeBufferPointer<UInt8>) -> JSONValue? {
    tape.place(of: key, in: index).map { JSONValue(tape: tape, index: $0) }
  }

  /// The element of an array at a place counted from 0; nil when there is none.
  public subscript(place: Int) -> JSONValue? {
    guard kind == .array, place >= 0, place < count else { return nil }
    return elements.dropFirst(place).first { _ in true }
  }
}

extension JSONValue {
  /// The 1-based line of the text on which the value begins.
  ///
  /// It counts line feeds from the text's beginning: made for messages, not for loops.
  public var line: Int {
    let beginning = tape.beginning(of: index)
    return 1 + tape.withText { text in text.prefix(beginning).count { $0 == UInt8(ascii: "\n") } }
  }
}
