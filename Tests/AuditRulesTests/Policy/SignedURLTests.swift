import Testing

@testable import AuditRules

@Suite("W: signed URLs")
struct SignedURLTests {
  /// 2026-01-01T00:00:00Z is 1,767,225,600.
  static let ending: [(query: String, expires: Double)] = [
    // A time of its own.
    ("Expires=1767225600", 1_767_225_600), ("expires=1767225600", 1_767_225_600),
    ("EXPIRES=1767225600&Signature=abc", 1_767_225_600),
    ("exp=1767225600", 1_767_225_600), ("a=b&exp=1767225600&c=d", 1_767_225_600),
    ("Policy=x&Expires=1767225600&Signature=y&Key-Pair-Id=APKA", 1_767_225_600),
    ("Key-Pair-Id=APKA&Expires=1767225600", 1_767_225_600),
    // A start and a length.
    ("X-Amz-Date=20260101T000000Z&X-Amz-Expires=3600", 1_767_229_200),
    ("X-Amz-Expires=604800&X-Amz-Algorithm=AWS4&X-Amz-Date=20251225T000000Z", 1_767_225_600),
    ("x-amz-date=20260101T000000Z&x-amz-expires=0", 1_767_225_600),
    ("X-Goog-Date=20260101T000000Z&X-Goog-Expires=900", 1_767_226_500),
    // A date of the calendar.
    ("se=2026-01-01T00%3A00%3A00Z", 1_767_225_600), ("se=2026-01-01T00:00:00Z", 1_767_225_600),
    ("se=2026-01-01T00:00Z&sp=r", 1_767_225_600), ("se=2026-01-01", 1_767_225_600),
    ("sv=2022-11-02&se=2026-01-01T01%3A00%3A00%2B01%3A00&sig=x", 1_767_225_600),
    ("se=2025-12-31T19:00:00-05:00", 1_767_225_600),
    ("se=2026-01-01T00:00:00.0000000Z", 1_767_225_600),
    ("se=2024-02-29T12:34:56Z", 1_709_210_096), ("se=2000-03-01T00:00:00Z", 951_868_800),
    ("se=2100-03-01T00:00:00Z", 4_107_542_400), ("se=1970-01-01T00:00:00Z", 0),
    ("se=2025-12-31T23:59:59Z", 1_767_225_599),
    // The provider's own pair counts before a common word.
    ("exp=1700000000&X-Amz-Date=20260101T000000Z&X-Amz-Expires=60", 1_767_225_660),
    ("exp=1700000000&Expires=1767225600", 1_767_225_600),
    // A garbled one does not hide another.
    ("X-Amz-Date=soon&X-Amz-Expires=60&Expires=1767225600", 1_767_225_600),
  ]

  @Test("The end is read from the query", arguments: ending)
  func ends(query: String, expires: Double) {
    #expect(SignedURL("https://x.com/a.png?" + query).expires == expires)
    #expect(SignedURL("https://x.com/a.png?\(query)#f").expires == expires)
  }

  @Test(
    "Garbled values and other words are no end",
    arguments: [
      "", "Expires", "Expires=", "Expires=soon", "Expires=0", "Expires=-1767225600",
      "Expires=17672256000", "Expires=176722560", "Expires=1767225600x", "Expires=1767225.60",
      "Expires=2026-01-01T00:00:00Z", "exp=1", "exp=true", "expiry=1767225600",
      "xexp=1767225600", "Key-Pair-Id=APKA", "se=", "se=1767225600", "se=tomorrow",
      "se=2026-13-01T00:00:00Z", "se=2026-00-01T00:00:00Z", "se=2026-01-32T00:00:00Z",
      "se=2026-01-00", "se=2026-01-01T25:00:00Z", "se=2026-01-01T00:60:00Z", "se=2026-1-1",
      "se=2026-01-01T00:00:00+1", "X-Amz-Expires=3600", "X-Amz-Date=20260101T000000Z",
      "X-Amz-Date=20260101T000000Z&X-Amz-Expires=", "X-Amz-Date=20260101T000000Z&X-Amz-Expires=-1",
      "X-Amz-Date=20260101T000000Z&X-Amz-Expires=1h", "X-Amz-Date=now&X-Amz-Expires=60",
      "X-Goog-Date=20260101T000000Z&X-Amz-Expires=60", "X-Goog-Date=2026&X-Goog-Expires=60",
      "#Expires=1767225600",
    ])
  func noEnd(query: String) {
    #expect(SignedURL("https://x.com/a.png?" + query).expires == nil)
  }

  @Test("Only the query counts")
  func onlyQuery() {
    #expect(SignedURL("https://x.com/Expires=1767225600/a.png").expires == nil)
    #expect(SignedURL("https://x.com/a.png").expires == nil)
    #expect(SignedURL("https://x.com/a.png#?Expires=1767225600").expires == nil)
  }

  @Test("The time and a warning go into the verdict, expired or not", arguments: columns)
  func verdict(id: String) {
    for expires in [auditTime + 60, auditTime - 60] {
      let url = "https://x.com/a.png?Expires=\(Int(expires))&Signature=s"
      let verdict = judge(payload(id, url: .text(url)))
      #expect(verdict.urlExpires == expires)
      #expect(verdict.warnings.contains(.urlExpires))
      #expect(verdict.current == Prediction(.media, .ok, via: .handler))
    }
    let unsigned = judge(payload(id))
    #expect(unsigned.urlExpires == nil)
    #expect(!unsigned.warnings.contains(.urlExpires))
  }
}
