import AuditReports
import AuditRules
import ExactJSON
import Testing

struct PayloadRowTests {
  /// One row in which every column has its own value.
  static func fullRow() -> ReportRow {
    var payload = Payload(
      profile: ExtensionProfile(id: "sfmc-objc", mediaKey: "_mediaUrl", altKey: "_mediaAlt"))
    payload.id = "812345678901234593"
    payload.campaign = "=Früh, \"jahr\""
    payload.mediaURL = .text("https://c.example/a b.png")
    var facts = MediaFacts(url: "https://c.example/a%20b.png")
    facts.attempts = 2
    facts.hops = [
      .init(url: facts.url, status: 302), .init(url: "https://d.example/x", status: 200),
    ]
    facts.httpStatus = 200
    facts.finalURL = "https://d.example/x"
    facts.contentType = "image/png; x=\"y\""
    facts.detectedType = "text/html"
    facts.bytes = 1234
    facts.timing.total = 0.25
    facts.certificateExpires = 86_400
    let verdict = Verdict(
      current: Prediction(.blank, .notMedia, via: .handler),
      old: Prediction(.notShown, .payloadTooLarge, via: nil), shows: "a\0\r\nb",
      localName: "CFNetworkDownload_XXXXXX.tmpa b.png", fileExtension: "png",
      warnings: [.redirected, .altMissing], urlExpires: 0)
    return ReportRow(line: 7, input: 1, payload: payload, verdict: verdict, facts: facts)
  }

  @Test("payloads.csv has the promised header and one row byte for byte")
  func csv() {
    let format = PayloadsCSV(inputs: ["-", "lists/b,c.ndjson"])
    var bytes: [UInt8] = []
    format.appendHeader(to: &bytes)
    format.append(Self.fullRow(), to: &bytes)
    let advice = "\"" + Advice.text(for: .notMedia) + "\""
    let expected =
      "\u{FEFF}line,id,campaign,profile,outcome,reason,via,shows,ios16_outcome,ios16_reason,"
      + "ios16_via,media_url,local_name,extension,detected_type,content_type,http_status,bytes,"
      + "seconds,attempts,redirects,final_url,warnings,advice,input,media_count\r\n"
      + "7,812345678901234593,\"'=Früh, \"\"jahr\"\"\",sfmc-objc,blank,not_media,handler,"
      + "\"a\u{FFFD}\r\nb\",not_shown,payload_too_large,,https://c.example/a b.png,"
      + "CFNetworkDownload_XXXXXX.tmpa b.png,png,text/html,\"image/png; x=\"\"y\"\"\",200,1234,"
      + "0.250,2,1,https://d.example/x,alt_missing redirected,\(advice),\"lists/b,c.ndjson\",1\r\n"
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test("results.ndjson has the same columns, typed and raw")
  func ndjson() {
    var bytes: [UInt8] = []
    ResultsNDJSON(inputs: ["-", "b.ndjson"]).append(Self.fullRow(), to: &bytes)
    let expected =
      #"{"line":7,"id":"812345678901234593","campaign":"=Früh, \"jahr\"","profile":"sfmc-objc","#
      + #""outcome":"blank","reason":"not_media","via":"handler","shows":"a\u0000\r\nb","#
      + #""ios16_outcome":"not_shown","ios16_reason":"payload_too_large","ios16_via":null,"#
      + #""media_url":"https://c.example/a b.png","#
      + #""local_name":"CFNetworkDownload_XXXXXX.tmpa b.png","extension":"png","#
      + #""detected_type":"text/html","content_type":"image/png; x=\"y\"","http_status":200,"#
      + #""bytes":1234,"seconds":0.250,"attempts":2,"redirects":1,"#
      + #""final_url":"https://d.example/x","warnings":["alt_missing","redirected"],"#
      + #""advice":"\#(Advice.text(for: .notMedia))","input":"b.ndjson","media_count":1}"# + "\n"
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test("A line that is no payload has a row of its own")
  func defect() throws {
    let row = ReportRow(
      line: 3, input: 0, defect: PayloadDefect(reason: .invalidJSON, detail: "column 4"))
    let format = PayloadsCSV(inputs: ["-"])
    var bytes: [UInt8] = []
    format.appendHeader(to: &bytes)
    format.append(row, to: &bytes)
    let record = try #require(try CSVReader.records(bytes).first)
    let filled = record.filter { !$0.value.isEmpty }
    #expect(
      filled == [
        "line": "3", "campaign": "(none)", "outcome": "invalid", "reason": "invalid_json",
        "advice": Advice.text(for: .invalidJSON), "input": "-", "media_count": "0",
      ])
  }

  @Test("Where nothing was asked, what a download would tell is empty")
  func unknown() throws {
    var facts = MediaFacts(url: "https://c.example/a.png")
    facts.failure = .notChecked
    let payload = Payload(profile: ExtensionProfile(id: "x", mediaKey: "m", altKey: nil))
    let row = ReportRow(
      line: 1, input: 0, payload: payload,
      verdict: Verdict(current: Prediction(.unknown, .notChecked, via: nil)), facts: facts)
    #expect(row.seconds == nil && row.attempts == nil && row.redirects == nil && row.bytes == nil)
  }

  @Test("results.ndjson agrees with payloads.csv cell by cell")
  func sameColumns() throws {
    let format = PayloadsCSV(inputs: ["in.ndjson"])
    let results = ResultsNDJSON(inputs: ["in.ndjson"])
    for row in ReportRow.random(200, seed: 3) {
      var csv: [UInt8] = []
      format.appendHeader(to: &csv)
      format.append(row, to: &csv)
      let cells = try CSVReader.rows(csv)[1]
      var line: [UInt8] = []
      results.append(row, to: &line)
      let members = Array(try JSONDocument(line).root.members)
      #expect(members.map(\.key) == PayloadsCSV.columns)
      for (member, cell) in zip(members, cells) {
        #expect(Self.cell(of: member.value) == cell, "\(member.key)")
      }
    }
  }

  /// What payloads.csv makes of a typed value.
  private static func cell(of value: JSONValue) -> String {
    switch value.kind {
    case .null: return ""
    case .array: return value.elements.compactMap(\.string).joined(separator: " ")
    case .string:
      let text = value.string ?? ""
      return text == "\0" ? "\u{FFFD}" : text.hasPrefix("=") ? "'" + text : text
    default: return value.numberText ?? "?"
    }
  }
}
