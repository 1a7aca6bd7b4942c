/// How many columns a terminal gives to texts, and texts made fit for one.
enum DisplayWidth {
  /// Columns of a text: wide East Asian characters and emoji take two, marks none.
  static func columns(of text: String) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.properties.isEmojiPresentation || scalars.contains(where: { $0 == "\u{FE0F}" }) {
      return 2
    }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return wide.contains { $0.contains(first.value) } ? 2 : 1
    }
  }

  /// The blocks whose characters are drawn over two columns (Unicode, East Asian Width W and F).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]

  /// The text cut to at most `limit` columns, with `…` at the end where something is missing.
  static func cut(_ text: String, to limit: Int) -> String {
    guard columns(of: text) > limit else { return text }
    var kept = ""
    var used = 1  // the mark itself
    for character in text {
      used += columns(of: character)
      if used > limit { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// The text filled up with blanks to `width` columns.
  static func pad(_ text: String, to width: Int, right: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - columns(of: text)))
    return right ? blanks + text : text + blanks
  }

  /// The text without anything that could steer a terminal or turn the direction of writing.
  static func harmless(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate:
        result.append("\u{FFFD}")
      case .format where scalar != "\u{200D}":  // the joiner of emoji
        result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
