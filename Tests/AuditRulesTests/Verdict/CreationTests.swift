import Testing

@testable import AuditRules

/// A1, A2, A3 and A7: the system makes the attachment or refuses.
@Suite("Creation of the attachment (A1, A2, A3, A7)")
struct CreationTests {
  /// A7: how each profile ends when the creation fails; mapp meets A3 alone.
  static let endings = [
    ("sfmc-objc", "alt_text via handler"), ("sfmc-swift-2017", "original via crash"),
    ("sfmc-swift", "alt_text via handler"), ("sfmc-sdk-swift", "original via handler"),
    ("sfmc-sdk-objc", "original via handler"),
  ]

  static let refusedNames: [String] = """
    webp avif heif heics svg bmp tif tiff ico jp2 jxl pdf aac flac ogg opus wma m4b mid webm mkv ts
    m2ts wmv flv m3u8 html htm php asp aspx json txt bin
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  @Test(
    "Every refused extension, in both letter cases, whatever the bytes", arguments: refusedNames)
  func refused(_ name: String) throws {
    for (profile, ending) in Self.endings {
      for spelled in [name, name.uppercased()] {
        let rig = Rig(url: "https://c.com/a.\(spelled)", profile: profile)
        let verdict = try rig.verdict()
        #expect(verdict.current.line == "\(ending): type_not_supported")
        #expect(verdict.fileExtension == name)
        #expect(verdict.words == "")
      }
    }
    let mapp = try Rig(url: "https://c.com/a.\(name)", profile: "mapp").verdict()
    #expect(mapp.current.line == "media via handler: ok")
  }

  @Test(
    "Every unknown or missing extension",
    arguments: [
      "image", "png", "a.", "a.xyz", "a.jpgg", "a.jp", "a.p%20ng", "a.png.", "a.jpg;v=1",
      "a.jpg%20",
      "a/", "a.cgi", "a.ashx", "a.com", "a.tmp", "a.download", "?f=a.png", "a.weba", "a.mjpeg",
    ])
  func unknown(_ tail: String) throws {
    for (profile, ending) in Self.endings {
      let verdict = try Rig(url: "https://c.com/i/\(tail)", profile: profile).verdict()
      #expect(verdict.current.line == "\(ending): type_not_recognised", "\(profile)")
    }
  }

  /// Every accepted extension with its family's limit.
  static let limits: [(names: String, type: String, cautious: Int, limit: Int)] = [
    ("jpg jpeg png gif heic jpe jfif", "image/jpeg", 10_000_000, 10_485_760),
    (
      "aif aiff aifc wav wave mp3 m4a caf amr au snd ac3 ec3 eac3", "audio/mpeg", 5_000_000,
      5_242_880
    ),
    (
      "mpg mpeg mpe m2v mp4 mpg4 avi mov qt m4v 3gp 3gpp 3g2 3gp2", "video/mp4", 50_000_000,
      52_428_800
    ),
  ]

  @Test("Each extension has the limit of its family: equal passes", arguments: limits)
  func size(_ row: (names: String, type: String, cautious: Int, limit: Int)) throws {
    for name in row.names.split(separator: " ") {
      func verdict(_ bytes: Int, _ profile: String = "sfmc-swift") throws -> Verdict {
        try Rig(url: "https://c.com/a.\(name)", profile: profile)
          .verdict(Rig.body(row.type, bytes: bytes))
      }
      let presumed = name == "jpe" || name == "jfif"
      for (bytes, isNear) in [(row.cautious, false), (row.cautious + 1, true), (row.limit, true)] {
        let verdict = try verdict(bytes)
        #expect(verdict.current.line == "media via handler: ok", "\(name)")
        #expect(verdict.warnings.contains(.nearSizeLimit) == isNear, "\(name)")
        #expect(verdict.warnings.contains(.uncertain) == (isNear || presumed), "\(name)")
      }
      for (profile, ending) in Self.endings {
        let verdict = try verdict(row.limit + 1, profile)
        #expect(verdict.current.line == "\(ending): too_large", "\(name)")
        #expect(!verdict.warnings.contains(.nearSizeLimit))
        #expect(!verdict.warnings.contains(.uncertain))
      }
    }
  }

  @Test("mapp names all a picture, so the picture's limit counts")
  func mapp() throws {
    let rig = Rig(url: "https://c.com/a.mp4", profile: "mapp")
    let fits = try rig.verdict(Rig.body("image/jpeg", bytes: 10_485_760))
    #expect(fits.current.line == "media via handler: ok")
    let large = try rig.verdict(Rig.body("image/jpeg", bytes: 10_485_761))
    #expect(large.current.line == "original via handler: too_large")
  }

  @Test("What is too large is not looked into, and what is refused is not weighed")
  func order() throws {
    let large = try Rig(url: "https://c.com/a.png").verdict(
      Rig.body("text/html", bytes: 20_000_000))
    #expect(large.current.reason == .tooLarge)
    #expect(large.words == "needs_fast_network")
    let refused = try Rig(url: "https://c.com/a.webp").verdict(
      Rig.body("image/webp", bytes: 20_000_000))
    #expect(refused.current.reason == .typeNotSupported)
    let unknown = try Rig(url: "https://c.com/a").verdict(Rig.body("text/html", bytes: 0))
    #expect(unknown.current.reason == .typeNotRecognised)
  }

  @Test("A body beyond the ceiling is too large, uncertain when no length was declared (T7b)")
  func ceiling() throws {
    for (length, words) in [(60_000_000 as Int?, ""), (nil, "uncertain")] {
      for (profile, ending) in Self.endings {
        let verdict = try Rig(url: "https://c.com/a.mp4", profile: profile).verdict {
          Rig.body("video/mp4", bytes: 52_428_801)(&$0)
          $0.failure = .tooLarge
          $0.declaredLength = length
        }
        #expect(verdict.current.line == "\(ending): too_large")
        #expect(
          verdict.words == (words.isEmpty ? "needs_fast_network" : "needs_fast_network \(words)"))
      }
    }
    let refused = try Rig(url: "https://c.com/a.webm").verdict {
      Rig.body("video/webm", bytes: 52_428_801)(&$0)
      $0.failure = .tooLarge
    }
    #expect(refused.current.reason == .typeNotSupported)
    #expect(!refused.warnings.contains(.uncertain))
  }
}
