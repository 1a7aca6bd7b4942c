/// Why a text is not JSON, and where.
public struct JSONFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What can be wrong with a text; the list is closed, so that faults can be counted.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case invalidUTF8, emptyText, unexpectedByte, unexpectedEnd, trailingText
    case badNumber, badEscape, loneSurrogate, controlCharacter
    case tooDeep, textTooLong
  }

  /// What the grammar allowed at the place of an unexpected byte or end.
  enum Expectation: String, Hashable {
    case value = "a value"
    case key = "a key in quotation marks"
    case keyOrEnd = "a key in quotation marks or '}'"
    case colon = "':'"
    case commaOrBrace = "',' or '}'"
    case commaOrBracket = "',' or ']'"
    case literal = "true, false or null"
    case closingQuote = "the closing quotation mark"
    case nothing = "nothing more"
  }

  /// The closed code.
  public let kind: Kind
  /// The 1-based column, in bytes, of the first byte that cannot stand; one past the last when bytes are missing.
  public let column: Int
  let expectation: Expectation

  init(_ kind: Kind, at offset: Int, expected expectation: Expectation = .value) {
    self.kind = kind
    self.column = offset + 1
    self.expectation = expectation
  }

  /// One sentence that says what is wrong and in which column.
  public var message: String { "\(sentence) (column \(column))" }

  public var description: String { message }

  private var sentence: String {
    switch kind {
    case .invalidUTF8: "the bytes are not UTF-8"
    case .emptyText: "there is no JSON value"
    case .unexpectedByte: "\(expectation.rawValue) was expected"
    case .unexpectedEnd: "the text ends where \(expectation.rawValue) was expected"
    case .trailingText: "text follows the end of the JSON value"
    case .badNumber: "a number is not written as JSON wants it"
    case .badEscape: "a backslash is followed by no escape that JSON knows"
    case .loneSurrogate: "an escape names one half of a surrogate pair"
    case .controlCharacter: "a control character stands unescaped in a string"
    case .tooDeep: "the nesting is too deep"
    case .textTooLong: "the text is longer than 2 GiB"
    }
  }
}
