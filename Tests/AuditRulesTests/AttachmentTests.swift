import Testing

@testable import AuditRules

@Suite("A: the attachment")
struct AttachmentTests {
  private func judgeFile(
    _ name: String, _ type: String?, bytes: Int = 1000, id: String = "sfmc-objc",
    structure: MediaFacts.Structure = .notJudged
  ) -> Verdict {
    judge(payload(id, url: .text("https://x.com/a." + name))) {
      facts($0, type: type, bytes: bytes) { $0.structure = structure }
    }
  }

  @Test(
    "A2: extensions that are accepted and documented",
    arguments: [
      ("image/jpeg", "jpg jpeg"), ("image/png", "png"), ("image/gif", "gif"),
      ("audio/x-aiff", "aif aiff aifc"), ("audio/x-wav", "wav wave"), ("audio/mpeg", "mp3"),
      ("audio/mp4", "m4a"), ("video/mpeg", "mpg mpeg mpe m2v"), ("video/mp4", "mp4 mpg4"),
      ("video/x-msvideo", "avi"),
    ])
  func documented(type: String, names: String) {
    for name in names.split(separator: " ") {
      for spelled in [String(name), name.uppercased()] {
        let verdict = judgeFile(spelled, type)
        #expect(verdict.current == Prediction(.media, .ok, via: .handler), "\(spelled)")
        // A8.
        let rare = type == "video/mpeg" || type == "video/x-msvideo"
        #expect(words(verdict.warnings) == (rare ? ["rarely_plays"] : []), "\(spelled)")
      }
    }
  }

  @Test(
    "A2: extensions that are accepted without being documented",
    arguments: [
      ("image/heic", "heic"), ("audio/x-caf", "caf"), ("audio/amr", "amr"),
      ("audio/basic", "au snd"), ("audio/ac3", "ac3"), ("audio/eac3", "ec3 eac3"),
      ("video/quicktime", "mov qt"), ("video/x-m4v", "m4v"), ("video/3gpp", "3gp 3gpp 3g2 3gp2"),
    ])
  func undocumented(type: String, names: String) {
    for name in names.split(separator: " ") {
      let verdict = judgeFile(String(name), type)
      #expect(verdict.current == Prediction(.media, .ok, via: .handler), "\(name)")
      #expect(words(verdict.warnings) == ["undocumented_type"], "\(name)")
    }
  }

  @Test("A2: jpe and jfif are only presumed to be pictures", arguments: ["jpe", "jfif"])
  func presumed(name: String) {
    let verdict = judgeFile(name, "image/jpeg")
    #expect(verdict.current.outcome == .media)
    #expect(words(verdict.warnings) == ["uncertain"])
  }

  @Test(
    "A1, A2: extensions that are known and refused",
    arguments: [
      "webp", "avif", "heif", "heics", "svg", "bmp", "tif", "tiff", "ico", "jp2", "jxl", "pdf",
      "aac", "flac", "ogg", "opus", "wma", "m4b", "mid", "webm", "mkv", "ts", "m2ts", "wmv", "flv",
      "m3u8", "html", "htm", "php", "asp", "aspx", "json", "txt", "bin",
    ])
  func refused(name: String) {
    let verdict = judgeFile(name, "image/png")
    #expect(verdict.current == Prediction(.altText, .typeNotSupported, via: .handler))
    #expect(verdict.warnings.isEmpty)
    // A7.
    #expect(word(judgeFile(name, "image/png", id: "sfmc-swift-2017").current) == "original crash")
    #expect(word(judgeFile(name, "image/png", id: "sfmc-sdk-swift").current) == "original")
    // mapp never sees the extension.
    #expect(judgeFile(name, "image/jpeg", id: "mapp").current.outcome == .media)
  }

  @Test(
    "A1: unknown extensions are not recognised", arguments: ["", "xyz", "jpgx", "png1", "jp g"])
  func unknown(name: String) {
    #expect(judgeFile(name, "image/png").current.reason == .typeNotRecognised)
  }

