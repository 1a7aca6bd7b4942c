import Testing

@testable import AuditRules

private let harmless = ["alt_text", "alt_text", "alt_text", "original", "original", "original"]
private let local = ["alt_text", "alt_text expiry", "alt_text", "original", "original", "original"]
private let noResponse = [
  "original crash", "original crash", "alt_text", "original", "original",
]

@Suite("U3: schemes")
struct SchemeTests {
  static let unloaded: [(text: String, reason: Reason, cells: [String])] = [
    ("blob:https://x/1", .urlSchemeUnsupported, harmless),
    ("localhost:8080/x", .urlSchemeUnsupported, harmless),
    ("cdn.example.com:443/x.png", .urlSchemeUnsupported, harmless),
    ("httpss://x.com/a.png", .urlSchemeUnsupported, harmless),
    ("mailto:a@x.com", .urlSchemeUnsupported, harmless),
    ("content://media/1.png", .urlSchemeUnsupported, harmless),
    ("ftp://x.com/a.png", .urlSchemeUnsupported, harmless),
    ("FTP://x.com/a.png", .urlSchemeUnsupported, harmless),
    ("file:///movie.mp4", .urlIsLocalFile, local),
    ("file://host/movie.mp4", .urlIsLocalFile, local),
    ("file:movie.mp4", .urlIsLocalFile, local),
    ("FiLe:///movie.mp4", .urlIsLocalFile, local),
    ("https:///a.png", .urlNoHost, harmless),
    ("http:///a.png", .urlNoHost, harmless),
    ("https:/x.com/a.png", .urlNoHost, harmless),
    ("https:x.com/a.png", .urlNoHost, harmless),
    ("https://", .urlNoHost, harmless),
    ("https:", .urlNoHost, harmless),
    ("http://?", .urlNoHost, harmless),
    ("https://?a=b.png", .urlNoHost, harmless),
    ("https://:443/a.png", .urlNoHost, harmless),
    ("https://user:pass@/a.png", .urlNoHost, harmless),
  ]

  @Test("What is not loaded ends as the profile's cell says, on both", arguments: unloaded)
  func cells(text: String, reason: Reason, cells: [String]) {
    for (id, cell) in zip(columns, cells) {
      let verdict = judge(payload(id, url: .text(text)))
      #expect(word(verdict.current) == cell, "\(id)")
      #expect(verdict.current.reason == reason, "\(id)")
      #expect(verdict.old == nil, "\(id)")
      let isFTP = text.lowercased().hasPrefix("ftp:")
      #expect(words(verdict.warnings) == (isFTP ? ["uncertain"] : []), "\(id)")
    }
  }

  @Test(
    "http and https are loaded in whatever letters",
    arguments: [
      "https://x.com/a.png", "HTTPS://x.com/a.png", "hTTps://x.com/a.png", "HTTP://x.com/a.png",
    ])
  func web(text: String) {
    let policy = TransportPolicy(allowsHTTP: true)
    let plan = FetchPlan.make(for: payload(url: .text(text)), policy: policy)
    #expect(plan.current == .fetch(text))
    #expect(plan.old == .fetch(text))
  }

  private static let png = "iVBORw0KGgo="

  /// The bytes of a `data:` URL decide in mapp alone; its cell and reason stand at the end.
  static let decoding: [(text: String, mapp: Outcome, reason: Reason)] = [
    // Start, frame, scan and end of a JPEG; then without the scan.
    (
      "data:image/jpeg;base64,/9j/wAALCAABAAEBAREA/9oACAEBAAA/AAD/2Q==", .media, .ok
    ),
    ("data:image/jpeg;base64,/9j/wAALCAABAAEBAREA/9k=", .blank, .undecodable),
    ("data:image/png;base64,\(png)", .blank, .undecodable),
    ("data:image/png;base64,", .blank, .emptyBody),
    ("data:,", .blank, .emptyBody),
    ("data:text/plain;base64,aGVsbG8=", .blank, .notMedia),
    ("data:text/plain;base64,aGVsbG8", .blank, .notMedia),
    ("DATA:text/plain;BASE64,aGVsbG8=", .blank, .notMedia),
    ("data:text/plain;base64,aGVs%62G8%3D", .blank, .notMedia),
    ("data:,hello%20world", .blank, .notMedia),
    ("data:,hello", .blank, .notMedia),
    // BMP and ICO have no structure that is judged.
    ("data:,BM%00%00", .media, .ok),
    ("data:image/bmp;base64,Qk0AAA==", .media, .ok),
    ("data:image/x-icon;base64,AAABAAE=", .media, .ok),
    ("data:,ID3%03", .blank, .wrongFamily),
  ]

  @Test("A data: URL that decodes is an answer without HTTP", arguments: decoding)
  func decodes(text: String, mapp: Outcome, reason: Reason) {
    for (id, cell) in zip(columns, noResponse) {
      let verdict = judge(payload(id, url: .text(text)))
      #expect(word(verdict.current) == cell, "\(id)")
      #expect(verdict.current.reason == .urlIsData, "\(id)")
      #expect(verdict.old == nil, "\(id)")
    }
    let verdict = judge(payload("mapp", url: .text(text)))
    #expect(verdict.current == Prediction(mapp, reason, via: .handler))
  }

  @Test(
    "A data: URL that does not decode is an error",
    arguments: [
      "data:", "data:image/png;base64", "data:image/png;base64\(png)", "data:;base64,!",
      "data:image/png;base64,iVBOR", "data:image/png;base64,iVBO=w==", "data:;base64,aGVs%bG8=",
      "data:image/png;base64,iVBO-_8=",
    ])
  func doesNotDecode(text: String) {
    for (id, cell) in zip(columns, harmless) {
      let verdict = judge(payload(id, url: .text(text)))
      #expect(word(verdict.current) == cell, "\(id)")
      #expect(verdict.current.reason == .urlIsData, "\(id)")
    }
  }

  @Test("U4 holds for data: URLs: escapes beside an invalid character are data, not escapes")
  func dataIsReadFromTheParser() {
    // The space makes `%42` to `%2542`: no picture begins like that.
    let verdict = judge(payload("mapp", url: .text("data:,%42M %00")))
    #expect(verdict.current == Prediction(.blank, .notMedia, via: .handler))
    let whole = judge(payload("mapp", url: .text("data:,%42M%20%00")))
    #expect(whole.current == Prediction(.media, .ok, via: .handler))
  }
}
