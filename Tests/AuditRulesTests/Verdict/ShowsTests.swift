import Testing

@testable import AuditRules

/// The columns `via`, `shows`, `local_name` and `extension`.
@Suite("via and shows")
struct ShowsTests {
  private static let url = #""_mediaUrl":"https://c.com/a.jpg","_mediaAlt":"Alt""#

  private static func rig(_ aps: String, _ members: String = url, profile: String = "sfmc-swift")
    -> Rig
  {
    Rig(#"{"aps":\#(aps),\#(members)}"#, profile: profile)
  }

  private static let aps = #"{"alert":{"title":"T","subtitle":"S","body":"B"},"mutable-content":1}"#

  @Test("media, blank and original show the payload's own body, by whatever way it comes")
  func ownBody() throws {
    let media = try Self.rig(Self.aps).verdict()
    #expect([media.current.line, media.shows] == ["media via handler: ok", "B"])
    let blank = try Self.rig(Self.aps).verdict(Rig.body("text/html"))
    #expect([blank.current.line, blank.shows] == ["blank via handler: not_media", "B"])
    let handler = try Self.rig(Self.aps, profile: "sfmc-sdk-swift").verdict(Rig.status(404))
    #expect([handler.current.line, handler.shows] == ["original via handler: http_status", "B"])
    let expiry = try Self.rig(Self.aps, profile: "sfmc-sdk-objc").verdict(Rig.failing(.tooSlow))
    #expect([expiry.current.line, expiry.shows] == ["original via expiry: too_slow", "B"])
    let crash = try Self.rig(Self.aps, #""_mediaUrl":5"#, profile: "sfmc-objc").verdict(nil)
    #expect([crash.current.line, crash.shows] == ["original via crash: media_url_not_text", "B"])
    let off = try Self.rig(#"{"alert":"B"}"#).verdict()
    #expect(
      [off.current.line, off.shows] == ["original via no_extension: mutable_content_off", "B"])
  }

  @Test("alt_text shows the alt text, at expiry too")
  func altText() throws {
    let handler = try Self.rig(Self.aps).verdict(Rig.status(404))
    #expect([handler.current.line, handler.shows] == ["alt_text via handler: http_status", "Alt"])
    let expiry = try Self.rig(Self.aps).verdict(Rig.failing(.tooSlow))
    #expect([expiry.current.line, expiry.shows] == ["alt_text via expiry: too_slow", "Alt"])
    let file = #""_mediaUrl":"file:///a.jpg","_mediaAlt":"Alt""#
    let local = try Self.rig(Self.aps, file, profile: "sfmc-swift-2017").verdict(nil)
    #expect(
      [local.current.line, local.shows] == ["alt_text via expiry: url_is_local_file", "Alt"])
  }

  @Test("Nothing is shown where nothing is displayed, known or read")
  func nothing() throws {
    let hidden = try Self.rig(#"{"alert":{"body":""}}"#).verdict()
    #expect([hidden.current.line, hidden.shows] == ["not_shown via nothing: no_visible_text", ""])
    let large = try Self.rig(Self.aps, #""x":"\#(String(repeating: "x", count: 4096))""#).verdict()
    #expect([large.current.line, large.shows] == ["not_shown via nothing: payload_too_large", ""])
    let unknown = try Self.rig(Self.aps).verdict(nil)
    #expect([unknown.current.line, unknown.shows] == ["unknown via nothing: not_checked", ""])
    for reason in [Reason.invalidUTF8, .invalidJSON, .notAnObject, .lineTooLong, .profileUnknown] {
      let verdict = Verdict.of(PayloadDefect(reason: reason, detail: "why"))
      #expect(verdict.current == Prediction(.invalid, reason, via: nil))
      #expect(verdict.shows == "" && verdict.localName == "" && verdict.old == nil)
    }
  }

  @Test("A title alone leaves an empty body, an alt text fills it")
  func titleAlone() throws {
    let aps = #"{"alert":{"title":"T"},"mutable-content":1}"#
    #expect(try Self.rig(aps).verdict().shows == "")
    #expect(try Self.rig(aps).verdict(Rig.status(404)).shows == "Alt")
  }

  @Test("The extension is in lower case, the name as it is written and decoded")
  func names() throws {
    let rows = [
      ("a.JPG", "CFNetworkDownload_XXXXXX.tmpa.JPG", "jpg"),
      ("%E2%82%AC%20b.Png?x=1#f", "CFNetworkDownload_XXXXXX.tmp€ b.Png", "png"),
      ("image", "CFNetworkDownload_XXXXXX.tmpimage", "tmpimage"),
      ("a%2Fb.png", "", ""), ("", "", ""),
    ]
    for (tail, name, fileExtension) in rows {
      let verdict = try Rig(url: "https://c.com/\(tail)").verdict()
      #expect(verdict.localName == name)
      #expect(verdict.fileExtension == fileExtension)
    }
  }
}
