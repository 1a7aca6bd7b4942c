import Testing

@testable import AuditRules

@Suite("Templates of profiles, and profiles that do as a public listing")
struct ProfileTemplateTests {
  private func read(_ text: String) throws -> [ExtensionProfile] {
    try ProfileFile.read(Array(text.utf8))
  }

  private func faults(_ members: String) -> [String] {
    do {
      _ = try read("{\"profiles\": [{\n\"id\": \"x\",\n\(members)}]}")
      return []
    } catch {
      return (error as? ProfileFaults)?.faults.map(\.description) ?? ["\(error)"]
    }
  }

  @Test("What is printed for a profile is read back as that profile")
  func roundTrip() throws {
    for profile in ProfileTable.standard.profiles {
      let text = try #require(ProfileTemplate.text(of: profile.id))
      #expect(try read(text) == [profile], "\(profile.id)")
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(profile.id)")
      #expect(
        try ProfileTable.standard.adding(read(text)).profiles == ProfileTable.standard.profiles)
    }
    #expect(ProfileTemplate.text(of: "nobody") == nil)
  }

  @Test("A team's own profile is printed as its file writes it, brackets in texts and all")
  func own() throws {
    let profile =
      #"{"id": "own", "note": "\"]}\\", "media_urls": ["/a"],  "name": ["unchanged"]}"#
    let own = Array("{\"profiles\": [\(profile), {\"id\": \"braze\"}]}".utf8)
    let text = try #require(ProfileTemplate.text(of: "own", own: own))
    #expect(text == "{\n  \"profiles\": [\n    \(profile)\n  ]\n}\n")
    #expect(try read(text).first?.rules?.note == #""]}\"#)
    #expect(ProfileTemplate.text(of: "braze", own: own)?.contains("media_urls") == false)
  }

  @Test("A listing with other keys is found by them and keeps the listing's ways")
  func listing() throws {
    let own = try read(
      #"""
      {"profiles": [{"id": "own", "listing": "sfmc-objc", "media_urls": ["/pic"],
        "alt_text": "/text", "endings": {"too_slow": "original"}}]}
      """#)
    let listing = ProfileTable.objectiveC
    var behaviour = listing.behaviour
    behaviour[.tooSlow] = .original
    let expected = ExtensionProfile(
      id: "own", mediaKey: "pic", altKey: "text", altRule: listing.altRule,
      nameRule: listing.nameRule, behaviour: behaviour, vendor: "", language: "",
      confidence: .medium)
    #expect(own == [expected])
    var decoder = PayloadDecoder(table: ProfileTable.standard.adding(own))
    for (line, id) in [
      (#"{"pic":"u","aps":{}}"#, "own"), (#"{"_mediaUrl":"u","aps":{}}"#, "sfmc-swift"),
    ] {
      let payload = try Array(line.utf8).withUnsafeBytes { try decoder.decode($0) }
      #expect(payload.profile.id == id)
      #expect(payload.mediaURL == .text("u"))
    }
  }

  @Test(
    "What a listing does not take is named with its line",
    arguments: [
      (
        #""listing": "braze""#,
        "line 3: 'listing' must be one of mapp, sfmc-objc, sfmc-sdk-objc, sfmc-sdk-swift, "
          + "sfmc-swift, sfmc-swift-2017, not 'braze'"
      ),
      (
        "\"listing\": \"mapp\",\n\"name\": [\"unchanged\"]",
        "line 4: 'name' does not go with 'listing': that extension has its own way"
      ),
      (
        "\"listing\": \"mapp\",\n\"media_urls\": [\"/a/b\"]",
        "line 4: 'media_urls' must be one key as in ['/_mediaUrl'] where there is a 'listing'"
      ),
      (
        "\"listing\": \"mapp\",\n\"alt_text\": \"/a\"",
        "line 4: 'alt_text' does not go with the listing 'mapp', which never reads one"
      ),
      (
        "\"listing\": \"sfmc-objc\",\n\"alt_text\": \"/a/b\"",
        "line 4: 'alt_text' must be one key as in '/_mediaAlt' where there is a 'listing'"
      ),
    ])
  func listingFaults(members: String, says: String) {
    #expect(faults(members).contains(says))
  }
}
