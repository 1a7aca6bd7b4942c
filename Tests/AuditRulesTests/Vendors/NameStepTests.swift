import Testing

@testable import AuditRules

private let saved = "CFNetworkDownload_XXXXXX.tmp"
private let random = "XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"

@Suite("The naming chain, steps that look at the URL")
struct URLNameTests {
  @Test(
    "The URL's last component, decoded, without its query",
    arguments: [
      ("sfmc-carousel", "https://c.com/p/bike%201.jpg?w=2", "bike 1.jpg"),
      ("mapp-expo", "https://c.com/p/b.gif#top", "b.gif"),
      ("expo", "https://c.com/p/b.gif", saved + "b.gif"),
      ("adobe-mobile-services", "https://c.com/p/b.png", "XXXXXXXXXXXXb.png"),
      ("airship", "https://c.com/p/b.png", saved + "-b.png"),
    ])
  func component(id: String, url: String, expected: String) throws {
    #expect(try name(id, url)?.name == expected)
  }

  @Test(
    "A root has no component: the next step is asked, or the move fails",
    arguments: [("mapp-expo", "attachment", nil), ("expo", saved, Reason.nameMissing)])
  func root(id: String, expected: String, failure: Reason?) throws {
    let found = try #require(try name(id, "https://c.com/"))
    #expect(found.name == expected)
    #expect(found.failure == failure)
  }

  @Test(
    "The URL's extension",
    arguments: [
      ("optimobile", "https://c.com/p/b.png?x=1", saved + ".png"),
      ("swrve", "https://c.com/p/b.webp", saved + ".webp"),
      ("adobe-ajo", "https://c.com/p/b.PNG", saved + ".PNG"),
      ("cleverpush", "https://c.com/p/b.m4v", saved + ".m4v"),
    ])
  func urlExtension(id: String, url: String, expected: String) throws {
    #expect(try name(id, url)?.name == expected)
  }

  @Test("An extension that the profile does not know is passed over, or refuses the media")
  func accepted() throws {
    let url = "https://c.com/p/b.webp"
    #expect(try name("adobe-ajo", url, answer: served("image/webp"))?.name == saved + ".jpg")
    #expect(try name("onesignal", url, answer: served("image/webp"))?.refusal == .typeNotRecognised)
    #expect(try name("cleverpush", url)?.refusal == .typeNotSupported)
    // OneSignal compares letter case, Adobe does not.
    let capitals = "https://c.com/p/b.PNG"
    #expect(try name("onesignal", capitals, answer: served(nil))?.refusal == .typeNotRecognised)
    #expect(try name("adobe-ajo", capitals, answer: served(nil))?.fileExtension == "png")
  }

  @Test(
    "The extension of the whole string keeps a query",
    arguments: [
      ("mixpanel", "https://c.com/p/b.png", saved + ".png"),
      ("mixpanel", "https://c.com/p/b.png?x=1", saved + ".png?x=1"),
      ("kumulos", "https://c.com/p/b.png?x=1", saved + ".png?x=1"),
      ("webengage", "https://c.com/p/b.png?x=1", saved + ".jpg"),
      ("webengage", "https://c.com/p/b.png", saved + ".png"),
      ("webengage-carousel", "https://c.com/p/b.webp", saved + ".jpg"),
    ])
  func text(id: String, url: String, expected: String) throws {
    #expect(try name(id, url)?.name == expected)
  }

  @Test("All that follows the last dot, and a slash in it spoils the move")
  func lastDot() throws {
    #expect(try name("aws-pinpoint")?.name == saved + ".png")
    #expect(try name("aws-pinpoint", "https://c.com/b.png?v=2")?.fileExtension == "png?v=2")
    #expect(try name("aws-pinpoint", "https://c.com/path")?.failure == .nameHasSlash)
  }

  @Test("A name that is read as a URL cannot hold a blank on old phones")
  func readAsURL() throws {
    for id in ["mapp-flutter", "adobe-campaign-standard"] {
      let url = "https://c.com/my%20b.png"
      #expect(try name(id, url)?.name == "my b.png")
      #expect(try name(id, url)?.failure == nil)
      #expect(try name(id, url, on: .old)?.failure == .nameInvalid)
      #expect(try name(id, "https://c.com/a%3Fb.png")?.name == "a")
    }
  }

  @Test("The query's parameter, then any other")
  func query() throws {
    let silent = served(nil)
    let named = "https://c.com/get?id=1&filename=a.gif"
    #expect(try name("onesignal", named, answer: silent)?.name == "XXXXXX.gif")
    #expect(
      try name("onesignal", "https://c.com/get?f=a.gif", answer: silent)?.name == "XXXXXX.gif")
    #expect(try name("onesignal", "https://c.com/get?f=a.x", answer: silent)?.refusal != nil)
    // The named parameter goes before the MIME type, any other behind it.
    let picture = served("image/png")
    #expect(try name("onesignal", named, answer: picture)?.name == "XXXXXX.gif")
    #expect(try name("onesignal", "https://c.com/g?f=a.gif", answer: picture)?.name == "XXXXXX.png")
  }
}

@Suite("The naming chain, steps that look at the payload or at nothing")
struct KeyNameTests {
  @Test(
    "The type key as it stands",
    arguments: [
      ("braze", "gif", saved + ".gif"), ("braze", "image/png", saved + ".image/png"),
      ("klaviyo", "mp4", saved + ".mp4"), ("klaviyo", nil, saved + ".jpg"),
    ])
  func verbatim(id: String, key: String?, expected: String) throws {
    #expect(try name(id, key: key)?.name == expected)
  }

  @Test("The type key through a table, else the MIME type, else nothing")
  func mapped() throws {
    #expect(
      try name("clevertap", key: "image", answer: served("image/gif"))?.name == saved + ".jpg")
    #expect(try name("clevertap", key: "video")?.name == saved + ".mp4")
    #expect(try name("clevertap", key: "gif", answer: served("image/gif"))?.name == saved + ".gif")
    #expect(try name("clevertap", key: "x", answer: served("image/webp"))?.refusal != nil)
  }

  @Test(
    "Fixed endings and names",
    arguments: [
      ("bloomreach", "image.png"), ("adobe-ajo-sample", saved + ".gif"),
    ])
  func fixed(id: String, expected: String) throws {
    #expect(try name(id, "https://c.com/x")?.name == expected)
  }

  @Test("A file that stays as it was saved, and one that never is a file")
  func unchanged() throws {
    let batch = try #require(try name("batch", key: "public.png"))
    #expect(batch.name == saved)
    #expect(batch.hint == "png")
    #expect(try name("batch", key: "picture")?.hint == "?")
    #expect(try name("emarsys", answer: served(nil))?.name == random)
    for id in ["clevertap-templates", "adobe-carousel"] {
      #expect(try name(id)?.isDrawn == true)
    }
  }

  @Test("A type hint of the answer counts only where the name says nothing")
  func hints() throws {
    #expect(try name("airship")?.hint == nil)
    #expect(try name("airship", "https://c.com/i", answer: served("image/gif"))?.hint == "gif")
    #expect(try name("airship", "https://c.com/i", answer: served("text/html"))?.hint == "png")
    // The name ends in the letters of an extension: no hint, though there is no dot.
    #expect(try name("airship", "https://c.com/mypng")?.hint == nil)
    #expect(try name("notifee", key: "public.jpeg")?.hint == "jpeg")
    #expect(try name("notifee")?.hint == nil)
  }
}
