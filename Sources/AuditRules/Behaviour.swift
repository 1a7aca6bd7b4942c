/// A point at which the extension's code takes one of its branches (rows of sections K, U and O).
public enum Situation: UInt8, Sendable, CaseIterable {
  // K: the key look-up.
  case noMediaURL, mediaURLEmpty, mediaURLNotText
  /// U1: the parser gives nil for a string that has a path extension.
  case unparsableWithExtension
  /// U1: the parser gives nil for a string without a path extension.
  case unparsable
  // U3: schemes that the URL session loads without HTTP.
  case localFile, dataURL
  /// O: the URL session calls back with an error.
  case transportError
  /// T6: the system's time limit ran out.
  case tooSlow
  /// T8: an answer whose status is outside 200...299.
  case errorStatus
  /// N1...N4b: the file cannot be moved to its new name.
  case moveFails
  /// N4: the old parser gives nil for the last path component.
  case componentIsNil
  /// A7: the system refuses to make the attachment.
  case creationFails
  /// A5: the attachment is made of bytes that cannot be drawn.
  case notDrawable
  case allWell
  /// The payload lacks what the vendor's extension wants before it looks at the media.
  case foreignPayload
}

/// How an extension ends a situation: a cell of the tables K, U and O.
public enum Ending: UInt8, Sendable, CaseIterable {
  /// ORIG: original content by the handler.
  case original
  /// ALT: the alt rule decides about the body.
  case alt
  /// ALT, but the handler is never called: the system's time limit delivers it.
  case altAtExpiry
  /// CRASH: the extension dies, the original is delivered.
  case crash
  case blank
  case media
  /// The extension goes on as if all were well, so the bytes decide.
  case byBytes
  /// The handler is never called: the system's time limit delivers the original.
  case originalAtExpiry
}

/// One column of the tables K, U and O: an ending for each situation.
public struct Behaviour: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// Four bits a situation: one word, so that a profile is copied without reference counting.
  private var bits: UInt64 = 0

  /// Takes the table's cells; a situation that is not named ends as `original`.
  public init(dictionaryLiteral elements: (Situation, Ending)...) {
    for (situation, ending) in elements { self[situation] = ending }
  }

  public subscript(situation: Situation) -> Ending {
    get {
      Ending(rawValue: UInt8(truncatingIfNeeded: bits >> Self.shift(situation)) & 0xF) ?? .original
    }
    set {
      bits &= ~(0xF << Self.shift(situation))
      bits |= UInt64(newValue.rawValue) << Self.shift(situation)
    }
  }

  private static func shift(_ situation: Situation) -> UInt64 { UInt64(situation.rawValue) * 4 }
}
