/// What the bytes of a file are, as far as drawing and playing depend on it.
public enum ByteKind: Sendable, CaseIterable {
  case jpeg, png, gif, bmp, tiff, icon, heic, webp
  case avif, jpeg2000, photoshop
  case otherImage
  case mpeg4, quickTime, thirdGeneration
  case mpeg, avi
  case otherMovie
  case mp3, wave, aiff, mpeg4Audio, coreAudio, amr, basicAudio, ac3, enhancedAC3, otherAudio
  /// Bytes that no rule names.
  case unnamed
  /// HTML, XML, JSON, text, SVG, archives and all that is no medium.
  case document

  /// Classes of bytes that behave alike (the columns of A5b).
  enum Group: UInt8, Sendable, CaseIterable {
    case image, presumedImage, otherImage, isoMovie, mpegMovie, otherMovie, audio, unnamed, document
  }

  var group: Group {
    switch self {
    case .jpeg, .png, .gif, .bmp, .tiff, .icon, .heic, .webp: .image
    case .avif, .jpeg2000, .photoshop: .presumedImage
    case .otherImage: .otherImage
    case .mpeg4, .quickTime, .thirdGeneration: .isoMovie
    case .mpeg, .avi: .mpegMovie
    case .otherMovie: .otherMovie
    case .mp3, .wave, .aiff, .mpeg4Audio, .coreAudio, .amr, .basicAudio, .ac3, .enhancedAC3,
      .otherAudio:
      .audio
    case .unnamed: .unnamed
    case .document: .document
    }
  }

  /// Reads a MIME type; nil stands for a type that could not be found.
  public init(type: String?) {
    guard let type else {
      self = .unnamed
      return
    }
    if let kind = Self.table[type] {
      self = kind
    } else {
      let lowered = type.lowercased()
      self = Self.table[lowered] ?? Self.kind(prefixOf: lowered)
    }
  }

  /// Types that are not listed count by their first word.
  private static func kind(prefixOf type: String) -> ByteKind {
    if type.hasPrefix("image/") { return .otherImage }
    if type.hasPrefix("audio/") { return .otherAudio }
    if type.hasPrefix("video/") { return .otherMovie }
    return .document
  }

  private static let table: [String: ByteKind] = {
    var table: [String: ByteKind] = [:]
    for (kind, types) in synonyms {
      for type in types.split(separator: " ") { table[String(type)] = kind }
    }
    return table
  }()

  private static let synonyms: [(ByteKind, String)] = [
    (.jpeg, "image/jpeg image/jpg image/pjpeg"),
    (.png, "image/png image/x-png image/apng image/vnd.mozilla.apng"),
    (.gif, "image/gif"),
    (.bmp, "image/bmp image/x-ms-bmp image/x-bmp"),
    (.tiff, "image/tiff"),
    (.icon, "image/vnd.microsoft.icon image/x-icon"),
    (.heic, "image/heic image/heif image/heic-sequence image/heif-sequence"),
    (.webp, "image/webp"),
    (.avif, "image/avif image/avif-sequence"),
    (.jpeg2000, "image/jp2 image/jpx image/jpm image/j2c image/x-jp2-codestream"),
    (.photoshop, "image/vnd.adobe.photoshop image/x-photoshop application/photoshop"),
    (.document, "image/svg+xml image/svg"),
    (.mpeg4, "video/mp4 video/x-m4v application/mp4"),
    (.quickTime, "video/quicktime"),
    (.thirdGeneration, "video/3gpp video/3gpp2"),
    (.mpeg, "video/mpeg video/mpg video/mpv video/x-mpeg"),
    (.avi, "video/x-msvideo video/avi video/msvideo video/vnd.avi"),
    (.otherMovie, "application/vnd.rn-realmedia application/x-shockwave-flash"),
    (.mp3, "audio/mpeg audio/mp3 audio/x-mp3"),
    (.wave, "audio/x-wav audio/wav audio/wave audio/vnd.wave"),
    (.aiff, "audio/x-aiff audio/aiff audio/x-aifc"),
    (.mpeg4Audio, "audio/mp4 audio/x-m4a audio/m4a"),
    (.coreAudio, "audio/x-caf audio/caf"),
    (.amr, "audio/amr audio/amr-wb audio/amr-nb"),
    (.basicAudio, "audio/basic audio/x-au"),
    (.ac3, "audio/ac3 audio/vnd.dolby.dd-raw audio/x-ac3"),
    (.enhancedAC3, "audio/eac3 audio/x-eac3"),
    (.otherAudio, "application/ogg"),
    (.unnamed, "application/octet-stream"),
  ]
}
