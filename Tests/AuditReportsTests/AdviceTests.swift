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

@Suite("Advice that names what is wrong with a row")
struct OwnAdviceTests {
  /// The advice of a row, of `media.csv` too where that is asked for.
  private func advice(_ row: ReportRow, inMedia: Bool = false) throws -> String {
    var bytes: [UInt8] = []
    if inMedia {
      var totals = ReportTotals()
      totals.add(row)
      MediaCSV.appendHeader(to: &bytes)
      for summary in totals.media { MediaCSV.append(summary, to: &bytes) }
    } else {
      let format = PayloadsCSV(inputs: ["-"])
      format.appendHeader(to: &bytes)
      format.append(row, to: &bytes)
    }
    return try #require(try CSVReader.records(bytes).first?["advice"])
  }

  @Test(
    "A placeholder in the link is named first, whatever the server says of it",
    arguments: [
      ("https://c.example/{{hero}}.png", Reason.httpStatus, "{{hero}}", "server refuses the file"),
      ("https://%%cdn%%/a.png", .dnsNotFound, "%%cdn%%", "server name does not exist"),
      ("https://c.example/a/@img@/b", .typeNotRecognised, "@img@", "link has no known file ending"),
      ("https://${h}/{{p}}", .urlUnparsable, "${h}", "media link is malformed"),
    ])
  func placeholder(url: String, reason: Reason, token: String, title: String) throws {
    let row = ReportRow.sample(url: url, reason: reason, warnings: [.templateNotFilled])
    for inMedia in [false, true] {
      #expect(
        try advice(row, inMedia: inMedia)
          == "The media link still holds the placeholder \(token), which should have been replaced; "
          + "check the personalisation field and give it a default value (as it is now: \(title)).")
    }
  }

  @Test("A link that is all placeholder names it; a long one is cut, and quotes stay whole")
  func names() throws {
    let bare = try advice(.sample(url: "{{hero}}", reason: .templateNotFilled))
    #expect(bare.contains(" the placeholder {{hero}}, which"))
    #expect(bare.hasSuffix("a default value."))
    let long = "{{" + String(repeating: "\"é", count: 100) + "}}"
    let cut = try advice(.sample(url: long, reason: .templateNotFilled))
    #expect(cut.contains(" {{" + String(repeating: "\"é", count: 29) + "…, which"))
  }

  @Test("What stops the message before its link is looked at stays the advice; so does none")
  func others() throws {
    let url = "https://c.example/{{hero}}.png"
    for reason in [Reason.mutableContentOff, .payloadTooLarge, .ok] {
      let row = ReportRow.sample(url: url, reason: reason, warnings: [.templateNotFilled])
      #expect(try advice(row) == Advice.text(for: reason))
    }
    #expect(
      try advice(.sample(url: url, reason: .httpStatus)) == Advice.text(for: .httpStatus))
  }

  @Test("The fields that the vendor's code misses are named")
  func missingFields() throws {
    var row = ReportRow.sample(reason: .vendorKeyMissing)
    #expect(try advice(row) == Advice.text(for: .vendorKeyMissing))
    row.missingFields = "CIO-Delivery-ID and CIO-Delivery-Token"
    #expect(
      try advice(row)
        == "The message lacks CIO-Delivery-ID and CIO-Delivery-Token, which the app's vendor code "
        + "looks for beside the media link, so the app leaves it alone; send the message through the "
        + "vendor's own tool.")
    var bytes: [UInt8] = []
    ResultsNDJSON(inputs: ["-"]).append(row, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""advice":"The message lacks CIO-"#))
  }
}
