import Foundation
import Testing

@testable import AuditRules
@testable import BatchFetchCLI

@Suite("The JSON Schema of profiles says what the reader takes")
struct ProfileSchemaTests {
  private static let schema = "samples/profiles/profiles.schema.json"

  /// Whether Debian's python3-jsonschema takes each text, and whether our reader does.
  private func judge(_ texts: [String]) throws -> [(schema: Bool, reader: Bool)] {
    let scratch = try Scratch()
    for (place, text) in texts.enumerated() { try scratch.write(text, to: "\(place).json") }
    let script = """
      import json, jsonschema
      schema = json.load(open("schema.json"))
      jsonschema.Draft202012Validator.check_schema(schema)
      checker = jsonschema.Draft202012Validator(schema)
      with open("said", "w") as said:
          for place in range(\(texts.count)):
              said.write("01"[checker.is_valid(json.load(open(f"{place}.json")))])
      """
    try scratch.write(script, to: "check.py")
    try scratch.write(try Readme.text(of: Self.schema), to: "schema.json")
    let process = CaseProcess(
      arguments: ["/bin/sh", "-c", "cd '\(scratch.path)' && exec python3 check.py"],
      environment: ["PATH": "/usr/bin:/bin"], errors: "\(scratch.path)/errors")
    let status = try process.run(within: .seconds(60), meanwhile: nil)
    #expect(status == 0, "\(scratch.text("errors") ?? "")")
    let said = Array(scratch.text("said") ?? "")
    try #require(said.count == texts.count)
    return zip(said, texts).map { said, text in
      (said == "1", (try? ProfileFile.read(Array(text.utf8))) != nil)
    }
  }

  @Test("The embedded profiles, the examples and every template satisfy both")
  func satisfied() throws {
    var texts = [String(decoding: VendorProfiles.text, as: UTF8.self)]
    texts.append(try Readme.text(of: "samples/profiles/own.json"))
    texts += ProfileTable.standard.profiles.compactMap { ProfileTemplate.text(of: $0.id) }
    for (place, verdict) in try judge(texts).enumerated() {
      #expect(verdict.schema && verdict.reader, "\(texts[place].prefix(200))")
    }
  }

  @Test("Broken ones satisfy neither")
  func broken() throws {
    let members = [
      #""name": []"#, #""name": ["none"]"#, #""name": ["fixed:"]"#,
      #""name": ["text_extension:0"]"#,
      #""nmae": 1"#, #""https_only": 1"#, #""confidence": "sure""#, #""type": "ct""#,
      #""type": "/~2""#, #""time_limit": 0"#, #""time_limit": 601"#, #""max_bytes": 0"#,
      #""max_bytes": 1.5"#, #""types": {}"#, #""types": {"a": 1}"#, #""hints": ["name"]"#,
      #""statuses": "good""#, #""statuses": [200]"#, #""statuses": [200, 299, 300]"#,
      #""endings": {"too_late": "alt"}"#, #""endings": {"too_slow": "death"}"#,
      #""failure": "death""#, #""needs": [{"is": "a"}]"#, #""needs": [{"path": "/a", "as": "b"}]"#,
      #""listing": "mapp""#, #""listing": "braze""#, #""vendor": """#, #""media_urls": []"#,
      #""id": "auto""#, #""id": "a b""#,
    ]
    let whole = [
      ("id", #""id": "x""#), ("media_urls", #""media_urls": ["/a"]"#),
      ("name", #""name": ["type"]"#),
    ]
    var texts = members.map { member in
      let rest = whole.filter { !member.hasPrefix("\"\($0.0)\"") }.map(\.1)
      return #"{"profiles": [{\#((rest + [member]).joined(separator: ", "))}]}"#
    }
    texts += whole.map { missing in
      let rest = whole.filter { $0.0 != missing.0 }.map(\.1)
      return #"{"profiles": [{\#(rest.joined(separator: ", "))}]}"#
    }
    texts += ["[]", "{}", #"{"profiles": {}}"#, #"{"profiles": [], "x": 1}"#]
    for (place, verdict) in try judge(texts).enumerated() {
      #expect(!verdict.schema && !verdict.reader, "\(texts[place])")
    }
  }

  @Test("The schema has the reader's members and words, each with what it means")
  func members() throws {
    let json = try JSONSerialization.jsonObject(with: Data(Readme.text(of: Self.schema).utf8))
    let parts = try #require((json as? [String: Any])?["$defs"] as? [String: [String: Any]])
    let members = try #require(parts["profile"]?["properties"] as? [String: [String: Any]])
    #expect(members.keys.sorted() == ProfileField.all.keys.sorted())
    #expect(members.values.allSatisfy { $0["description"] is String })
    func words(_ part: [String: Any]?) -> [String]? { (part?["enum"] as? [String])?.sorted() }
    #expect(words(parts["ending"]) == Ending.words.keys.sorted())
    #expect(words(parts["situation"]) == Situation.words.keys.sorted())
    let steps = (parts["step"]?["anyOf"] as? [[String: Any]])?.first
    #expect(words(steps) == NameStep.words.keys.sorted())
    #expect(words(members["listing"]) == ProfileTable.base.map(\.id).sorted())
    #expect(words(members["several"]) == VendorRules.Several.allCases.map(\.rawValue).sorted())
    #expect(words(members["auto"]) == VendorRules.Choice.allCases.map(\.rawValue).sorted())
  }
}
