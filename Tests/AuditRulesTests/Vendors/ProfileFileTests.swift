import Testing

@testable import AuditRules

@Suite("Files of profiles")
struct ProfileFileTests {
  private func faults(_ text: String) -> [String] {
    do {
      _ = try ProfileFile.read(Array(text.utf8))
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }

  private func faults(member: String) -> [String] {
    faults(
      """
      {"profiles": [
        {
          "id": "x", "media_urls": ["/a"], "name": ["fixed:.jpg"],
          \(member)
        }
      ]}
      """)
  }

  @Test("The embedded file is free of faults and holds 37 vendors' profiles")
  func embedded() throws {
    let profiles = try ProfileFile.read(VendorProfiles.text)
    #expect(profiles.count == 37)
    #expect(profiles == VendorProfiles.all)
    #expect(ProfileTable.standard.profiles.count == 43)
    #expect(Set(ProfileTable.standard.profiles.map(\.id)).count == 43)
    #expect(profiles.allSatisfy { !$0.vendor.isEmpty && !$0.language.isEmpty })
  }

  @Test("A fault of grammar is named with its line and the column in it")
  func grammar() {
    #expect(
      faults("{\n  \"profiles\": [,]\n}") == ["line 2: a value was expected (column 16)"])
    #expect(faults("[]") == ["line 1: the text must be an object with an array under 'profiles'"])
    #expect(faults("{\"profiles\":[],\n\"x\":1}") == ["line 2: 'x' is no member of the file"])
  }

  @Test(
    "A member that is wrong is named with its line",
    arguments: [
      (#""nmae": []"#, "'nmae' is no member of a profile"),
      (#""https_only": 1"#, "'https_only' must be true or false"),
      (#""confidence": "sure""#, "'confidence' must be one of high, low, medium, not 'sure'"),
      (#""type": "ct""#, "'type' must be a path as in '/data/image' or '/items/*/url': 'ct'"),
      (#""time_limit": 0"#, "'time_limit' must be a number of seconds above 0 and at most 600"),
      (#""max_bytes": 1.5"#, "'max_bytes' must be a whole number above 0"),
      (#""types": {}"#, "'types' must be an object that is not empty"),
      (#""types": {"a": 1}"#, "'types' must be a text"),
      (#""hints": []"#, "'hints' must be an array that is not empty"),
      (
        #""statuses": [300, 200]"#,
        "'statuses' must be 'any', 'unclear' or a range as in [200, 299]"
      ),
      (#""needs": [{"is": "x"}]"#, "'needs' has a need without a path"),
      (#""vendor": """#, "'vendor' must not be empty"),
    ])
  func members(member: String, sentence: String) {
    #expect(faults(member: member) == ["line 4: \(sentence)"])
  }

  @Test("Every fault is named, each on its own line")
  func several() {
    let text = """
      {"profiles": [
        {"id": "a b", "media_urls": ["/a"],
         "name": ["fixed:.jpg",
                  "sugested_name"],
         "endings": {"too_slow": "later"}},
        {"id": "x"},
        7
      ]}
      """
    let lines = faults(text).map { $0.prefix { $0 != ":" } }
    #expect(lines == ["line 2", "line 4", "line 5", "line 6", "line 6", "line 7"])
    #expect(faults(text)[1] == "line 4: 'name' has a step that is none: 'sugested_name'")
  }

  @Test("Two profiles of one name are a fault")
  func twice() {
    let profile = #"{"id": "x", "media_urls": ["/a"], "name": ["unchanged"]}"#
    #expect(
      faults("{\"profiles\": [\(profile),\n\(profile)]}")
        == ["line 2: there is a profile 'x' already"])
  }

  @Test("A profile of one's own comes first among the vendors, one of a known name replaces it")
  func adding() throws {
    let own = try ProfileFile.read(
      Array(
        #"""
        {"profiles": [
          {"id": "own", "media_urls": ["/ct_mediaUrl"], "needs": ["/ct_mediaType"],
           "name": ["fixed:.png"]},
          {"id": "braze", "vendor": "Ours", "media_urls": ["/x"], "name": ["unchanged"]}
        ]}
        """#.utf8))
    let table = ProfileTable.standard.adding(own)
    #expect(table.profiles.count == 44)
    #expect(table.profiles[6].id == "own")
    #expect(table.profile(id: "braze")?.vendor == "Ours")
    let line = #"{"ct_mediaUrl":"u","ct_mediaType":"image","aps":{}}"#
    var decoder = PayloadDecoder(table: table)
    #expect(try Array(line.utf8).withUnsafeBytes { try decoder.decode($0) }.profile.id == "own")
  }
}
