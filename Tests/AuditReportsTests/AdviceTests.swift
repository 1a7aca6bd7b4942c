import AuditReports
import AuditRules
import Testing

struct AdviceTests {
  @Test("Nothing is advised where all is well")
  func nothingForOk() { #expect(Advice.text(for: .ok).isEmpty) }

  @Test("Advice is one sentence a marketer can follow", arguments: Reason.allCases.dropFirst())
  func sentence(_ reason: Reason) {
    let text = Advice.text(for: reason)
    #expect(text.hasSuffix("."))
    #expect(text.count < 220)
    #expect(text.first?.isUppercase == true || text.hasPrefix("iPhones"))
    #expect(!text.contains(". "), "one sentence only")
    #expect(text.contains(";"), "what is wrong; what to change")
    #expect(!text.contains("  "))
  }

  @Test("Advice and titles speak no jargon", arguments: Reason.allCases)
  func jargon(_ reason: Reason) {
    let words = [
      "TLS", "SSL", "DNS", "HTTP ", "handshake", "MIME", "status code", "libmagic", "curl", "ATS",
      "timeout", "IPv", "payload", "extension handler", "parser", "host", "redirect", "null", "_",
    ]
    for text in [Advice.text(for: reason), Advice.title(for: reason)] {
      for word in words { #expect(!text.contains(word), "\(word) in: \(text)") }
      #expect(!text.contains(/\b[PKUTNAOW][0-9]+[a-c]?\b/), "a rule's id in: \(text)")
    }
  }

  @Test("Every reason has advice and a title of its own")
  func distinct() {
    #expect(Set(Reason.allCases.map { Advice.text(for: $0) }).count == Reason.allCases.count)
    #expect(Set(Reason.allCases.map { Advice.title(for: $0) }).count == Reason.allCases.count)
    #expect(Reason.allCases.allSatisfy { (1...50).contains(Advice.title(for: $0).count) })
  }
}
