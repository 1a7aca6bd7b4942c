import Testing

@testable import AuditRules

/// Cells in the order of `columns`: sfmc-objc, 2017, sfmc-swift, SDK Swift, SDK Objective-C, mapp.
@Suite("N, O: what becomes of a payload by its file's name")
struct RenameOutcomeTests {
  private static let moveFails = [
    "alt_text", "alt_text", "alt_text", "original", "original", "media",
  ]
  private static let creationFails = [
    "alt_text", "original crash", "alt_text", "original", "original", "media",
  ]
  private static let media = [String](repeating: "media", count: 6)

  static let cells: [(tail: String, reason: Reason, cells: [String])] = [
    ("", .nameMissing, moveFails), ("/", .nameMissing, moveFails),
    ("/a%2Fb.png", .nameHasSlash, moveFails),
    ("/\(String(repeating: "a", count: 228))", .nameTooLong, moveFails),
    ("/%FF.png", .nameMissing, moveFails),
    ("/a%00b.png", .nameInvalid, moveFails),
    ("/a/", .typeNotRecognised, creationFails), ("/image", .typeNotRecognised, creationFails),
    ("/png", .typeNotRecognised, creationFails), ("?f=a.png", .nameMissing, moveFails),
    ("/i?f=a.png", .typeNotRecognised, creationFails),
    ("/a.jpg;v=1", .typeNotRecognised, creationFails),
    ("/a.jpg%3Fx", .typeNotRecognised, creationFails),
    ("/a.png.", .typeNotRecognised, creationFails),
    ("/a.jpg%20", .typeNotRecognised, creationFails),
    ("/a.webp", .typeNotSupported, creationFails),
    ("/.png", .ok, media), ("/a:b.png", .ok, media), ("/a.tar.png", .ok, media),
    ("/a.PNG", .ok, media), ("/a.png?x=1", .ok, media), ("/a.png#f", .ok, media),
    ("/a%2520b.png", .ok, media),
  ]

  @Test("The name decides in every profile but mapp, on current phones", arguments: cells)
  func current(tail: String, reason: Reason, cells: [String]) {
    for (id, cell) in zip(columns, cells) {
      let verdict = judge(payload(id, url: .text("https://x.com" + tail)))
      #expect(word(verdict.current) == cell, "\(id)")
      #expect(verdict.current.reason == (id == "mapp" ? .ok : reason), "\(id)")
    }
  }

  @Test("Old phones agree but for a component that is no UTF-8", arguments: cells)
  func old(tail: String, reason: Reason, cells: [String]) {
    for (id, cell) in zip(columns, cells) {
      let verdict = judge(payload(id, url: .text("https://x.com" + tail)))
      // N4: Objective-C appends nil, which is inferred (L).
      let dies = tail == "/%FF.png" && ["sfmc-objc", "sfmc-sdk-objc"].contains(id)
      #expect(oldWord(verdict) == (dies ? "original crash" : cell), "\(id)")
      #expect((verdict.old != nil) == dies, "\(id)")
      // N4b is inferred too.
      let isUnsure = dies || reason == .nameInvalid && id != "mapp"
      #expect(verdict.warnings.contains(.uncertain) == isUnsure, "\(id)")
    }
  }

  @Test("The row shows the name and its extension where the move succeeds")
  func shown() {
    let verdict = judge(payload(url: .text("https://x.com/p/A%20b.GIF?x"))) {
      facts($0, type: "image/gif")
    }
    #expect(verdict.localName == "CFNetworkDownload_XXXXXX.tmpA b.GIF")
    #expect(verdict.fileExtension == "gif")
    let mapp = judge(payload("mapp", url: .text("https://x.com/")))
    #expect(mapp.localName == "CFNetworkDownload_XXXXXX.tmp.jpg")
    #expect(mapp.fileExtension == "jpg")
    let failed = judge(payload(url: .text("https://x.com/a%2Fb.png")))
    #expect(failed.localName.isEmpty)
    #expect(failed.fileExtension.isEmpty)
  }

  @Test("The name comes from the first URL, never from a redirect's target", arguments: columns)
  func redirected(id: String) {
    func through(_ url: String, to target: String) -> MediaFacts {
      facts(url) {
        $0.hops = [.init(url: url, status: 302), .init(url: target, status: 200)]
        $0.finalURL = target
      }
    }
    let named = judge(payload(id, url: .text("https://x.com/a.png"))) {
      through($0, to: "https://y.com/image")
    }
    #expect(named.current == Prediction(.media, .ok, via: .handler))
    let unnamed = judge(payload(id, url: .text("https://x.com/image"))) {
      through($0, to: "https://y.com/a.png")
    }
    #expect(unnamed.current.reason == (id == "mapp" ? .ok : .typeNotRecognised))
  }

  @Test("An error status comes before the name, and the name before the bytes")
  func order() {
    let url = Payload.Field.text("https://x.com/")
    let missing = judge(payload(url: url)) { facts($0, type: "text/html", status: 404) }
    #expect(missing.current.reason == .httpStatus)
    let page = judge(payload(url: url)) { facts($0, type: "text/html") }
    #expect(page.current.reason == .nameMissing)
    let lost = judge(payload(url: url)) { failed(.connectionLost, $0) }
    #expect(lost.current.reason == .connectionLost)
  }
}
