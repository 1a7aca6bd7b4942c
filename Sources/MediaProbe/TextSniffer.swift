/// Texts that their beginning names: pages, drawings, XML, JSON and playlists.
///
/// libmagic stumbles over byte-order marks, blanks and comments, does not know fragments of pages,
/// and needs milliseconds for a text.
enum TextSniffer {
  /// How much of a text is read; what has not shown itself by then is left to libmagic.
  private static let reach = 64 * 1024

  static func decide(_ body: BodyView) -> String? {
    if let wide = WideText(body.head) {
      return wide.narrowed.withUnsafeBytes {
        Markup(ByteView($0), end: ByteView(UnsafeRawBufferPointer(start: nil, count: 0))).decide()
      }
    }
    var start = body.head.has(utf8Mark) ? 3 : 0
    if body.head.has("#EXTM3U", at: start) { return "application/vnd.apple.mpegurl" }
    start = body.head.skip(from: start, while: ByteView.isBlank)
    let text = body.head.slice(start, reach)
    switch text[0] {
    case UInt8(ascii: "<"): return Markup(text, end: body.tail).decide()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return JSONBeginning.isJSON(text, isCut: body.isCut) ? "application/json" : nil
    default: return nil
    }
  }

  private static let utf8Mark: StaticString = "\u{FEFF}"

  /// Whether a text would be so short, and not ASCII, that it is more likely the start of a picture.
  static func isTooShortForText(_ head: ByteView) -> Bool {
    head.count < 4 && head.skip(from: 0) { $0 < 0x80 } < head.count
  }

  /// Whether the first bytes look like text, for which libmagic needs more time than for others.
  static func looksLikeText(_ head: ByteView) -> Bool {
    let beginning = head.prefix(256)
    return beginning.skip(from: 0) { $0 >= 0x20 || ByteView.isBlank($0) || $0 == 0x1B }
      == beginning.count
  }
}

/// Text in UTF-16, with its mark or recognised by a `<` and the zero beside it.
struct WideText {
  /// The text with one byte per unit; whatever is not ASCII is a `?`.
  let narrowed: [UInt8]

  init?(_ head: ByteView) {
    let bigEndian: Bool
    switch (head[0], head[1], head[2], head[3]) {
    case (0xFF, 0xFE, _, _), (0x3C, 0, .some, 0): bigEndian = false
    case (0xFE, 0xFF, _, _), (0, 0x3C, 0, .some): bigEndian = true
    default: return nil
    }
    let marked = head[0] == 0xFF || head[0] == 0xFE
    let units = stride(from: marked ? 2 : 0, to: min(head.count, 16 * 1024), by: 2)
    narrowed = units.compactMap { at -> UInt8? in
      head.big16(at).map { unit in
        let unit = UInt16(truncatingIfNeeded: unit)
        return UInt8(exactly: bigEndian ? unit : unit.byteSwapped).flatMap { $0 < 0x80 ? $0 : nil }
          ?? UInt8(ascii: "?")
      }
    }
  }
}
