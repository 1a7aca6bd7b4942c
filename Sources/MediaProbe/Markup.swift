/// The beginning of an XML or HTML text, read up to its root element.
///
/// Skips what may stand before it (declaration, comments, instructions, document type) of any
/// length, then tells a drawing from a page from other XML.
struct Markup {
  private let text: ByteView
  /// The last bytes of the body.
  private let end: ByteView
  private var position = 0
  private var isDeclared = false
  private var isHTMLType = false
  private var isDrawingType = false

  init(_ text: ByteView, end: ByteView) {
    self.text = text
    self.end = end
  }

  /// MIME types of root elements in a text with an XML declaration; others are left to libmagic.
  private static let declaredRoots: [(root: StaticString, mimeType: String)] = [
    ("html", "text/xml"), ("Error", "text/xml"), ("error", "text/xml"),
    ("ErrorResponse", "text/xml"), ("ListBucketResult", "text/xml"),
  ]

  /// Elements that begin a page or a fragment of one; a blank, `>` or `/` must follow.
  private static let pageElements: [StaticString] = [
    "html", "head", "body", "title", "meta", "link", "base", "style", "script", "noscript",
    "iframe", "frameset", "object", "embed", "div", "span", "p", "a", "b", "i", "u", "br", "hr",
    "em", "strong", "small", "font", "center", "pre", "code", "blockquote", "table", "thead",
    "tbody", "tr", "td", "th", "ul", "ol", "li", "dl", "h1", "h2", "h3", "h4", "h5", "h6", "img",
    "picture", "figure", "form", "input", "button", "label", "main", "nav", "header", "footer",
    "section", "article", "aside", "template",
  ]

  consuming func decide() -> String? {
    var markup = self
    guard markup.skipPreamble() else { return markup.withoutRoot }
    return markup.byRoot
  }

  /// The type when the text ends before the root element.
  private var withoutRoot: String? {
    if isDrawingType { return "image/svg+xml" }
    return isDeclared ? "text/xml" : isHTMLType ? "text/html" : nil
  }

  private var byRoot: String? {
    if isHTMLType && !isDeclared { return "text/html" }
    let name = nameEnd(from: position + 1)
    // A prefix does not matter: <svg:svg> is a drawing.
    let colon = text.slice(0, name).find(":", from: position + 1)
    let local = colon.map { $0 + 1 } ?? position + 1
    if isElement("svg", at: local) { return "image/svg+xml" }
    if isDeclared {
      return Self.declaredRoots.first { isElement($0.root, at: local) }?.mimeType
    }
    if Self.pageElements.contains(where: { isElement($0, at: position + 1, caseless: true) }) {
      return "text/html"
    }
    return closes(position + 1, name) ? "text/xml" : nil
  }

  /// Stands on the `<` of the root element afterwards; false when there is none to be seen.
  private mutating func skipPreamble() -> Bool {
    if text.has("<?xml"), text[5].map(ByteView.isBlank) == true {
      isDeclared = true
    }
    while true {
      position = text.skip(from: position, while: ByteView.isBlank)
      guard text[position] == UInt8(ascii: "<"), let next = text[position + 1] else { return false }
      if text.has("<!--", at: position) {
        guard jump(behind: "-->", from: position + 4) else { return false }
      } else if next == UInt8(ascii: "?"), isDeclared || text.has("<?xml-", at: position) {
        guard jump(behind: "?>", from: position + 2) else { return false }
      } else if text.hasCaseless("<!doctype", at: position) {
        guard skipDocumentType() else { return false }
      } else {
        return true
      }
    }
  }

  private mutating func jump(behind mark: StaticString, from start: Int) -> Bool {
    guard let found = text.find(mark, from: start) else { return false }
    position = found + mark.utf8CodeUnitCount
    return true
  }

  /// Skips `<!DOCTYPE name ... [ declarations ] >`.
  private mutating func skipDocumentType() -> Bool {
    let name = text.skip(from: position + 9, while: ByteView.isBlank)
    isHTMLType = isElement("html", at: name, caseless: true)
    isDrawingType = isElement("svg", at: name)
    var brackets = 0
    var index = name
    while let byte = text[index] {
      switch byte {
      case UInt8(ascii: "["): brackets += 1
      case UInt8(ascii: "]"): brackets -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        index = text.skip(from: index + 1) { $0 != byte }
      case UInt8(ascii: ">") where brackets <= 0:
        position = index + 1
        return true
      default: break
      }
      index += 1
    }
    return false
  }

  /// Whether an element of that name stands at `index`, ended as a name ends.
  private func isElement(_ name: StaticString, at index: Int, caseless: Bool = false) -> Bool {
    guard caseless ? text.hasCaseless(name, at: index) : text.has(name, at: index) else {
      return false
    }
    return nameEnd(from: index) == index + name.utf8CodeUnitCount
      && text[index + name.utf8CodeUnitCount] != nil
  }

  private func nameEnd(from index: Int) -> Int {
    text.skip(from: index) {
      !ByteView.isBlank($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
    }
  }

  /// Whether the body ends with the end tag of the element whose name lies there.
  private func closes(_ start: Int, _ nameEnd: Int) -> Bool {
    let length = nameEnd - start
    guard length > 0, let first = text[start], first | 0x20 >= 0x61, first | 0x20 <= 0x7A else {
      return false
    }
    var last = end.count - 1
    while let byte = end[last], ByteView.isBlank(byte) { last -= 1 }
    let tag = last - length - 2
    guard end[last] == UInt8(ascii: ">"), end.has("</", at: tag) else { return false }
    return (0..<length).allSatisfy { end[tag + 2 + $0] == text[start + $0] }
  }
}
