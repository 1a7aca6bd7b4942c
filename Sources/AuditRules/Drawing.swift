/// Whether bytes can be drawn or played under a name (A4...A6).
struct Drawing: Sendable, Equatable {
  /// `ok`, or why nothing can be drawn: a reason of the group bytes.
  var reason: Reason = .ok
  var warnings = Warnings()

  /// Judges bytes that the system attached under an accepted name.
  static func of(
    _ kind: ByteKind, bytes: Int, structure: MediaFacts.Structure, as type: AttachmentType
  ) -> Drawing {
    // A5: an empty file attaches, but there is nothing to see.
    if bytes == 0 { return Drawing(reason: .emptyBody) }
    var drawing = cells[index(type.family, kind.group)]
    guard drawing.reason == .ok else { return drawing }
    switch type.family {
    case .image:
      // A5c, A6: only pictures have a structure that is judged.
      if structure == .undecodable { return Drawing(reason: .undecodable) }
      if structure == .truncated { drawing.warnings.formUnion([.truncated, .uncertain]) }
      if kind != type.kind { drawing.warnings.insert(.typeMismatch) }
    case .audio:
      if kind != type.kind, kind != .unnamed { drawing.warnings.insert(.typeMismatch) }
    case .movie:
      break
    }
    // A8: such films attach, but few play.
    let named = kind == .unnamed ? type.kind : kind
    if named == .avi || named == .mpeg { drawing.warnings.insert(.rarelyPlays) }
    return drawing
  }

  /// A5b: name family by byte group.
  private static let table: [MediaFamily: [ByteKind.Group: Drawing]] = [
    .image: [
      .image: Drawing(),
      .presumedImage: Drawing(warnings: [.uncertain]),
      .otherImage: Drawing(reason: .notMedia),
      .isoMovie: Drawing(reason: .wrongFamily),
      .mpegMovie: Drawing(reason: .wrongFamily),
      .otherMovie: Drawing(reason: .wrongFamily),
      .audio: Drawing(reason: .wrongFamily),
      .unnamed: Drawing(reason: .undecodable),
      .document: Drawing(reason: .notMedia),
    ],
    .movie: [
      .image: Drawing(reason: .wrongFamily),
      .presumedImage: Drawing(reason: .wrongFamily),
      .otherImage: Drawing(reason: .wrongFamily),
      .isoMovie: Drawing(),
      .mpegMovie: Drawing(),
      .otherMovie: Drawing(reason: .notMedia),
      .audio: Drawing(warnings: [.typeMismatch, .uncertain]),
      .unnamed: Drawing(warnings: [.unrecognisedBytes]),
      .document: Drawing(reason: .notMedia),
    ],
    .audio: [
      .image: Drawing(reason: .wrongFamily),
      .presumedImage: Drawing(reason: .wrongFamily),
      .otherImage: Drawing(reason: .wrongFamily),
      .isoMovie: Drawing(),
      .mpegMovie: Drawing(reason: .notMedia),
      .otherMovie: Drawing(reason: .notMedia),
      .audio: Drawing(),
      .unnamed: Drawing(warnings: [.unrecognisedBytes]),
      .document: Drawing(reason: .notMedia),
    ],
  ]

  /// The table in one row: a verdict is reached a million times a night.
  private static let cells: [Drawing] = MediaFamily.allCases.flatMap { family in
    ByteKind.Group.allCases.map { group in
      table[family]?[group] ?? Drawing(reason: .notMedia)
    }
  }

  private static func index(_ family: MediaFamily, _ group: ByteKind.Group) -> Int {
    Int(family.rawValue) * ByteKind.Group.allCases.count + Int(group.rawValue)
  }
}
