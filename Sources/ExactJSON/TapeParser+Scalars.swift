/// Strings, numbers and the three words.
extension TapeParser {
  /// Reads a string or key whose quotation mark is at `position`.
  mutating func string(_ traits: JSONNode.Traits) throws(JSONFault) {
    let start = position + 1
    position = start
    var traits = traits
    scan: while true {
      position = Self.endOfPlainBytes(base, from: position)
      switch base[position] {
      case .quote: break scan
      case .backslash:
        traits.insert(.hasEscape)
        try escape()
      default:
        guard position < end else { throw unexpected(.closingQuote) }
        throw JSONFault(.controlCharacter, at: position)
      }
    }
    append(start, .string, traits)
    position += 1
  }

  /// Finds the first quotation mark, backslash or control character, eight bytes at a time.
  ///
  /// In each test the lowest byte flagged is a true hit: a borrow only runs upwards from one.
  @inline(__always)
  private static func endOfPlainBytes(_ base: UnsafePointer<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var position = start
    while true {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
      let quotes = word ^ ones &* UInt64(UInt8.quote)
      let backslashes = word ^ ones &* UInt64(UInt8.backslash)
      let controls = (word &- ones &* 0x20) & ~word
      let hits =
        ((quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | controls)
        & (ones &* 0x80)
      if hits != 0 { return position + hits.trailingZeroBitCount / 8 }
      position += 8
    }
  }

  /// Checks the escape whose backslash is at `position`, and steps over it.
  private mutating func escape() throws(JSONFault) {
    let start = position
    guard base[start + 1] == UInt8(ascii: "u") else {
      guard JSONEscapes.meaning(of: base[start + 1]) != nil else {
        guard start + 1 < end else {
          throw JSONFault(.unexpectedEnd, at: end, expected: .closingQuote)
        }
        throw JSONFault(.badEscape, at: start)
      }
      position += 2
      return
    }
    let first = try unit(at: start)
    position += 6
    guard first & 0xF800 == 0xD800 else { return }
    guard first < 0xDC00, base[position] == .backslash, base[position + 1] == UInt8(ascii: "u")
    else { throw JSONFault(.loneSurrogate, at: start) }
    guard try unit(at: position) & 0xFC00 == 0xDC00 else {
      throw JSONFault(.loneSurrogate, at: start)
    }
    position += 6
  }

  /// Reads the four digits of the `\u` at `offset`; the padding stands in for digits past the end.
  private func unit(at offset: Int) throws(JSONFault) -> UInt32 {
    var unit: UInt32 = 0
    for index in offset + 2..<offset + 6 {
      let digit = JSONEscapes.hexDigit(base[index])
      guard digit < 16 else {
        guard index < end else { throw JSONFault(.unexpectedEnd, at: end, expected: .closingQuote) }
        throw JSONFault(.badEscape, at: offset)
      }
      unit = unit << 4 | digit
    }
    return unit
  }

  /// Reads a number by the grammar of RFC 8259, section 6; its digits stay as they are written.
  mutating func number() throws(JSONFault) {
    let start = position
    if base[position] == UInt8(ascii: "-") { position += 1 }
    if base[position] == UInt8(ascii: "0") {
      position += 1
      guard !isDigit(base[position]) else { throw JSONFault(.badNumber, at: position) }
    } else {
      try digits()
    }
    if base[position] == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if base[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if base[position] == UInt8(ascii: "+") || base[position] == UInt8(ascii: "-") {
        position += 1
      }
      try digits()
    }
    append(start, .number, [])
  }

  @inline(__always)
  private mutating func digits() throws(JSONFault) {
    guard isDigit(base[position]) else { throw JSONFault(.badNumber, at: position) }
    repeat { position += 1 } while isDigit(base[position])
  }

  @inline(__always)
  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  mutating func literal(
    _ word: StaticString, _ kind: JSONKind, _ traits: JSONNode.Traits
  ) throws(JSONFault) {
    let start = position
    for index in 0..<word.utf8CodeUnitCount {
      guard base[position] == word.utf8Start[index] else { throw unexpected(.literal) }
      position += 1
    }
    append(start, kind, traits)
  }

  @inline(__always)
  private mutating func append(_ start: Int, _ kind: JSONKind, _ traits: JSONNode.Traits) {
    nodes.append(
      JSONNode(
        start: UInt32(truncatingIfNeeded: start),
        count: UInt32(truncatingIfNeeded: position - start),
        next: UInt32(truncatingIfNeeded: nodes.count + 1), kind: kind, traits: traits))
  }
}
