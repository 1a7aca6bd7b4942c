/// Bytes that a format has at its start, with gaps.
///
///     ["RIFF", .any(4), "WEBP"]
struct Pattern: ExpressibleByArrayLiteral {
  enum Piece: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case bytes([UInt8])
    case any(Int)

    init(stringLiteral text: String) { self = .bytes(Array(text.utf8)) }
    init(integerLiteral byte: UInt8) { self = .bytes([byte]) }
  }

  /// The wanted bytes with their places, in order.
  private let wanted: [(offset: Int, byte: UInt8)]

  init(arrayLiteral pieces: Piece...) {
    var wanted: [(offset: Int, byte: UInt8)] = []
    var offset = 0
    for piece in pieces {
      switch piece {
      case .bytes(let bytes):
        for byte in bytes {
          wanted.append((offset, byte))
          offset += 1
        }
      case .any(let count):
        offset += count
      }
    }
    self.wanted = wanted
  }

  /// The byte it must start with; nil when it starts with a gap.
  var firstByte: UInt8? { wanted.first.flatMap { $0.offset == 0 ? $0.byte : nil } }

  func matches(_ view: ByteView) -> Bool {
    wanted.allSatisfy { view[$0.offset] == $0.byte }
  }
}

/// A pattern and what it means: a type beyond doubt, or a rule that looks closer.
struct Signature: Sendable {
  /// A rule names the type or leaves the body to the next signature.
  typealias Rule = @Sendable (BodyView) -> String?

  let pattern: Pattern
  let rule: Rule

  init(_ pattern: Pattern, _ mimeType: String) {
    self.pattern = pattern
    rule = { _ in mimeType }
  }

  init(_ pattern: Pattern, rule: @escaping Rule) {
    self.pattern = pattern
    self.rule = rule
  }
}
