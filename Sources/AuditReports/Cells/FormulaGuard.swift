/// Decides which texts a spreadsheet would take for a formula.
///
/// The first character counts, behind blanks and line breaks too: `=`, `+`, `-`, `@` and their
/// full-width forms, a tab or a carriage return. Plain numbers (`-5.5`) stay numbers.
enum FormulaGuard {
  /// Whether the cell needs an apostrophe in front.
  static func mustGuard(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"):
        return !isPlainNumber(text)
      case UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        return true
      case UInt8(ascii: " "), UInt8(ascii: "\n"), 0x0B, 0x0C:
        index += 1
      case ..<0x80:
        return false
      default:
        if fullWidthSigns.contains(where: { stands($0, in: text, at: index) }) { return true }
        guard let blank = wideBlanks.first(where: { stands($0, in: text, at: index) }) else {
          return false
        }
        index += blank.utf8.count
      }
    }
    return false
  }

  /// What an East Asian input method types for the four signs; some spreadsheets take them for these.
  private static let fullWidthSigns = ["\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}"]

  /// Blanks and line breaks beyond ASCII that a spreadsheet may trim away.
  private static let wideBlanks = [
    "\u{85}", "\u{A0}", "\u{2028}", "\u{2029}", "\u{200B}", "\u{3000}", "\u{FEFF}",
  ]

  private static func stands(
    _ word: String, in text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Bool {
    text[index...].starts(with: word.utf8)
  }

  /// Whether the whole text is an optional minus, digits and an optional fraction.
  private static func isPlainNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    func isDigits(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
      !part.isEmpty && part.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }
    let unsigned = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    guard let point = unsigned.firstIndex(of: UInt8(ascii: ".")) else { return isDigits(unsigned) }
    return isDigits(unsigned[..<point]) && isDigits(unsigned[(point + 1)...])
  }
}
