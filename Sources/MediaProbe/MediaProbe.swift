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
    guard byteCount > 0, !head.isEmpty else {
      return Examination(type: .empty, structure: .notJudged)
    }
    let answer: MagicCookie.Answer
    do {
      answer = try pool.withCookie {
        $0.ask(UnsafeRawBufferPointer(rebasing: head.prefix(4096)))
      }
    } catch {
      answer = .failure(error.message)
    }
    switch answer {
    case .type(let mimeType):
      return Examination(type: DetectedType(mimeType: mimeType), structure: .notJudged)
    case .failure(let cause):
      return Examination(type: .unknown, structure: .notJudged, note: cause)
    }
  }
}
