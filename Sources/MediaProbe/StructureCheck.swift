/// Whether a picture has the parts its format cannot do without (A5c): JPEG, PNG and GIF only.
enum StructureCheck {
  private static let table: [String: @Sendable (BodyView) -> Structure] = [
    "image/jpeg": JPEGStructure.judge,
    "image/png": PNGStructure.judge,
    "image/gif": GIFStructure.judge,
  ]

  static func judge(_ body: BodyView, as mimeType: String) -> Structure {
    table[mimeType]?(body) ?? .notJudged
  }

  /// What a walk through the head came to.
  enum Walk: Equatable {
    /// All that is needed has been seen, perhaps the end mark too.
    case found(end: Bool)
    /// A needed part is missing, or a part is none that a decoder could use.
    case broken
    /// The head ends before the question is settled.
    case headEnds
  }

  /// Joins the walk through the head with the look at the last bytes, where `isEnded` was seen or
  /// not.
  ///
  /// Without an end mark the body is cut off. Where the head does not settle the rest, a body
  /// with its end mark is not judged, and one of which all is known is broken.
  static func verdict(_ walk: Walk, of body: BodyView, isEnded: Bool) -> Structure {
    switch walk {
    case .broken: return .undecodable
    case .headEnds where !body.isCut: return .undecodable
    case .found(end: true): return .whole
    case .found, .headEnds:
      guard !body.tail.isEmpty else { return .notJudged }
      guard isEnded else { return .truncated }
      return walk == .headEnds ? .notJudged : .whole
    }
  }
}
