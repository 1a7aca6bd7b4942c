import AuditReports
import AuditRules
import ExactJSON
import Testing

struct FactsNDJSONTests {
  static func full() -> MediaFacts {
    var facts = MediaFacts(url: "https://c.example/\u{e9}\"\\\n\0e\u{301}.png")
    facts.fetchedAt = 1_764_478_123.456789
    facts.failure = .tooLarge
    facts.failureDetail = "More than 50 MiB."
    facts.attempts = 3
    facts.hops = [
      .init(url: "https://a.example/", status: 301), .init(url: "https://b/", status: nil),
    ]
    facts.httpStatus = 200
    facts.finalURL = "https://b/"
    facts.contentType = "image/png"
    facts.contentDisposition = #"inline; filename="a \"b\".png""#
    facts.firstBytes = MediaFacts.hexadecimal(ofFirst: [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0])
    facts.declaredLength = 52_428_801
    facts.variesByAccept = true
    facts.eTag = "W/\"x\""
    facts.lastModified = "Mon, 30 Nov 2026 04:00:00 GMT"
    facts.bytes = .max
    facts.wireBytes = 0
    facts.digest = "00ff"
    facts.detectedType = "video/mp4"
    facts.structure = .truncated
    facts.timing = .init(
      lookup: 0.1, connect: 1.0 / 3, secure: .leastNonzeroMagnitude, firstByte: 1e300,
      total: 28.999_999_999_999)
    facts.remoteAddress = "2001:db8::1"
    facts.httpVersion = "2"
    facts.tlsVersion = "TLSv1.3"
    facts.tlsCipher = "TLS_AES_128_GCM_SHA256"
    facts.certificateExpires = 4_102_444_800
    facts.isRevalidated = true
    return facts
  }

  @Test("Facts read back as they were, every field")
  func roundTrip() throws {
    var bare = MediaFacts(url: "")
    bare.structure = .undecodable
    for facts in [Self.full(), MediaFacts(url: "https://c.example/"), bare] {
      let line = FactsNDJSON.encode(facts)
      #expect(line.last == UInt8(ascii: "\n"))
      #expect(line.dropLast().contains(UInt8(ascii: "\n")) == false)
      #expect(try FactsNDJSON.decode(line) == facts)
    }
  }

  @Test("The full sample leaves no field at its first value, so that none can be forgotten")
  func sampleIsFull() {
    let fields = zip(
      Mirror(reflecting: Self.full()).children, Mirror(reflecting: MediaFacts(url: "")).children)
    for (full, bare) in fields {
      #expect("\(full.value)" != "\(bare.value)", "\(full.label ?? "")")
    }
  }

  @Test("A line is known by the bytes of its URL, whatever is escaped in them")
  func urlBytes() {
    for url in ["https://c.example/", "", "\"", "\\", "a\\\"b", "\u{e9}\n\0", Self.full().url] {
      let line = FactsNDJSON.encode(MediaFacts(url: url))
      #expect(
        FactsNDJSON.urlBytes(ofLine: line[...]).map(Array.init) == FactsNDJSON.urlBytes(of: url))
    }
    for line in [#"{"url":"cut"#, #"{"url":"cut\""#, #"{"url":1}"#, #"{"uri":"x"}"#, ""] {
      #expect(FactsNDJSON.urlBytes(ofLine: Array(line.utf8)[...]) == nil)
    }
  }

  @Test("Every reason and structure reads back")
  func words() throws {
    for reason in Reason.allCases {
      var facts = MediaFacts(url: "u")
      facts.failure = reason
      #expect(try FactsNDJSON.decode(FactsNDJSON.encode(facts)) == facts)
    }
    for structure in MediaFacts.Structure.allCases {
      var facts = MediaFacts(url: "u")
      facts.structure = structure
      #expect(try FactsNDJSON.decode(FactsNDJSON.encode(facts)) == facts)
    }
  }

  @Test("Members that a later version adds are passed over, null is absence")
  func tolerant() throws {
    let line =
      #"{"new":{"a":[1]},"url":"u","http_status":null,"hops":[{"url":"v","x":1}],"seconds":{}}"#
    var facts = MediaFacts(url: "u")
    facts.hops = [.init(url: "v", status: nil)]
    #expect(try FactsNDJSON.decode(Array(line.utf8)) == facts)
  }

  @Test(
    "A broken line is refused with its column, a wrong member by its name",
    arguments: [
      (#"{"url":"u""#, FactsFault.Code.notJSON, 11, "column 11"), ("", .notJSON, 1, "column 1"),
      (#"{"url":"u","bytes":12"#, .notJSON, 22, "column 22"), ("[]", .notAnObject, nil, "object"),
      ("{}", .memberMissing, nil, "'url'"), (#"{"url":1}"#, .memberOfWrongType, nil, "'url'"),
      (#"{"url":"u","bytes":1.5}"#, .memberOfWrongType, nil, "'bytes'"),
      (#"{"url":"u","failure":"?"}"#, .memberOfWrongType, nil, "'failure'"),
      (#"{"url":"u","hops":{}}"#, .memberOfWrongType, nil, "'hops'"),
      (#"{"url":"u","seconds":3}"#, .notAnObject, nil, "object"),
    ] as [(String, FactsFault.Code, Int?, String)])
  func broken(_ line: String, _ code: FactsFault.Code, _ column: Int?, _ words: String) throws {
    let fault = try #require(throws: FactsFault.self) { try FactsNDJSON.decode(Array(line.utf8)) }
    #expect(fault.code == code)
    #expect(fault.column == column)
    #expect(fault.description.contains(words))
    #expect(fault.description.hasSuffix("."))
  }

  @Test("A line torn at any byte is refused, never read as other facts")
  func torn() {
    let line = FactsNDJSON.encode(Self.full())
    for count in 0..<(line.count - 1) {
      #expect(throws: FactsFault.self) { try FactsNDJSON.decode(Array(line[..<count])) }
    }
  }
}
