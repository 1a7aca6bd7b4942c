/// A writer of compact JSON, byte by byte into one array.
///
/// The caller opens and closes in order; commas and colons come by themselves.
/// Only what must be escaped is: the quotation mark, the backslash and control characters.
public struct JSONWriter: Sendable {
  /// The text so far.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init() {}

  public mutating func beginObject() { begin(UInt8(ascii: "{")) }
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Writes the key of the value that comes next.
  public mutating func key(_ key: String) {
    separate()
    quote(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a key given as UTF-8.
  public mutating func key(_ key: UnsafeBufferPointer<UInt8>) {
    separate()
    quote(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func string(_ text: String) {
    separate()
    quote(text)
  }

  /// Writes a string given as UTF-8.
  public mutating func string(_ text: UnsafeBufferPointer<UInt8>) {
    separate()
    quote(text)
  }

  public mutating func number(_ value: some FixedWidthInteger) {
    separate()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes a double in the shortest form that reads back as the same; what JSON cannot say becomes `null`.
  public mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Writes a number as the caller spells it; it must be one by the grammar of JSON.
  public mutating func number(text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  mutating func number(digits: UnsafeBufferPointer<UInt8>) {
    separate()
    bytes.append(contentsOf: digits)
  }

  public mutating func bool(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes the compact form of a parsed value.
  public mutating func raw(_ value: JSONValue) { value.write(to: &self) }

  /// Ends a line of NDJSON; the next value stands on its own.
  public mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Forgets what was written.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
    needsComma = false
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  @inline(__always)
  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func quote(_ text: String) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { quote($0) }
    if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { quote($0) } }
  }

  private mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
    bytes.append(.quote)
    var plain = 0
    for (index, byte) in text.enumerated() where byte < 0x20 || byte == .quote || byte == .backslash
    {
      bytes.append(contentsOf: text[plain..<index])
      plain = index + 1
      escape(byte)
    }
    bytes.append(contentsOf: text[plain...])
    bytes.append(.quote)
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(.backslash)
    if let letter = JSONEscapes.letter(for: byte) {
      bytes.append(letter)
    } else {
      let digits: StaticString = "0123456789abcdef"
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(digits.utf8Start[Int(byte >> 4)])
      bytes.append(digits.utf8Start[Int(byte & 15)])
    }
  }
}
