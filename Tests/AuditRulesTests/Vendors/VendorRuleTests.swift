import Testing

@testable import AuditRules

@Suite("Vendors' own rules")
struct VendorRuleTests {
  private let url = "https://c.com/a.png"

  @Test("HTTPS only: plain HTTP is refused whatever the app allows")
  func httpsOnly() throws {
    var rig = VendorRig(members: #""adb_media":"http://c.com/a.png""#)
    rig.policy = TransportPolicy(allowsHTTP: true)
    let payload = try rig.payload()
    #expect(FetchPlan.make(for: payload, policy: rig.policy).requests.isEmpty)
    var cache = PlanCache(policy: rig.policy)
    #expect(cache.plan(for: payload).requests.isEmpty)
    #expect(try rig.verdict().current.reason == .httpNotSecure)
    rig.members = #""fcm_options":{"image":"http://c.com/a.png"}"#
    #expect(cache.plan(for: try rig.payload()).requests == ["http://c.com/a.png"])
  }

  @Test(
    "Own limits of time end the download by the handler",
    arguments: [
      ("batch", #""com.batch":{"at":{"u":"@","t":"public.png"}}"#, 19.0, "media"),
      ("batch", #""com.batch":{"at":{"u":"@","t":"public.png"}}"#, 20.0, "original"),
      ("ortto", #""image":"@""#, 21.0, "original"),
      (
        "customerio",
        #""CIO-Delivery-ID":"1","CIO-Delivery-Token":"2","CIO":{"push":{"image":"@"}}"#,
        28.0, "media"
      ),
      (
        "webengage",
        #""source":"webengage","expandableDetails":{"style":"OVERLAY","image":"@"}"#, 20.0, "media"
      ),
    ])
  func time(profile: String, members: String, total: Double, expected: String) throws {
    let rig = VendorRig(members: members.replacing("@", with: url), profile: profile)
    let verdict = try rig.verdict { url in
      facts(url) {
        $0.timing.total = total
        $0.timing.firstByte = 0.5
      }
    }
    #expect(word(verdict.current) == expected)
    #expect((verdict.current.reason == .tooSlow) == (expected == "original"))
  }

  @Test("A wait for the first byte ends at the idle limit")
  func idle() throws {
    let members =
      #""source":"webengage","expandableDetails":{"style":"OVERLAY","image":"\#(url)"}"#
    let verdict = try VendorRig(members: members).verdict { url in
      facts(url) {
        $0.timing.firstByte = 10
        $0.timing.total = 11
      }
    }
    #expect(word(verdict.current) == "original")
    #expect(verdict.current.reason == .tooSlow)
  }

  @Test("OneSignal's limit is that of the declared length")
  func declared() throws {
    func reason(_ length: Int?) throws -> Reason {
      try VendorRig(members: #""att":{"id":"https://c.com/a.mp4"}"#).verdict { url in
        facts(url, type: "video/mp4") { $0.declaredLength = length }
      }.current.reason
    }
    #expect(try reason(50_000_000) == .ok)
    #expect(try reason(50_000_001) == .tooLarge)
    #expect(try reason(nil) == .ok)
  }

  @Test("Swrve takes 200 alone, and what it does then is not sure")
  func statuses() throws {
    let verdict = try VendorRig(members: #""_p":1,"_sw":{"media":{"url":"\#(url)"}}"#).verdict {
      facts($0, status: 206)
    }
    #expect(word(verdict.current) == "original")
    #expect(verdict.current.reason == .httpStatus)
    #expect(words(verdict.warnings) == ["uncertain"])
  }

  @Test("Where the source shows no check of the status, the prediction is uncertain")
  func unclear() throws {
    let verdict = try VendorRig(
      members: #""data":{"media-url":"\#(url)"}"#, profile: "aws-pinpoint"
    ).verdict { facts($0, status: 404) }
    #expect(word(verdict.current) == "media")
    #expect(words(verdict.warnings) == ["error_status", "uncertain"])
  }

  @Test("Bloomreach's own text is shown whatever becomes of the picture")
  func replacement() throws {
    let start = #""source":"xnpe_platform","image":"\#(url)""#
    #expect(try VendorRig(members: start + #","message":"M""#).verdict().shows == "M")
    let failing = try VendorRig(members: start + #","message":"M""#).verdict {
      failed(.connectFailed, $0)
    }
    #expect(failing.shows == "M")
    #expect(try VendorRig(members: start).verdict().shows == "")
  }

  @Test("The URL is treated as the vendor's code treats it")
  func treatment() throws {
    let trimmed = try VendorRig(members: #""att":{"id":" \#(url)\n"}"#).payload()
    #expect(trimmed.mediaURL == .text(url))
    let start = #""custom":{"a":{"k.message":{"data":{"id":7}}}},"attachments":"#
    let relative = try VendorRig(members: start + #"{"pictureUrl":"x/a.png"}"#).payload()
    #expect(relative.mediaURL == .text("https://i-us-east-1.app.delivery/390x/x/a.png"))
    #expect(words(relative.warnings) == ["uncertain"])
    let whole = try VendorRig(members: start + #"{"pictureUrl":"\#(url)"}"#).payload()
    #expect(whole.mediaURL == .text(url))
    #expect(whole.warnings.isEmpty)
    let escaped = try VendorRig(
      members: #""clickUrl":"u","imageUrl":"https://c.com/a b.png""#
    ).payload()
    #expect(escaped.mediaURL == .text("https://c.com/a%20b.png"))
  }

  @Test("Sample code that unwraps by force dies; a helper without a handler waits")
  func endings() throws {
    let leanplum = try VendorRig(members: #""_lpm":"1","LP_URL":"https://c.com:x/""#).verdict()
    #expect(word(leanplum.current) == "original crash")
    let standard = try VendorRig(members: "", profile: "adobe-campaign-standard").verdict()
    #expect(word(standard.current) == "original expiry")
    #expect(standard.current.reason == .noMediaURL)
    let slash = try VendorRig(
      members: #""media-attachment-url":"https://c.com/a%2Fb.png""#
    ).verdict()
    #expect(word(slash.current) == "original crash")
    let root = try VendorRig(members: #""media-attachment-url":"https://c.com/""#).verdict()
    #expect(word(root.current) == "original crash")
  }

  @Test("A name with a blank attaches on current phones only, where it is read as a URL")
  func blank() throws {
    let verdict = try VendorRig(
      members: #""ios_apx_media":"https://c.com/my%20b.png""#, profile: "mapp-flutter"
    ).verdict()
    #expect(word(verdict.current) == "media")
    #expect(oldWord(verdict) == "original")
  }

  @Test("The alt text of Salesforce's example app is shown when an attachment fails, not late")
  func alt() throws {
    let members = #""_mediaUrl":"\#(url)","_mediaAlt":"Alt""#
    let rig = VendorRig(members: members, profile: "sfmc-learningapp")
    #expect(try rig.verdict { failed(.connectFailed, $0) }.shows == "Alt")
    #expect(try rig.verdict { failed(.tooSlow, $0) }.shows == "Own body")
    let none = VendorRig(members: #""_mediaAlt":"Alt""#, profile: "sfmc-learningapp")
    #expect(try none.verdict().shows == "Own body")
  }
}
