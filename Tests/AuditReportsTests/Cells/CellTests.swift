import AuditRules
import Testing

@testable import AuditReports

struct CellTests {
  static func cell(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.write(atMost: Pen.longestCell(text)) { $0.put(cell: text) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "A cell that a spreadsheet would run gets an apostrophe",
    arguments: [
      "=1+1", "+49", "+49 30 000000", "-20% heute", "-", "--5", "-.5", "-5.", "-1e5", "- 5",
      "@SUM(1)", "\tx", " =1", "   @x", "\u{A0}=1", "\u{3000}-x", "\u{FEFF}=1", "\u{200B}=1",
      "\u{2028}=1", "＝1", "＋1", "－1", "＠x", " ＝1", "=", "@",
    ])
  func guarded(_ text: String) { #expect(Self.cell(text) == "'" + text) }

  @Test(
    "Plain numbers and harmless texts stay as they are",
    arguments: [
      "-5.5", "-5", "5", "0.25", "-0.000", "812345678901234593", "a=1", "20% -", "'=1", "a@b",
      "(none)", "ü", "a;b", "a\tb", "€ =1", "1+1", "   ", "日本", "🎉 -", "~=", "/-",
    ])
  func unguarded(_ text: String) { #expect(Self.cell(text) == text) }

  @Test(
    "Cells are quoted only where they must be, and bytes stay",
    arguments: [
      ("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""), ("a\nb", "\"a\nb\""),
      ("a\r\nb", "\"a\r\nb\""), ("a\rb", "\"a\rb\""), ("a b", "a b"), ("", ""),
      ("\r=1", "\"'\r=1\""), ("\n=1", "\"'\n=1\""), ("=a,b", "\"'=a,b\""), ("\n a", "\"\n a\""),
      ("a\0b", "a\u{FFFD}b"), ("\0\"", "\"\u{FFFD}\"\"\""), ("a,\0", "\"a,\u{FFFD}\""),
      ("e\u{301}", "e\u{301}"), ("-5,5", "\"'-5,5\""),
      ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
    ])
  func quoted(_ text: String, _ expected: String) {
    #expect(Array(Self.cell(text).utf8) == Array(expected.utf8))
  }

  @Test(
    "The strict reader gets every text back",
    arguments: ["Zeile 1\nZeile 2\r\n\"Zitat\"; Ende", "a,b;c\td", "\"", "\"\"", ",", "\r\n"])
  func readBack(_ text: String) throws {
    var bytes: [UInt8] = []
    bytes.append(csvHeader: ["x", "y"])
    bytes.write(atMost: 2 * Pen.longestCell(text) + 3) { pen in
      pen.put(cell: text)
      pen.putComma()
      pen.put(cell: text)
      pen.putRowEnd()
    }
    // Guarded texts differ by the apostrophe alone.
    let shown = text.utf8.first == 13 ? "'" + text : text
    #expect(try CSVReader.rows(bytes) == [["x", "y"], [shown, shown]])
  }

  @Test(
    "The reader of these tests refuses what RFC 4180 does not allow",
    arguments: [
      ("a\n", CSVReader.Fault.bareLineBreak), ("a\rb", .bareLineBreak), ("a\"b\r\n", .bareQuote),
      ("\"a\"b\r\n", .textBehindQuote), ("\"a", .openQuote), ("a", .noFinalLineBreak),
      ("a\r\nb,c\r\n", .raggedRow(1)),
    ])
  func strictReader(_ text: String, _ fault: CSVReader.Fault) {
    #expect(throws: fault) { try CSVReader.rows([0xEF, 0xBB, 0xBF] + Array(text.utf8)) }
    #expect(throws: CSVReader.Fault.noByteOrderMark) { try CSVReader.rows(Array(text.utf8)) }
  }

  @Test("Every case's byte is its place in the list")
  func places() {
    #expect(Reason.allCases.map(\.place) == Array(0..<Reason.allCases.count))
    #expect(Outcome.allCases.map(\.place) == Array(0..<Outcome.allCases.count))
  }
}