  @Test(
    "A3: each family has its limit; equal passes, and a MB of 1,000,000 bytes is the unsure part",
    arguments: [
      ("png", "image/png", 10_000_000, 10_485_760), ("mp3", "audio/mpeg", 5_000_000, 5_242_880),
      ("mp4", "video/mp4", 50_000_000, 52_428_800),
    ])
  func sizes(name: String, type: String, cautious: Int, limit: Int) {
    func verdict(_ bytes: Int) -> Verdict {
      var verdict = judgeFile(name, type, bytes: bytes)
      verdict.warnings.remove(.needsFastNetwork)
      return verdict
    }
    #expect(verdict(cautious).warnings.isEmpty)
    #expect(words(verdict(cautious + 1).warnings) == ["near_size_limit", "uncertain"])
    #expect(verdict(limit).current == Prediction(.media, .ok, via: .handler))
    #expect(words(verdict(limit).warnings) == ["near_size_limit", "uncertain"])
    #expect(verdict(limit + 1).current == Prediction(.altText, .tooLarge, via: .handler))
    #expect(verdict(limit + 1).warnings.isEmpty)
  }

  @Test(
    "A4: pictures under another picture's name are drawn",
    arguments: [
      "image/jpeg", "image/gif", "image/bmp", "image/tiff", "image/vnd.microsoft.icon",
      "image/heic", "image/webp",
    ])
  func otherPicture(type: String) {
    let verdict = judgeFile("png", type)
    #expect(verdict.current == Prediction(.media, .ok, via: .handler))
    #expect(words(verdict.warnings) == ["type_mismatch"])
  }

  struct Drawn: Sendable {
    var type: String
    /// Under an image, a movie and an audio name: a reason, or `media` and its warnings.
    var image: String
    var movie: String
    var audio: String
  }

  @Test(
    "A5, A5b: what draws under which name",
    arguments: [
      Drawn(type: "image/png", image: "media", movie: "wrong_family", audio: "wrong_family"),
      Drawn(
        type: "image/avif", image: "media type_mismatch uncertain", movie: "wrong_family",
        audio: "wrong_family"),
      Drawn(
        type: "image/jp2", image: "media type_mismatch uncertain", movie: "wrong_family",
        audio: "wrong_family"),
      Drawn(
        type: "image/vnd.adobe.photoshop", image: "media type_mismatch uncertain",
        movie: "wrong_family", audio: "wrong_family"),
      Drawn(type: "image/jxl", image: "not_media", movie: "wrong_family", audio: "wrong_family"),
      Drawn(type: "image/svg+xml", image: "not_media", movie: "not_media", audio: "not_media"),
      Drawn(type: "video/mp4", image: "wrong_family", movie: "media", audio: "media type_mismatch"),
      Drawn(
        type: "video/quicktime", image: "wrong_family", movie: "media", audio: "media type_mismatch"
      ),
      Drawn(
        type: "video/x-m4v", image: "wrong_family", movie: "media", audio: "media type_mismatch"),
      Drawn(
        type: "video/3gpp", image: "wrong_family", movie: "media", audio: "media type_mismatch"),
      Drawn(
        type: "video/mpeg", image: "wrong_family", movie: "media rarely_plays", audio: "not_media"),
      Drawn(
        type: "video/x-msvideo", image: "wrong_family", movie: "media rarely_plays",
        audio: "not_media"),
      Drawn(type: "video/webm", image: "wrong_family", movie: "not_media", audio: "not_media"),
      Drawn(
        type: "audio/mpeg", image: "wrong_family", movie: "media type_mismatch uncertain",
        audio: "media"),
      Drawn(
        type: "audio/flac", image: "wrong_family", movie: "media type_mismatch uncertain",
        audio: "media type_mismatch"),
      Drawn(
        type: "application/octet-stream", image: "undecodable", movie: "media unrecognised_bytes",
        audio: "media unrecognised_bytes"),
      Drawn(type: "text/html", image: "not_media", movie: "not_media", audio: "not_media"),
      Drawn(type: "application/json", image: "not_media", movie: "not_media", audio: "not_media"),
      Drawn(type: "application/zip", image: "not_media", movie: "not_media", audio: "not_media"),
      Drawn(type: "text/plain", image: "not_media", movie: "not_media", audio: "not_media"),
    ])
  func drawing(row: Drawn) {
    for (name, cell) in [("png", row.image), ("mp4", row.movie), ("mp3", row.audio)] {
      for id in ["sfmc-objc", "sfmc-swift-2017", "sfmc-sdk-objc"] {
        let verdict = judgeFile(name, row.type, id: id)
        let expected = cell.split(separator: " ").map(String.init)
        if expected[0] == "media" {
          #expect(verdict.current == Prediction(.media, .ok, via: .handler), "\(name)")
          #expect(words(verdict.warnings) == Array(expected.dropFirst()), "\(name)")
        } else {
          // No profile uses the alt text: the attachment was made.
          #expect(verdict.current.outcome == .blank)
          #expect(verdict.current.reason.rawValue == expected[0], "\(name)")
          #expect(verdict.shows == "Tap here")
        }
      }
    }
  }

