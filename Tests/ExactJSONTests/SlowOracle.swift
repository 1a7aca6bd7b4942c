/// A second reading of RFC 8259, written for clearness only: does this text hold one JSON value?
///
/// It shares nothing with the parser under test: recursive, over Unicode scalars, in the RFC's own words.
struct SlowOracle {
  private var rest: ArraySlice<Unicode.Scalar>

  /// Says whether the bytes are one JSON value in UTF-8, nested no deeper than `depth`.
  static func accepts(_ bytes: [UInt8], depth: Int = 512) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    var oracle = SlowOracle(rest: Array(text.unicodeScalars)[...])
    return oracle.element(depth) && oracle.rest.isEmpty
  }

  /// element = ws value ws
  private mutating func element(_ depth: Int) -> Bool {
    blanks()
    guard value(depth) else { return false }
    blanks()
    return true
  }

  private mutating func value(_ depth: Int) -> Bool {
    if ["true", "false", "null"].contains(where: { take($0) }) { return true }
    if take("{") { return depth > 0 && list(until: "}") { $0.member(depth - 1) } }
    if take("[") { return depth > 0 && list(until: "]") { $0.element(depth - 1) } }
    // A string that fails half-way must not be read on as a number.
    return rest.first == "\"" ? string() : number()
  }

  private mutating func list(until end: String, _ item: (inout Self) -> Bool) -> Bool {
    blanks()
    if take(end) { return true }
    repeat {
      guard item(&self) else { return false }
    } while take(",")
    return take(end)
  }

  private mutating func member(_ depth: Int) -> Bool {
    blanks()
    guard string() else { return false }
    blanks()
    return take(":") && element(depth)
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    var wantsLowSurrogate = false
    while let scalar = rest.popFirst() {
      var unit: UInt32?
      if scalar == "\\" {
        guard let letter = rest.popFirst() else { return false }
        if letter == "u" {
          let digits = String(String.UnicodeScalarView(rest.prefix(4)))
          guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
            let code = UInt32(digits, radix: 16)
          else { return false }
          rest = rest.dropFirst(4)
          unit = code
        } else {
          guard "\"\\/bfnrt".unicodeScalars.contains(letter) else { return false }
        }
      } else if scalar == "\"" {
        return !wantsLowSurrogate
      } else if scalar.value < 0x20 {
        return false
      }
      let isLow = unit.map { (0xDC00...0xDFFF).contains($0) } ?? false
      guard isLow == wantsLowSurrogate else { return false }
      wantsLowSurrogate = unit.map { (0xD800...0xDBFF).contains($0) } ?? false
    }
    return false
  }

  /// number = [ minus ] int [ frac ] [ exp ]
  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0") {
      guard digits() else { return false }
    }
    if take(".") {
      guard digits() else { return false }
    }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      guard digits() else { return false }
    }
    return true
  }

  private mutating func digits() -> Bool {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    rest = rest.dropFirst(digits.count)
    return !digits.isEmpty
  }

  private mutating func blanks() {
    rest = rest.drop { [" ", "\t", "\n", "\r"].contains($0) }
  }

  private mutating func take(_ word: String) -> Bool {
    guard rest.starts(with: word.unicodeScalars) else { return false }
    rest = rest.dropFirst(word.unicodeScalars.count)
    return true
  }
}
