import Testing

@testable import AuditRules

@Suite("What is said of --profile auto is what it does")
struct AutoWordTests {
  @Test(
    "Each profile that auto is said to take is taken by its sample, and no other",
    arguments: SituationRow.all)
  func word(_ row: SituationRow) throws {
    let found = try VendorRig(members: row.members).payload().profile
    let profile = profile(row.profile)

    #expect((found.id == row.profile) == (profile.autoChoice != .never), "\(row.profile)")
  }

  @Test("A vendor with a bare key is never guessed")
  func bareKeys() {
    for id in ["emarsys", "aws-pinpoint", "ortto"] {
      #expect(profile(id).autoChoice == .never)
    }
    #expect(profile("pushwoosh").autoChoice == .byNeeds)
    #expect(profile("sfmc-swift").autoChoice == .byKeys)
    #expect(profile("sfmc-objc").autoChoice == .never)
  }
}
