import Testing

@testable import AuditRules

@Suite("The profile table")
struct ProfileTests {
  @Test("Six profiles with their keys, in the order of the list")
  func table() {
    let rows = ProfileTable.base.map { [$0.id, $0.describedKeys] }
    #expect(
      rows == [
        ["sfmc-swift", "_mediaUrl, _mediaAlt"], ["sfmc-swift-2017", "_mediaUrl, _mediaAlt"],
        ["sfmc-objc", "_mediaUrl, _mediaAlt"], ["sfmc-sdk-swift", "_mediaUrl"],
        ["sfmc-sdk-objc", "_mediaUrl"], ["mapp", "ios_apx_media"],
      ])
    #expect(ProfileTable.base.allSatisfy { !$0.vendor.isEmpty && !$0.language.isEmpty })
    #expect(Set(ProfileTable.base.map(\.id)) == Set(columns))
  }

  @Test(
    "auto chooses by the payload's keys",
    arguments: [
      (["ios_apx_media"], "mapp"), (["_mediaUrl"], "sfmc-swift"), (["_mediaAlt"], "sfmc-swift"),
      (["_mediaUrl", "ios_apx_media"], "mapp"), ([], "sfmc-swift"), (["image"], "sfmc-swift"),
    ])
  func auto(keys: [String], id: String) throws {
    let members = keys.map { ",\"\($0)\":\"u\"" }.joined()
    #expect(try Decoding.payload("{\"aps\":{}\(members)}").profile.id == id)
  }

  @Test("The option's word is auto or an id")
  func words() {
    #expect(ProfileChoice(word: "auto") == .auto)
    #expect(ProfileChoice(word: "mapp") == .fixed(profile("mapp")))
    #expect(ProfileChoice(word: "Mapp") == nil)
    #expect(ProfileTable.standard.profile(id: "") == nil)
  }

  @Test("A behaviour keeps a cell for each situation")
  func cells() {
    for situation in Situation.allCases {
      for ending in Ending.allCases {
        var behaviour: Behaviour = [:]
        behaviour[situation] = ending
        #expect(
          Situation.allCases.allSatisfy { behaviour[$0] == ($0 == situation ? ending : .original) })
      }
    }
  }
}
