/// What a look at the first and the last bytes of a body tells.
public struct Examination: Sendable, Equatable {
  public var type: DetectedType
  public var structure: Structure
  /// libmagic's own error, when it gave one instead of a type.
  public var note: String?

  public init(type: DetectedType, structure: Structure, note: String? = nil) {
    self.type = type
    self.structure = structure
    self.note = note
  }
}

/// Whether the body holds what its format cannot do without (A5c).
public enum Structure: String, Sendable, CaseIterable {
  case whole
  /// Cut off after a header that can be decoded: draws in part (A6).
  case truncated
  /// A header that no decoder can use.
  case undecodable
  /// The format is not judged, or the part that decides lies beyond the bytes kept.
  case notJudged = "not_judged"
}
