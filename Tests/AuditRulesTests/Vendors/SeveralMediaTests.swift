import Testing

@testable import AuditRules

@Suite("Several media in one payload")
struct SeveralMediaTests {
  /// What the reports do: each of the media is judged alone, then one verdict is made of them.
  private func joined(
    _ members: String, _ profile: String = "auto", _ answer: (String) -> MediaFacts
  ) throws -> (verdict: Verdict, place: Int, count: Int) {
    let payload = try VendorRig(members: members, profile: profile).payload()
    let verdicts = ([payload] + payload.furtherMedia).map { judge($0, facts: answer) }
    let (verdict, place) = Verdict.joining(verdicts, of: payload.profile)
    return (verdict, place, payload.mediaCount)
  }

  /// By the file's name: `good.png`, `page.png` (HTML), `gone.png` (no connection).
  private func answer(_ url: String) -> MediaFacts {
    if url.hasSuffix("gone.png") { return failed(.connectFailed, url) }
    return facts(url, type: url.hasSuffix("page.png") ? "text/html" : "image/png")
  }

  private func line(_ found: (verdict: Verdict, place: Int, count: Int)) -> String {
    let names = words(found.verdict.warnings).joined(separator: ",")
    return "\(word(found.verdict.current)) \(found.verdict.current.reason.rawValue) "
      + "\(found.place)/\(found.count) \(names)"
  }

  @Test(
    "OneSignal attaches what it can",
    arguments: [
      ("good good", "media ok 0/2 "), ("gone good", "media ok 1/2 media_partly_lost"),
      ("page good", "media ok 1/2 media_partly_lost,uncertain"),
      ("gone page", "blank not_media 1/2 media_partly_lost,uncertain"),
      ("gone gone", "original connect_failed 0/2 "),
    ])
  func each(files: String, expected: String) throws {
    let urls = files.split(separator: " ").enumerated().map {
      "\"\($0.offset)\":\"https://c.com/\($0.element).png\""
    }
    let found = try joined("\"att\":{\(urls.joined(separator: ","))}") { url in
      var facts = answer(url)
      // The MIME type says PNG for the page too, so that it is attached.
      if facts.httpStatus != nil { facts.contentType = "image/png" }
      return facts
    }
    var names = words(found.verdict.warnings)
    names.removeAll { $0 == "served_as_other_type" }
    #expect(
      "\(word(found.verdict.current)) \(found.verdict.current.reason.rawValue) "
        + "\(found.place)/\(found.count) \(names.joined(separator: ","))" == expected)
  }

  @Test(
    "Airship attaches all or none, and its own body goes with them",
    arguments: [
      ("good good", "media ok 0/2 ", "Shown"),
      ("good gone", "original connect_failed 1/2 ", "Own body"),
      ("good page", "media ok 0/2 media_partly_lost", "Shown"),
    ])
  func together(files: String, expected: String, body: String) throws {
    let urls = files.split(separator: " ").map { "{\"url\":\"https://c.com/\($0).png\"}" }
    let found = try joined(
      """
      "com.urbanairship.media_attachment":{"urls":[\(urls.joined(separator: ","))],\
      "content":{"body":"Shown"}}
      """, "auto", answer)
    #expect(line(found) == expected)
    #expect(found.verdict.shows == body)
  }

  @Test(
    "Swrve's second URL is asked only when the first fails",
    arguments: [
      ("good gone", "media ok 0/2 "), ("gone good", "media ok 1/2 media_partly_lost"),
      ("gone gone", "original connect_failed 0/2 "),
    ])
  func fallback(files: String, expected: String) throws {
    let names = files.split(separator: " ")
    let found = try joined(
      """
      "_p":1,"_sw":{"media":{"url":"https://c.com/\(names[0]).png",\
      "fallback_url":"https://c.com/\(names[1]).png"}}
      """, "auto", answer)
    #expect(line(found) == expected)
  }

  @Test("Of Salesforce's carousel the first picture decides")
  func first() throws {
    let items = ["gone", "good"].map { "{\"md\":{\"ul\":\"https://c.com/\($0).png\"}}" }
    let found = try joined(
      "\"_sid\":\"SFMC\",\"_rf\":{\"vt\":{\"it\":[\(items.joined(separator: ","))]}}", "auto",
      answer)
    #expect(line(found) == "original connect_failed 0/2 ")
  }

  @Test("A carousel item without a picture keeps WebEngage's extension waiting")
  func missing() throws {
    let found = try joined(
      """
      "source":"webengage","expandableDetails":{"style":"CAROUSEL_V1",\
      "items":[{"image":"https://c.com/good.png"},{"title":"x"}]}
      """, "webengage-carousel", answer)
    #expect(line(found) == "original expiry no_media_url 0/0 ")
  }

  @Test("Reteno's list is JSON in a text, and goes before its single key")
  func textAsJSON() throws {
    let found = try joined(
      #"""
      "es_interaction_id":"i","es_notification_image":"https://c.com/gone.png",
      "es_notification_images":"[\"https://c.com/good.png\",\"https://c.com/good.png\"]"
      """#, "auto", answer)
    #expect(line(found) == "media ok 0/2 ")
  }

  @Test("CleverTap's templates read every path, others the first that holds a text")
  func paths() throws {
    let templates = try VendorRig(
      members: #""pt_id":"x","pt_img1":"a","pt_img3":"c","pt_gif":"d""#
    ).payload()
    #expect(templates.mediaCount == 3)
    let expo = try VendorRig(
      members: #""body":{"_richContent":{"video":"v","image":"i"}}"#
    ).payload()
    #expect(expo.mediaURL == .text("v"))
    #expect(expo.mediaCount == 1)
    #expect(expo.furtherMedia.isEmpty)
  }

  @Test("A payload of the public listings names one, or none")
  func base() throws {
    #expect(try VendorRig(members: #""_mediaUrl":"u""#).payload().mediaCount == 1)
    #expect(try VendorRig(members: #""_mediaUrl":"""#).payload().mediaCount == 0)
    #expect(try VendorRig(members: "").payload().mediaCount == 0)
  }
}
