/// Infers the type of a body from its bytes, with libmagic and the corrections it needs.
///
/// One probe serves any number of tasks at once.
public final class MediaProbe: Sendable {
  private let pool: CookiePool

  /// Loads libmagic's database: the given one, or the distribution's.
  public init(databasePath: String? = nil) throws(MediaProbeError) {
    pool = try CookiePool(database: MagicDatabase.locate(databasePath))
  }

  /// Examines a body by its first bytes (up to 64 KiB), its last up to 64 bytes and its size.
  public func examine(head: [UInt8], tail: [UInt8], byteCount: Int) -> Examination {
    head.withUnsafeBytes { head in
      tail.withUnsafeBytes { tail in examine(head: head, tail: tail, byteCount: byteCount) }
    }
  }

  /// Examines a body whose bytes lie somewhere in memory, without copying them.
  public func examine(
    head: UnsafeRawBufferPointer, tail: UnsafeRawBufferPointer, byteCount: Int
  ) -> Examination {
    let body = BodyView(head: head, tail: tail, byteCount: byteCount)
    guard body.byteCount > 0 else { return Examination(type: .empty, structure: .notJudged) }
    guard !head.isEmpty else { return Examination(type: .unknown, structure: .notJudged) }
    if let mimeType = Signatures.decide(body) ?? TextSniffer.decide(body) {
      return Examination(
        type: DetectedType(mimeType: mimeType),
        structure: StructureCheck.judge(body, as: mimeType))
    }
    return askLibmagic(body)
  }

  /// Bytes that libmagic is given: more of a text costs milliseconds and tells nothing new.
  private static let reach = (text: 1024, other: 4096)

  private func askLibmagic(_ body: BodyView) -> Examination {
    let reach = TextSniffer.looksLikeText(body.head) ? Self.reach.text : Self.reach.other
    let answer: MagicCookie.Answer
    do {
      answer = try pool.withCookie { $0.ask(body.head.prefix(reach).memory) }
    } catch {
      answer = .failure(error.message)
    }
    switch answer {
    case .type(let text):
      guard var type = Corrections.type(in: text) else {
        return Examination(type: .unknown, structure: .notJudged, note: text)
      }
      if type == .plainText, TextSniffer.isTooShortForText(body.head) { type = .unknown }
      return Examination(type: type, structure: StructureCheck.judge(body, as: type.mimeType))
    case .failure(let cause):
      return Examination(type: .unknown, structure: .notJudged, note: cause)
    }
  }
}
