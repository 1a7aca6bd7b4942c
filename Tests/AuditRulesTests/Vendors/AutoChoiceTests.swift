import Testing

@testable import AuditRules

@Suite("--profile auto among the vendors")
struct AutoChoiceTests {
  @Test("Each profile's payload leads to it, or to the one that goes before it")
  func samples() throws {
    /// Variants and bare keys that are never taken by themselves.
    let others = [
      "sfmc-swift-2017": "sfmc-swift", "sfmc-objc": "sfmc-swift", "sfmc-sdk-swift": "sfmc-swift",
      "sfmc-sdk-objc": "sfmc-swift", "sfmc-learningapp": "sfmc-swift", "mapp-flutter": "mapp",
      "mapp-expo": "mapp", "adobe-ajo-sample": "adobe-ajo", "kumulos": "optimobile",
      "emarsys": "sfmc-swift", "aws-pinpoint": "sfmc-swift", "ortto": "sfmc-swift",
    ]
    for row in SituationRow.all {
      let found = try VendorRig(members: row.members).payload().profile.id
      #expect(found == others[row.profile] ?? row.profile, "\(row.profile)")
    }
  }

  @Test(
    "The keys of the public listings go first, then what fits best",
    arguments: [
      (#""_mediaUrl":"u","ab":{"att":{"url":"u","type":"jpg"}}"#, "sfmc-swift"),
      (#""ios_apx_media":"u","_mediaUrl":"u""#, "mapp"),
      (#""_mediaAlt":"a","fcm_options":{"image":"u"}"#, "sfmc-swift"),
      (#""fcm_options":{"image":"u"},"itbl":{"attachment-url":"u"}"#, "iterable"),
      (#""image":"u""#, "sfmc-swift"), (#""image_url":"u""#, "sfmc-swift"),
      (#""data":{"media-url":"u"}"#, "sfmc-swift"), (#""attachment":"u""#, "sfmc-swift"),
      (#""imageUrl":"u""#, "sfmc-swift"),
      (#""attachment":"u","pw_msg":1"#, "pushwoosh"),
      (#""image":"u","source":"xnpe_platform""#, "bloomreach"),
      (#""image":"u","source":"other""#, "sfmc-swift"),
      (#""imageUrl":"u","clickUrl":"v""#, "mindbox"),
      (#""adb_media":"u""#, "adobe-ajo"),
      (#""adb_media":"u","adb_template_type":"car","adb_items":[{"img":"u"}]"#, "adobe-carousel"),
      (#""ct_mediaUrl":"u""#, "clevertap"),
      (#""pt_id":"x","pt_img1":"u","ct_mediaUrl":"u","ct_mediaType":"image""#, "clevertap"),
      (#""ab":{"att":{}}"#, "sfmc-swift"),
    ])
  func choices(members: String, id: String) throws {
    #expect(try VendorRig(members: members).payload().profile.id == id)
  }

  @Test("What the vendor's code needs and the payload lacks is the reason")
  func foreign() throws {
    let url = "https://c.com/a.png"
    let verdict = try VendorRig(members: #""ct_mediaUrl":"\#(url)""#).verdict()
    #expect(word(verdict.current) == "original")
    #expect(verdict.current.reason == .vendorKeyMissing)
    #expect(verdict.localName == "")
    #expect(
      try VendorRig(members: #""ct_mediaUrl":"\#(url)""#).payload().missingFields == "ct_mediaType")
    let late = try VendorRig(members: #""attachments":{"pictureUrl":"\#(url)"}"#).verdict()
    #expect(late.current.reason == .vendorKeyMissing)
    #expect(word(late.current) == "original expiry")
  }

  @Test(
    "What is looked for and not found is named, in the words of the profile",
    arguments: [
      (#""CIO":{"push":{"image":"u"}},"CIO-Delivery-ID":"1""#, "CIO-Delivery-Token"),
      (#""CIO":{"push":{"image":"u"}}"#, "CIO-Delivery-ID and CIO-Delivery-Token"),
      (#""LP_URL":"u""#, "one of _lpm, _lpu, _lpn, _lpv"),
      (
        #""expandableDetails":{"image":"u"},"source":"webengage""#,
        "expandableDetails/style with the value BIG_PICTURE, OVERLAY or RATING_V1"
      ),
      (#""ct_mediaUrl":"u","ct_mediaType":"image""#, ""), (#""_mediaUrl":"u""#, ""),
    ])
  func missing(members: String, fields: String) throws {
    #expect(try VendorRig(members: members).payload().missingFields == fields)
  }
}
