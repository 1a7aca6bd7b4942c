/// What the system makes of a file's extension (A1, A2): the only thing it looks at.
public struct AttachmentType: Sendable, Equatable {
  public enum Acceptance: Sendable, Equatable {
    /// In Apple's documentation.
    case documented
    /// Accepted without being documented.
    case undocumented
    /// Only presumed to be accepted.
    case presumed
  }

  public var family: MediaFamily
  public var acceptance: Acceptance
  /// What the bytes of such a file should be; nil where any of the family will do.
  public var kind: ByteKind?

  /// What an extension leads to.
  public enum Answer: Sendable, Equatable {
    case accepted(AttachmentType)
    /// Known to the system and refused.
    case refused
    case unknown
  }

  /// Looks an extension up: lower case, without dot.
  public static func of(fileExtension: String) -> Answer { table[fileExtension] ?? .unknown }

  private static let table: [String: Answer] = {
    var table: [String: Answer] = [:]
    for row in accepted {
      for name in row.names.split(separator: " ") {
        table[String(name)] = .accepted(
          AttachmentType(family: row.family, acceptance: row.acceptance, kind: row.kind))
      }
    }
    for name in refused.split(whereSeparator: \.isWhitespace) { table[String(name)] = .refused }
    return table
  }()

  private typealias Row = (
    names: String, family: MediaFamily, acceptance: Acceptance, kind: ByteKind?
  )

  private static let accepted: [Row] = [
    ("jpg jpeg", .image, .documented, .jpeg),
    ("png", .image, .documented, .png),
    ("gif", .image, .documented, .gif),
    ("aif aiff aifc", .audio, .documented, .aiff),
    ("wav wave", .audio, .documented, .wave),
    ("mp3", .audio, .documented, .mp3),
    ("m4a", .audio, .documented, .mpeg4Audio),
    ("mpg mpeg mpe m2v", .movie, .documented, .mpeg),
    ("mp4 mpg4", .movie, .documented, .mpeg4),
    ("avi", .movie, .documented, .avi),
    ("heic", .image, .undocumented, .heic),
    ("caf", .audio, .undocumented, .coreAudio),
    ("amr", .audio, .undocumented, .amr),
    ("au snd", .audio, .undocumented, .basicAudio),
    ("ac3", .audio, .undocumented, .ac3),
    ("ec3 eac3", .audio, .undocumented, .enhancedAC3),
    ("mov qt", .movie, .undocumented, .quickTime),
    ("m4v", .movie, .undocumented, .mpeg4),
    ("3gp 3gpp 3g2 3gp2", .movie, .undocumented, .thirdGeneration),
    ("jpe jfif", .image, .presumed, .jpeg),
  ]

  private static let refused = """
    webp avif heif heics svg bmp tif tiff ico jp2 jxl pdf aac flac ogg opus wma m4b mid webm mkv ts
    m2ts wmv flv m3u8 html htm php asp aspx json txt bin
    """
}
