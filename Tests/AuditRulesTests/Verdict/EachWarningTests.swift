import Testing

@testable import AuditRules

/// Section W: every warning of the closed list, brought about by itself.
@Suite("Every warning alone (W)")
struct EachWarningTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var warning: String
    var rig: Rig
    var answer: @Sendable (inout MediaFacts) -> Void = { _ in }
    var testDescription: String { warning }
  }

  private static let good = Rig(url: "https://c.com/a.jpg")
  private static let plain = #""aps":{"alert":"x","mutable-content":1}"#

  static let cases = [
    Case(warning: "alt_empty", rig: Rig(url: "N/A", alt: "")),
    Case(warning: "alt_missing", rig: Rig(url: "https://c.com/a.jpg", alt: nil)),
    Case(warning: "alt_replaces_body", rig: Rig(members: #""_mediaAlt":"Alt""#)),
    Case(
      warning: "certificate_expires_soon", rig: good,
      answer: { $0.certificateExpires = Rig.auditTime + 86_400 }),
    Case(warning: "duplicate_key", rig: Rig(members: #""x":1,"x":2"#)),
    Case(
      warning: "error_status", rig: Rig(url: "https://c.com/a.jpg", profile: "mapp", alt: nil),
      answer: { $0.httpStatus = 404 }),
    Case(warning: "flaky", rig: good, answer: { $0.attempts = 2 }),
    Case(warning: "media_key_misplaced", rig: Rig(members: #""_mediaurl":"u""#)),
    Case(
      warning: "mutable_content_misplaced",
      rig: Rig(#"{"aps":{"alert":"x"},"mutable_content":1}"#)),
    Case(
      warning: "mutable_content_not_number",
      rig: Rig(#"{"aps":{"alert":"x","mutable-content":"1"}}"#)),
    Case(
      warning: "near_size_limit uncertain", rig: good, answer: { $0.bytes = 10_000_001 }),
    Case(
      warning: "needs_fast_network", rig: Rig(url: "https://c.com/a.mp4"),
      answer: {
        $0.detectedType = "video/mp4"
        $0.contentType = "video/mp4"
        $0.bytes = 11_000_000
      }),
    Case(warning: "negotiated_type", rig: good, answer: { $0.variesByAccept = true }),
    Case(
      warning: "payload_near_limit",
      rig: Rig(members: #""x":"\#(String(repeating: "x", count: 3850))""#)),
    Case(
      warning: "rarely_plays", rig: Rig(url: "https://c.com/a.avi"),
      answer: {
        $0.detectedType = "video/x-msvideo"
        $0.contentType = nil
      }),
    Case(
      warning: "redirected", rig: good,
      answer: { $0.hops.append(MediaFacts.Hop(url: "https://d.com/", status: 200)) }),
    Case(warning: "revalidated", rig: good, answer: { $0.isRevalidated = true }),
    Case(
      warning: "served_as_other_type", rig: good, answer: { $0.contentType = "text/html; a=b" }),
    Case(warning: "slow", rig: good, answer: { $0.timing.total = 20 }),
    Case(warning: "template_not_filled", rig: Rig(url: "https://c.com/%%hero%%.jpg")),
    Case(warning: "truncated uncertain", rig: good, answer: { $0.structure = .truncated }),
    Case(warning: "type_mismatch", rig: good, answer: { $0.detectedType = "image/png" }),
    Case(warning: "uncertain", rig: Rig(url: "https://c.com/a.jfif")),
    Case(
      warning: "undocumented_type", rig: Rig(url: "https://c.com/a.heic"),
      answer: { $0.detectedType = "image/heic" }),
    Case(
      warning: "unrecognised_bytes", rig: Rig(url: "https://c.com/a.mp3"),
      answer: { $0.detectedType = nil }),
    Case(warning: "url_double_encoded", rig: Rig(url: "https://c.com/a%20b c.jpg")),
    Case(warning: "url_expires", rig: Rig(url: "https://c.com/a.jpg?Expires=1769817601")),
  ]

  @Test("Each cause gives its warning and no other", arguments: cases)
  func alone(_ example: Case) throws {
    let verdict = try example.rig.verdict { example.answer(&$0) }
    #expect(verdict.words == example.warning)
  }

  @Test("No warning of the list is left out")
  func whole() {
    let named = Self.cases.flatMap { $0.warning.split(separator: " ").map(String.init) }
    // It takes several media, which no payload here has.
    #expect(Set(named).union(["media_partly_lost"]) == Set(Warning.allCases.map(\.name)))
    #expect(Self.cases.count == 27)
  }

  @Test("What goes well gives no warning")
  func none() throws {
    #expect(try Self.good.verdict().words == "")
  }

  @Test(
    "flaky is a success on a later try alone (T9)",
    arguments: [
      (1, 200, nil, ""), (2, 200, nil, "flaky"), (3, 206, nil, "flaky"), (2, 404, nil, ""),
      (3, 503, nil, ""), (3, nil, Reason.connectFailed, ""), (3, nil, .tooSlow, ""),
      (3, 200, .connectionLost, ""),
    ] as [(Int, Int?, Reason?, String)])
  func flaky(_ attempts: Int, _ status: Int?, _ failure: Reason?, _ words: String) throws {
    let verdict = try Self.good.verdict {
      $0.attempts = attempts
      $0.httpStatus = status
      $0.failure = failure
    }
    #expect(verdict.words == words)
  }

  @Test(
    "A certificate ends soon within 14 days of the audit",
    arguments: [
      (-1.0, false), (0, true), (1_209_599, true), (1_209_600, true), (1_209_601, false),
    ])
  func certificate(_ left: Double, _ isSoon: Bool) throws {
    let verdict = try Self.good.verdict { $0.certificateExpires = Rig.auditTime + left }
    #expect(verdict.words == (isSoon ? "certificate_expires_soon" : ""))
  }

  @Test(
    "Content-Type and bytes differ in family, not in type",
    arguments: [
      ("image/png", "image/jpeg", ""), ("IMAGE/PNG; q=1", "image/jpeg", ""),
      (" image/png", "image/jpeg", ""), ("video/mp4", "image/jpeg", "served_as_other_type"),
      ("text/html;charset=utf-8", "image/jpeg", "served_as_other_type"),
      ("application/json", "image/jpeg", "served_as_other_type"),
      ("application/octet-stream", "image/jpeg", ""),
      ("Application/Octet-Stream; x=y", "image/jpeg", ""),
      ("binary/octet-stream", "image/jpeg", ""),
      ("imagery/jpeg", "image/jpeg", "served_as_other_type"),
      ("image/jpeg", "application/octet-stream", ""), ("", "image/jpeg", ""),
    ])
  func served(_ served: String, _ detected: String, _ words: String) throws {
    let verdict = try Self.good.verdict {
      $0.contentType = served
      $0.detectedType = detected
    }
    #expect(verdict.words == words)
  }

  @Test("url_expires carries the time to the report, whatever becomes of the URL")
  func urlExpires() throws {
    let rig = Rig(url: "http://c.com/a.jpg?exp=1769817600")
    let verdict = try rig.verdict(nil)
    #expect(verdict.current.reason == .httpNotSecure)
    #expect(verdict.urlExpires == 1_769_817_600)
    #expect(verdict.words == "url_expires")
    #expect(try Self.good.verdict().urlExpires == nil)
  }
}