  @Test("A5: an empty file attaches and shows nothing", arguments: ["png", "mp4", "mp3"])
  func empty(name: String) {
    let verdict = judgeFile(name, "application/x-empty", bytes: 0)
    #expect(verdict.current == Prediction(.blank, .emptyBody, via: .handler))
    #expect(judgeFile(name, nil, bytes: 0).current.reason == .emptyBody)
  }

  @Test("A5b: bytes whose type could not be found count as unnamed")
  func untyped() {
    #expect(judgeFile("png", nil).current.reason == .undecodable)
    #expect(words(judgeFile("mp3", nil).warnings) == ["unrecognised_bytes"])
    #expect(words(judgeFile("avi", nil).warnings) == ["rarely_plays", "unrecognised_bytes"])
  }

  @Test("A5c, A6: an undecodable picture is blank, one that is cut off draws in part")
  func structure() {
    let broken = judgeFile("png", "image/png", structure: .undecodable)
    #expect(broken.current == Prediction(.blank, .undecodable, via: .handler))
    #expect(broken.warnings.isEmpty)
    let cut = judgeFile("png", "image/png", structure: .truncated)
    #expect(cut.current == Prediction(.media, .ok, via: .handler))
    #expect(words(cut.warnings) == ["truncated", "uncertain"])
    #expect(judgeFile("png", "image/png", structure: .whole).warnings.isEmpty)
    let movie = judgeFile("mp4", "image/png", structure: .undecodable)
    #expect(movie.current.reason == .wrongFamily)
  }

  @Test(
    "A5b: the named type has many spellings",
    arguments: [
      ("jpg", "image/pjpeg"), ("png", "image/apng"), ("wav", "audio/vnd.wave"),
      ("m4a", "audio/x-m4a"),
      ("heic", "image/heif"), ("amr", "audio/AMR"), ("aif", "audio/aiff"), ("mp3", "audio/mp3"),
    ])
  func synonyms(name: String, type: String) {
    #expect(!judgeFile(name, type).warnings.contains(.typeMismatch))
  }

  @Test("A9: an animated GIF is a picture like any other")
  func animated() {
    #expect(judgeFile("gif", "image/gif").current == Prediction(.media, .ok, via: .handler))
    #expect(judgeFile("gif", "image/gif").warnings.isEmpty)
  }

  @Test("mapp shows no movie: it saves everything as a picture")
  func mappMovie() {
    let verdict = judgeFile("mp4", "video/mp4", id: "mapp")
    #expect(verdict.current == Prediction(.blank, .wrongFamily, via: .handler))
  }
}
