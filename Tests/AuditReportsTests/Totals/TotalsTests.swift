import AuditReports
import AuditRules
import Testing

struct TotalsTests {
  static func totals(_ rows: [ReportRow]) -> ReportTotals {
    var totals = ReportTotals()
    for row in rows { totals.add(row) }
    return totals
  }

  static func campaignRecords(_ totals: ReportTotals) throws -> [[String: String]] {
    var bytes: [UInt8] = []
    CampaignsCSV.appendHeader(to: &bytes)
    for summary in totals.campaigns { CampaignsCSV.append(summary, to: &bytes) }
    return try CSVReader.records(bytes)
  }

  static func mediaRecords(_ totals: ReportTotals) throws -> [[String: String]] {
    var bytes: [UInt8] = []
    MediaCSV.appendHeader(to: &bytes)
    for summary in totals.media { MediaCSV.append(summary, to: &bytes) }
    return try CSVReader.records(bytes)
  }

  @Test("campaigns.csv byte for byte, worst first")
  func campaigns() {
    let url = "https://c.example/a,b.png"
    var bytes: [UInt8] = []
    CampaignsCSV.appendHeader(to: &bytes)
    let totals = Self.totals([
      .sample(line: 1, campaign: "b", url: "u", outcome: .media, reason: .ok),
      .sample(line: 2, campaign: "@a", url: "u", outcome: .altText, reason: .httpStatus),
      .sample(line: 3, campaign: "@a", url: url, outcome: .blank, reason: .notMedia),
      .sample(line: 4, campaign: "@a", url: url, outcome: .notShown, reason: .notMedia),
      .sample(line: 5, campaign: "@a", url: "v", outcome: .unknown, reason: .rateLimited),
      .sample(line: 6, campaign: "@a", url: "", outcome: .original, reason: .noMediaURL),
      .sample(line: 7, campaign: "@a", url: "u", outcome: .media, reason: .ok),
      .sample(line: 8, campaign: "c", url: "v", outcome: .unknown, reason: .rateLimited),
    ])
    for summary in totals.campaigns { CampaignsCSV.append(summary, to: &bytes) }
    let advice = Advice.text(for: .notMedia)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "\u{FEFF}campaign,payloads,with_media,media,blank,alt_text,original,not_shown,unknown,"
        + "invalid,lost_share,distinct_media,main_reason,main_reason_payloads,example_line,"
        + "example_url,advice\r\n"
        + "'@a,6,5,1,1,1,1,1,1,0,0.7500,3,not_media,2,3,\"\(url)\",\"\(advice)\"\r\n"
        + "b,1,1,1,0,0,0,0,0,0,0.0000,1,,0,,,\r\n" + "c,1,1,0,0,0,0,0,1,0,,1,,0,,,\r\n")
  }

  @Test("media.csv byte for byte, worst first")
  func media() {
    var bytes: [UInt8] = []
    MediaCSV.appendHeader(to: &bytes)
    let row = PayloadRowTests.fullRow()
    let totals = Self.totals([
      .sample(
        line: 1, campaign: "x", url: "{{hero}}", outcome: .altText, reason: .templateNotFilled),
      row, row,
    ])
    for summary in totals.media { MediaCSV.append(summary, to: &bytes) }
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "\u{FEFF}media_url,host,payloads,campaigns,outcome,reason,http_status,detected_type,"
        + "content_type,extension,bytes,seconds,attempts,redirects,final_url,certificate_expires,"
        + "url_expires,warnings,advice\r\n"
        + "https://c.example/a b.png,c.example,2,1,blank,not_media,200,text/html,"
        + "\"image/png; x=\"\"y\"\"\",png,1234,0.250,2,1,https://d.example/x,"
        + "1970-01-02T00:00:00Z,1970-01-01T00:00:00Z,alt_missing redirected,"
        + "\"\(Advice.text(for: .notMedia))\"\r\n"
        + "{{hero}},,1,1,alt_text,template_not_filled,,,,png,,,,,,,,,"
        + "\"The media link still holds the placeholder {{hero}}, which should have been replaced; "
        + "check the personalisation field and give it a default value.\"\r\n")
  }

  @Test("The main reason of equal counts is the first of the contract's list, whichever came first")
  func mainReasonTies() throws {
    for order in [
      [Reason.tooLarge, .httpStatus, .dnsNotFound], [.dnsNotFound, .httpStatus, .tooLarge],
    ] {
      let rows = order.enumerated().map { ReportRow.sample(line: $0 + 1, reason: $1) }
      let record = try #require(try Self.campaignRecords(Self.totals(rows)).first)
      #expect(record["main_reason"] == "dns_not_found")
      #expect(record["main_reason_payloads"] == "1")
      #expect(record["example_line"] == (order[0] == .dnsNotFound ? "1" : "3"))
    }
  }

  @Test(
    "Of equally many payloads the worst outcome stands in media.csv",
    arguments: zip(
      [Outcome.blank, .altText, .original, .notShown, .unknown],
      [Outcome.altText, .original, .notShown, .unknown, .media]))
  func outcomeTies(_ worse: Outcome, _ better: Outcome) throws {
    for pair in [[worse, better], [better, worse]] {
      let rows = pair.map { ReportRow.sample(outcome: $0) }
      #expect(try Self.mediaRecords(Self.totals(rows))[0]["outcome"] == worse.rawValue)
      let more = Self.totals(rows + [.sample(outcome: better)])
      #expect(try Self.mediaRecords(more)[0]["outcome"] == better.rawValue)
    }
  }

  @Test("The outcome of most payloads decides first, then its reason, then its extension")
  func outcomeBeforeReason() throws {
    let totals = Self.totals([
      .sample(outcome: .media, reason: .ok, fileExtension: "jpg"),
      .sample(outcome: .media, reason: .ok, fileExtension: "jpg"),
      .sample(outcome: .altText, reason: .tooLarge, fileExtension: "png"),
      .sample(outcome: .altText, reason: .httpStatus, fileExtension: "gif"),
      .sample(outcome: .altText, reason: .tooLarge, fileExtension: "gif"),
    ])
    let record = try Self.mediaRecords(totals)[0]
    #expect(record["outcome"] == "alt_text")
    #expect(record["reason"] == "too_large")
    #expect(record["extension"] == "gif")
  }

  @Test("Texts are one only when their bytes are")
  func bytesCount() throws {
    let totals = Self.totals([
      .sample(campaign: "\u{e9}", url: "https://c.example/\u{e9}.png"),
      .sample(campaign: "e\u{301}", url: "https://c.example/e\u{301}.png"),
    ])
    #expect(totals.distinctMedia == 2)
    #expect(totals.distinctCampaigns == 2)
    let names = try Self.campaignRecords(totals).map { Array($0["campaign"]!.utf8) }
    #expect(names == [Array("e\u{301}".utf8), Array("\u{e9}".utf8)], "equal losses: by bytes")
  }

  @Test("The first facts of a URL are kept, whichever payload brings them")
  func lateFacts() throws {
    var later = PayloadRowTests.fullRow()
    let first = ReportRow.sample(campaign: "x", url: later.mediaURL, outcome: .original)
    later.finalURL = later.mediaURL
    let record = try Self.mediaRecords(Self.totals([first, later]))[0]
    #expect(record["http_status"] == "200")
    #expect(record["final_url"] == later.mediaURL)
    #expect(record["campaigns"] == "2")
  }

  @Test(
    "The host is read from the URL as written",
    arguments: [
      ("https://CDN.Example.com:8443/a?b@c", "cdn.example.com"), ("//cdn/a.png", ""),
      ("https://me:pw@c.example/a", "c.example"), ("http://[2001:DB8::1]:80/", "[2001:db8::1]"),
      ("cdn.example.com/a:b", ""), ("data:image/png;base64,AA", ""),
      ("https://c.example", "c.example"),
      ("https:///a", ""), ("ftp://f.example#x", "f.example"), ("{{url}}", ""), (" https://c/", ""),
      ("localhost:8080/x", ""), ("https://münchen.example/a", "münchen.example"), ("://x", ""),
    ])
  func host(_ url: String, _ expected: String) throws {
    let record = try Self.mediaRecords(Self.totals([.sample(url: url)]))[0]
    #expect(record["host"] == expected)
  }
}
