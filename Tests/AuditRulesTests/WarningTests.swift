import Testing

@testable import AuditRules

@Suite("W: warnings that need more than one rule")
struct WarningTests {
  @Test("The list of warnings is closed and alphabetical")
  func list() {
    let names = Warning.allCases.map(\.rawValue)
    #expect(names == names.sorted())
    #expect(names.count == 28)
  }

  @Test("Warnings are a set that lists itself in order")
  func set() {
    var warnings: Warnings = [.urlExpires, .flaky]
    warnings.insert(.altEmpty)
    #expect(words(warnings) == ["alt_empty", "flaky", "url_expires"])
    warnings.remove(.flaky)
    #expect(words(warnings.union([.slow])) == ["alt_empty", "slow", "url_expires"])
    for warning in Warning.allCases { #expect(([warning] as Warnings).list == [warning]) }
  }

  @Test(
    "certificate_expires_soon: from 14 days on",
    arguments: [
      (14.0 * 86_400, true), (14.0 * 86_400 + 1, false), (0.0, true), (-1.0, false),
    ])
  func certificate(left: Double, warned: Bool) {
    let verdict = judge(payload()) { facts($0) { $0.certificateExpires = auditTime + left } }
    #expect(words(verdict.warnings) == (warned ? ["certificate_expires_soon"] : []))
  }

  @Test("negotiated_type: the answer varies by Accept")
  func negotiated() {
    #expect(
      words(judge(payload()) { facts($0) { $0.variesByAccept = true } }.warnings)
        == ["negotiated_type"])
  }

  @Test(
    "served_as_other_type: Content-Type and bytes are of different families",
    arguments: [
      ("text/html; charset=utf-8", "image/png", true), ("image/webp", "image/png", false),
      ("IMAGE/JPEG", "image/png", false), ("application/octet-stream", "image/png", false),
      ("binary/octet-stream", "image/png", false), ("", "image/png", false),
      ("video/mp4", "image/png", true), ("image/png", "text/html", true),
      ("text/plain", "text/html", false), ("image/png", "application/octet-stream", false),
      ("audio/mp4", "video/3gpp", true),
    ])
  func servedAsOther(served: String, detected: String, warned: Bool) {
    let verdict = judge(payload()) { facts($0, type: detected) { $0.contentType = served } }
    #expect(verdict.warnings.contains(.servedAsOtherType) == warned)
    let silent = judge(payload()) { facts($0, type: detected) { $0.contentType = nil } }
    #expect(!silent.warnings.contains(.servedAsOtherType))
  }

  @Test("What an error says of its type is not compared with bytes that never came")
  func noBytes() {
    let verdict = judge(payload()) {
      facts($0, type: "text/html", bytes: 0) { $0.contentType = "image/png" }
    }
    #expect(!verdict.warnings.contains(.servedAsOtherType))
  }

  @Test(
    "url_expires: the ways in which a signed URL names its end",
    arguments: [
      ("Expires=1767225600&Key-Pair-Id=K&Signature=s", 1_767_225_600.0),
      ("X-Amz-Date=20260101T000000Z&X-Amz-Expires=3600", 1_767_229_200),
      ("X-Goog-Expires=60&X-Goog-Date=20260101T000000Z", 1_767_225_660),
      ("x-amz-date=20260101T000000Z&x-amz-expires=0", 1_767_225_600),
      ("sv=2024&se=2026-01-01T00%3A00%3A00Z&sig=s", 1_767_225_600),
      ("se=2026-01-01&sig=s", 1_767_225_600),
      ("se=2026-01-01T02%3A00%3A00%2B02%3A00", 1_767_225_600),
      ("exp=1767225600", 1_767_225_600), ("a=b&EXPIRES=1767225600", 1_767_225_600),
      ("se=2024-02-29T23:59:59.5Z", 1_709_251_199),
    ])
  func expires(query: String, time: Double) {
    let url = "https://x.com/a.png?" + query
    #expect(SignedURL(url).expires == time)
    let verdict = judge(payload(url: .text(url)))
    #expect(verdict.urlExpires == time)
    #expect(words(verdict.warnings) == ["url_expires"])
  }

  @Test(
    "Parameters that only look like an end",
    arguments: [
      "exp=42", "expires=never", "se=SE", "se=2026", "X-Amz-Expires=3600",
      "X-Amz-Date=20260101T000000Z",
      "se=2026-13-01", "X-Amz-Date=now&X-Amz-Expires=3600", "expiresat=1767225600", "exp", "",
      "Expires=",
    ])
  func notSigned(query: String) {
    #expect(SignedURL("https://x.com/a.png?" + query).expires == nil)
    #expect(SignedURL("https://x.com/exp=1767225600").expires == nil)
  }

  @Test("uncertain stands for the old prediction too, but only where that is reported")
  func uncertainOld() {
    // Current phones request it, old ones take it for no URL and have no extension to fail on.
    let verdict = judge(payload(url: .text("https://x.com/ä")))
    #expect(verdict.current.reason == .typeNotRecognised)
    #expect(verdict.old == Prediction(.altText, .urlUnparsable, via: .handler))
    #expect(words(verdict.warnings) == ["uncertain"])
    #expect(judge(payload("sfmc-swift", url: .text("https://x.com/ä"))).warnings.isEmpty)
  }

  @Test("A line that is no payload has a verdict of its own")
  func defect() {
    let verdict = Verdict.of(PayloadDefect(reason: .invalidJSON, detail: "column 3"))
    #expect(verdict == Verdict(current: Prediction(.invalid, .invalidJSON, via: nil)))
  }
}
