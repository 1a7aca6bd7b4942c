import Testing

@testable import AuditRules

/// A4, A5, A5b: every accepted name by every kind of bytes.
@Suite("Names by bytes (A5b)")
struct AttachmentMatrixTests {
  enum Family: Sendable { case image, movie, audio }

  /// What bytes give under the three families of names: `media` with warnings, or a reason.
  struct Bytes: Sendable, CustomTestStringConvertible {
    var types: [String]
    var image: String
    var movie: String
    var audio: String

    init(_ types: String, _ image: String, _ movie: String, _ audio: String) {
      self.types = types.split(separator: " ").map(String.init)
      (self.image, self.movie, self.audio) = (image, movie, audio)
    }

    func cell(_ family: Family) -> String {
      switch family {
      case .image: image
      case .movie: movie
      case .audio: audio
      }
    }

    var testDescription: String { types.joined(separator: " ") }
  }

  /// `type_mismatch` is left out where the bytes may be of the named type: see `own`.
  static let bytes = [
    Bytes(
      """
      image/jpeg image/png image/gif image/bmp image/x-ms-bmp image/tiff image/vnd.microsoft.icon \
      image/x-icon image/heic image/heif image/heic-sequence image/heif-sequence image/webp
      """, "media", "wrong_family", "wrong_family"),
    Bytes(
      "image/avif image/jp2 image/vnd.adobe.photoshop", "media uncertain", "wrong_family",
      "wrong_family"),
    Bytes(
      "image/jxl image/x-canon-cr3 image/x-tga image/x-xcf", "not_media", "wrong_family",
      "wrong_family"),
    Bytes("video/mp4 video/quicktime video/x-m4v", "wrong_family", "media", "media"),
    Bytes("video/3gpp video/3gpp2", "wrong_family", "media", "media"),
    Bytes("video/mpeg video/x-msvideo", "wrong_family", "media rarely_plays", "not_media"),
    Bytes(
      """
      video/webm video/x-matroska video/mp2t video/x-flv video/x-ms-asf video/ogg video/h264
      """, "wrong_family", "not_media", "not_media"),
    Bytes(
      """
      audio/mpeg audio/x-wav audio/x-aiff audio/mp4 audio/x-m4a audio/x-caf audio/amr audio/amr-wb \
      audio/basic audio/eac3 audio/ac3 audio/vnd.dolby.dd-raw audio/flac audio/ogg audio/midi \
      audio/aac audio/x-hx-aac-adts audio/x-wavpack application/ogg
      """, "wrong_family", "media type_mismatch uncertain", "media"),
    Bytes(
      "application/octet-stream", "undecodable", "media unrecognised_bytes",
      "media unrecognised_bytes"),
    Bytes(
      """
      text/html text/plain text/xml text/csv application/xml application/json application/x-ndjson \
      application/javascript image/svg+xml application/pdf application/postscript application/zip \
      application/gzip application/x-tar application/x-7z-compressed application/zstd \
      application/vnd.apple.mpegurl application/epub+zip application/x-sharedlib
      """, "not_media", "not_media", "not_media"),
  ]

  /// An accepted name, what its bytes should be, and the warning it brings by itself.
  struct Name: Sendable {
    var names: [String]
    var family: Family
    var own: [String]
    var warning: String

    init(
      _ names: String, _ family: Family, _ own: String,
      _ warning: String = ""
    ) {
      self.names = names.split(separator: " ").map(String.init)
      self.family = family
      self.own = own.split(separator: " ").map(String.init)
      self.warning = warning
    }
  }

  static let names = [
    Name("jpg jpeg", .image, "image/jpeg"), Name("png", .image, "image/png"),
    Name("gif", .image, "image/gif"),
    Name("jpe jfif", .image, "image/jpeg", "uncertain"),
    Name(
      "heic", .image, "image/heic image/heif image/heic-sequence image/heif-sequence",
      "undocumented_type"),
    Name("aif aiff aifc", .audio, "audio/x-aiff"), Name("wav wave", .audio, "audio/x-wav"),
    Name("mp3", .audio, "audio/mpeg"), Name("m4a", .audio, "audio/mp4 audio/x-m4a"),
    Name("caf", .audio, "audio/x-caf", "undocumented_type"),
    Name("amr", .audio, "audio/amr audio/amr-wb", "undocumented_type"),
    Name("au snd", .audio, "audio/basic", "undocumented_type"),
    Name("ac3", .audio, "audio/ac3 audio/vnd.dolby.dd-raw", "undocumented_type"),
    Name("ec3 eac3", .audio, "audio/eac3", "undocumented_type"),
    Name("mpg mpeg mpe m2v mp4 mpg4 avi", .movie, ""),
    Name("mov qt m4v 3gp 3gpp 3g2 3gp2", .movie, "", "undocumented_type"),
  ]

  @Test("Every cell", arguments: bytes)
  func cells(_ bytes: Bytes) throws {
    for row in Self.names {
      let parts = bytes.cell(row.family).split(separator: " ").map(String.init)
      for (name, type) in row.names.flatMap({ name in bytes.types.map { (name, $0) } }) {
        var warnings = Set(parts.dropFirst())
        let isMedia = parts[0] == "media"
        if isMedia, row.family != .movie, !row.own.contains(type),
          type != "application/octet-stream"
        {
          warnings.insert("type_mismatch")
        }
        // A8: what has no name of its own is taken for what it is called.
        if type == "application/octet-stream", ["mpg", "mpeg", "mpe", "m2v", "avi"].contains(name) {
          warnings.insert("rarely_plays")
        }
        if !row.warning.isEmpty { warnings.insert(row.warning) }
        let verdict = try Rig(url: "https://c.com/a.\(name)").verdict(Rig.body(type))
        let expected = isMedia ? "media via handler: ok" : "blank via handler: \(parts[0])"
        #expect(verdict.current.line == expected, "\(type) as \(name)")
        #expect(verdict.words == warnings.sorted().joined(separator: " "), "\(type) as \(name)")
        #expect(verdict.shows == "Body")
        #expect(verdict.fileExtension == name)
      }
    }
  }

  @Test("No byte at all is an empty body under every name")
  func empty() throws {
    for name in Self.names.flatMap(\.names) {
      for type in ["application/x-empty", "image/jpeg", "text/html", nil] {
        let verdict = try Rig(url: "https://c.com/a.\(name)").verdict(Rig.body(type, bytes: 0))
        #expect(verdict.current.line == "blank via handler: empty_body", "\(name)")
      }
    }
  }
}
