import Testing

@testable import AuditRules

private let saved = "CFNetworkDownload_XXXXXX.tmp"
private let random = "XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"

@Suite("The naming chain, steps that look at the answer")
struct AnswerNameTests {
  @Test(
    "The MIME type through the profile's table",
    arguments: [
      ("leanplum", "image/jpeg", saved + ".jpg"), ("leanplum", "image/webp", saved + ".tmp"),
      ("onesignal", "IMAGE/JPEG; q=1", "XXXXXX.jpeg"), ("swrve", "image/x-png", saved + ".png"),
      ("adobe-ajo", "audio/mp4", saved + ".m4a"), ("cleverpush", "image/jpg", saved + ".jpeg"),
    ])
  func mapped(id: String, type: String, expected: String) throws {
    #expect(try name(id, "https://c.com/i", answer: served(type))?.name == expected)
  }

  @Test(
    "Apple's own extension of a MIME type",
    arguments: [
      ("sfmc-learningapp", "image/jpeg", saved + ".jpeg"),
      ("sfmc-learningapp", "text/html", saved + ".html"),
      ("sfmc-learningapp", "x/unknown", saved + ".jpg"),
      ("appcues", "video/quicktime", saved + ".mov"), ("appcues", "x/unknown", saved + ".tmp"),
      ("appcues", nil, saved + ".png"),
    ])
  func preferred(id: String, type: String?, expected: String) throws {
    #expect(try name(id, answer: served(type))?.name == expected)
  }

  @Test(
    "What follows image/",
    arguments: [
      ("fcm", "image/x-new", saved + ".x-new"), ("notifee", "image/x-new", saved + ".x-new"),
      ("fcm", "video/x-new", saved), ("notifee", nil, saved),
    ])
  func subtype(id: String, type: String?, expected: String) throws {
    #expect(try name(id, "https://c.com/i", answer: served(type))?.name == expected)
  }

  @Test("The header's tail with all its parameters")
  func tail() throws {
    #expect(try name("emarsys", answer: served("image/png"))?.fileExtension == "png")
    let charset = try name("emarsys", answer: served("image/jpeg; charset=binary"))
    #expect(charset?.name == random + ".jpeg; charset=binary")
    #expect(charset?.fileExtension == "")
  }

  @Test(
    "The suggested file name, whole",
    arguments: [
      ("iterable", random + "b.png"), ("customerio", random + "_b.png"),
      ("pushwoosh", random + "b.png"), ("ortto", "b.png"), ("reteno", random + "b.png"),
    ])
  func suggested(id: String, expected: String) throws {
    let disposition = #"attachment; filename="b.png""#
    #expect(try name(id, answer: served("image/png", disposition))?.name == expected)
  }

  @Test("Of the suggested file name the extension only")
  func suggestedExtension() throws {
    #expect(try name("fcm", "https://c.com/i", answer: served("image/png"))?.name == saved + ".png")
    #expect(try name("notifee", answer: served(nil))?.name == saved + ".png")
    let film = served("video/mp4")
    #expect(try name("optimobile", "https://c.com/i", answer: film)?.name == saved + ".mp4")
    #expect(try name("kumulos", "https://c.com/i", answer: film)?.name == saved + ".mp4")
    #expect(try name("kumulos", "https://c.com/i", answer: served(nil))?.refusal != nil)
  }

  @Test(
    "The first bytes",
    arguments: [
      ("89504e47", "png"), ("ffd8ffe0", "jpg"), ("47494638", "gif"), ("3c21444f", nil), ("", nil),
    ])
  func bytes(head: String, expected: String?) throws {
    let found = try name("mindbox") { $0.firstBytes = head }
    #expect(found?.fileExtension == expected ?? "")
    #expect((found?.refusal == .typeNotRecognised) == (expected == nil))
  }

  @Test("Without an answer such a name is not known; one that comes first is")
  func unanswered() throws {
    func silent(_ facts: inout MediaFacts) { facts.httpStatus = nil }
    #expect(try name("fcm", answer: silent) == nil)
    #expect(try name("mindbox", answer: silent) == nil)
    #expect(try name("swrve", answer: silent)?.name == saved + ".png")
    #expect(try name("clevertap", key: "image", answer: silent)?.name == saved + ".jpg")
    #expect(try name("clevertap", key: "x", answer: silent) == nil)
  }
}

@Suite("The suggested file name")
struct SuggestedNameTests {
  @Test(
    "Content-Disposition, else the last component, else the host; the extension by the MIME type",
    arguments: [
      ("https://c.com/p/b", nil, "image/jpeg", "b.jpeg"),
      ("https://c.com/p/b.jpg", nil, "image/jpeg", "b.jpg"),
      ("https://c.com/p/b.jpg", nil, nil, "b.jpg"),
      ("https://c.com/p/b.jpg", nil, "application/octet-stream", "b.jpg"),
      ("https://c.com/", nil, "image/png", "c.com.png"),
      ("https://c.com/p/b.png", "attachment; filename=x.gif", "image/gif", "x.gif"),
      ("https://c.com/b", "inline; filename=\"a;b.gif\"; size=3", nil, "a;b.gif"),
      ("https://c.com/b", "inline; filename=\"a\\\"b.gif\"", nil, "a\"b.gif"),
      ("https://c.com/b", "a; filename=x; filename*=UTF-8''%C3%A9.png", nil, "é.png"),
      ("https://c.com/b.png", "attachment", nil, "b.png"),
      ("https://c.com/b", "attachment; filename=../../x.png", nil, "x.png"),
      ("https://c.com/a%2Fb.png", nil, nil, "a_b.png"),
    ])
  func names(url: String, disposition: String?, type: String?, expected: String) {
    let suggested = SuggestedName(disposition: disposition, url: url, contentType: type)
    #expect(suggested.name == expected)
    #expect(!suggested.isPresumed || expected == "c.com.png")
  }

  @Test("An extension behind another one is presumed")
  func presumed() {
    let page = SuggestedName(
      disposition: nil, url: "https://c.com/b.jpg", contentType: "text/html")
    #expect(page.name == "b.jpg.html")
    #expect(page.isPresumed)
  }
}
