import Testing

@testable import AuditRules

/// `uncertain` stands exactly where a prediction rests on a rule of low confidence.
@Suite("Uncertain predictions")
struct UncertaintyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rig: Rig
    var answer: @Sendable (inout MediaFacts) -> Void = { _ in }
  }

  private static func fetched(
    _ description: String, _ name: String, _ profile: String = "sfmc-swift",
    _ answer: @escaping @Sendable (inout MediaFacts) -> Void = { _ in }
  ) -> Case {
    Case(
      testDescription: description, rig: Rig(url: "https://c.com/\(name)", profile: profile),
      answer: answer)
  }

  static let lowCases: [Case] = [
    Case(
      testDescription: "P1: a background push with text",
      rig: Rig(#"{"push_type":"background","aps":{"alert":"x","mutable-content":1}}"#)),
    Case(
      testDescription: "U1: no extension in Objective-C",
      rig: Rig(url: "https://c .com/a", profile: "sfmc-objc")),
    Case(
      testDescription: "U1: the same on old phones alone, which end as current ones do",
      rig: Rig(url: "{{hero}}", profile: "sfmc-objc")),
    Case(testDescription: "U3: ftp", rig: Rig(url: "ftp://c.com/a.jpg")),
    fetched("T2: an incomplete chain", "a.jpg") { $0.failure = .tlsIncompleteChain },
    fetched("T7b: endless", "a.jpg") { $0.failure = .tooLarge },
    fetched("N4b: NUL in the name", "a%00.jpg"),
    fetched("N4: no component in old Objective-C", "%FF.png", "sfmc-objc"),
    fetched("N4: the same in the SDK", "%FF.png", "sfmc-sdk-objc"),
    fetched("A2: jfif", "a.jfif"), fetched("A2: jpe", "a.jpe"),
    fetched("A2: a page as jfif", "a.jfif") { $0.detectedType = "text/html" },
    fetched("A3: between the megabytes", "a.jpg") { $0.bytes = 10_485_760 },
    fetched("A5b: AVIF", "a.jpg") { $0.detectedType = "image/avif" },
    fetched("A5b: JPEG 2000", "a.jpg") { $0.detectedType = "image/jp2" },
    fetched("A5b: PSD", "a.jpg") { $0.detectedType = "image/vnd.adobe.photoshop" },
    fetched("A5b: sound as a film", "a.mp4") { $0.detectedType = "audio/mp4" },
    fetched("A6: cut off", "a.jpg") { $0.structure = .truncated },
    Case(
      testDescription: "alt rule: no string in Objective-C",
      rig: Rig(members: #""_mediaUrl":"N/A","_mediaAlt":5"#, profile: "sfmc-objc")),
  ]

  static let betterCases: [Case] = [
    Case(
      testDescription: "P1: a background push without text",
      rig: Rig(#"{"push_type":"background","aps":{}}"#)),
    Case(
      testDescription: "P1: voip", rig: Rig(#"{"push_type":"voip","aps":{"alert":"x"}}"#)),
    Case(
      testDescription: "U1: with an extension in Objective-C",
      rig: Rig(url: "https://c .com/a.png", profile: "sfmc-objc")),
    Case(
      testDescription: "U1: with an extension on old phones alone",
      rig: Rig(url: "{{hero}}.png", profile: "sfmc-swift")),
    Case(testDescription: "U1: no extension in Swift", rig: Rig(url: "https://c .com/a")),
    Case(testDescription: "U3: blob", rig: Rig(url: "blob:https://c.com/a.jpg")),
    Case(testDescription: "U3: file", rig: Rig(url: "file:///a.jpg", profile: "sfmc-swift-2017")),
    fetched("T2: an untrusted chain", "a.jpg") { $0.failure = .tlsUntrusted },
    fetched("T7b: with a length", "a.jpg") {
      $0.failure = .tooLarge
      $0.declaredLength = 60_000_000
    },
    fetched("T6: the SDK at expiry", "a.jpg", "sfmc-sdk-swift") { $0.failure = .tooSlow },
    fetched("N1: no name", ""), fetched("N2: a slash", "a%2Fb.png"),
    fetched("N3: a long name", String(repeating: "a", count: 228)),
    fetched("N4: no component in Swift", "%FF.png"),
    fetched("N4: no component in the SDK's Swift", "%FF.png", "sfmc-sdk-swift"),
    fetched("A1: unknown", "a.xyz"), fetched("A2: refused", "a.webp"),
    fetched("A2: undocumented", "a.heic") { $0.detectedType = "image/heic" },
    fetched("A3: above both megabytes", "a.jpg") { $0.bytes = 10_485_761 },
    fetched("A3: a large jfif is refused one way or the other", "a.jfif") { $0.bytes = 10_485_761 },
    fetched("A4: WebP as JPEG", "a.jpg") { $0.detectedType = "image/webp" },
    fetched("A4: HEIC as JPEG", "a.jpg") { $0.detectedType = "image/heic" },
    fetched("A5: a page", "a.jpg") { $0.detectedType = "text/html" },
    fetched("A5b: a film as sound", "a.mp3") { $0.detectedType = "video/mp4" },
    fetched("A5b: bytes without a name", "a.mp3") { $0.detectedType = nil },
    fetched("A5c: undecodable", "a.jpg") { $0.structure = .undecodable },
    fetched("A8: rarely plays", "a.avi") { $0.detectedType = "video/x-msvideo" },
    Case(
      testDescription: "alt rule: no string in Swift",
      rig: Rig(members: #""_mediaUrl":"N/A","_mediaAlt":5"#, profile: "sfmc-swift")),
    Case(
      testDescription: "alt rule: no string in Objective-C, but unused",
      rig: Rig(members: #""_mediaUrl":"https://c.com/a.jpg","_mediaAlt":5"#, profile: "sfmc-objc")),
    Case(
      testDescription: "K: no string in Objective-C",
      rig: Rig(members: #""_mediaUrl":5"#, profile: "sfmc-objc")),
    fetched("unknown", "a.jfif") { $0.failure = .auditOffline },
    Case(
      testDescription: "a gate before an L rule",
      rig: Rig(#"{"aps":{"alert":"x"},"_mediaUrl":"https://c.com/a.jfif"}"#)),
  ]

  @Test("What rests on a rule of low confidence says so", arguments: lowCases)
  func uncertain(_ example: Case) throws {
    let verdict = try example.rig.verdict { example.answer(&$0) }
    #expect(verdict.warnings.contains(.uncertain))
  }

  @Test("What rests on better rules does not", arguments: betterCases)
  func certain(_ example: Case) throws {
    let verdict = try example.rig.verdict { example.answer(&$0) }
    #expect(!verdict.warnings.contains(.uncertain))
  }
}
