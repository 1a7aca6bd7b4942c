/// A path to one value inside a JSON text, as RFC 6901 writes it: `/message/apns/payload`, `/items/0/id`.
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
  /// The pointer as it was written.
  public let text: String
  /// The names and places on the way, `~1` and `~0` undone; none for the whole text.
  public let steps: [String]

  /// Reads a pointer; the empty text points at the whole value.
  public init(_ text: String) throws(JSONPointerFault) {
    self.text = text
    guard !text.isEmpty else {
      steps = []
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else {
      throw JSONPointerFault(kind: .missingSlash, text: text)
    }
    var steps: [String] = []
    for part in text.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      guard let step = Self.unescape(part) else {
        throw JSONPointerFault(kind: .badTilde, text: text)
      }
      steps.append(step)
    }
    self.steps = steps
  }

  public var description: String { text }

  private static func unescape(_ part: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = part[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Why a text is no JSON Pointer.
public struct JSONPointerFault: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case missingSlash, badTilde
  }

  public let kind: Kind
  /// The text that was to be a pointer.
  public let text: String

  /// One sentence that says what is wrong and what would be right.
  public var message: String {
    switch kind {
    case .missingSlash:
      "'\(text)' is no JSON Pointer: it must begin with a slash, as in '/\(text)'"
    case .badTilde:
      "'\(text)' is no JSON Pointer: write '~0' for a tilde and '~1' for a slash in a name"
    }
  }

  public var description: String { message }
}

extension JSONValue {
  /// The value a pointer leads to from here; nil when there is none.
  public func pointer(_ pointer: JSONPointer) -> JSONValue? {
    var value = self
    for step in pointer.steps {
      let next =
        value.kind == .array ? Self.place(step).flatMap { value[$0] } : value[step]
      guard let next else { return nil }
      value = next
    }
    return value
  }

  /// Reads an array place: digits without a leading zero (RFC 6901, section 4).
  private static func place(_ step: String) -> Int? {
    let digits = step.utf8
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      digits.count == 1 || digits.first != UInt8(ascii: "0")
    else { return nil }
    return Int(step)
  }
}
