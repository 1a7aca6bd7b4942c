import Testing

@testable import AuditRules

/// Each profile in five situations, worked out by hand from the description of the extension.
///
/// A cell is the outcome, how it gets there unless by the handler, the reason unless `ok`, and the
/// local name; `$` stands for the saved file's name, `#` for a random identifier.
struct SituationRow: Sendable, CustomTestStringConvertible {
  var profile: String
  /// Members beside `aps`; `@` stands for the URL.
  var members: String
  /// A JPEG under `hero.jpg`, served as `image/jpeg`.
  var allWell: String
  /// An HTML page with status 404 under `hero.jpg`.
  var notFound: String
  /// A JPEG under `hero`, served as `image/jpeg`.
  var noExtension: String
  /// A WebP picture under `hero.webp`, served as `image/webp`.
  var wrongType: String
  /// Not a byte in 29 seconds.
  var timeout: String

  init(
    _ profile: String, _ members: String, _ allWell: String, _ notFound: String,
    _ noExtension: String, _ wrongType: String, _ timeout: String = "original expiry too_slow"
  ) {
    self.profile = profile
    self.members = members
    self.allWell = allWell
    self.notFound = notFound
    self.noExtension = noExtension
    self.wrongType = wrongType
    self.timeout = timeout
  }

  var testDescription: String { profile }
}

@Suite("Every profile in five situations")
struct VendorSituationTests {
  @Test("The table has every profile once")
  func complete() {
    #expect(
      SituationRow.all.map(\.profile).sorted()
        == ProfileTable.standard.profiles.map(\.id).sorted())
  }

  @Test("All is well", arguments: SituationRow.all)
  func allWell(row: SituationRow) throws {
    #expect(try cell(row, "hero.jpg", served("image/jpeg", "ffd8ffe0")) == row.allWell)
  }

  @Test("404", arguments: SituationRow.all)
  func notFound(row: SituationRow) throws {
    #expect(
      try cell(row, "hero.jpg", served("text/html", "3c21444f", status: 404)) == row.notFound)
  }

  @Test("No extension in the URL", arguments: SituationRow.all)
  func noExtension(row: SituationRow) throws {
    #expect(try cell(row, "hero", served("image/jpeg", "ffd8ffe0")) == row.noExtension)
  }

  @Test("A type that the system does not take", arguments: SituationRow.all)
  func wrongType(row: SituationRow) throws {
    #expect(try cell(row, "hero.webp", served("image/webp", "52494646")) == row.wrongType)
  }

  @Test("Nothing within the time limit", arguments: SituationRow.all)
  func timeout(row: SituationRow) throws {
    let late: (String) -> MediaFacts = { url in
      facts(url, type: nil, bytes: nil, status: nil) {
        $0.failure = .tooSlow
        $0.timing.total = 29
      }
    }
    #expect(try cell(row, "hero.jpg", late) == row.timeout)
  }

  private func served(
    _ type: String, _ head: String, status: Int = 200
  ) -> (String) -> MediaFacts {
    { url in facts(url, type: type, status: status) { $0.firstBytes = head } }
  }

  private func cell(
    _ row: SituationRow, _ file: String, _ answer: (String) -> MediaFacts
  ) throws -> String {
    let members = row.members.replacing("@", with: "https://c.com/p/\(file)")
    let verdict = try VendorRig(members: members, profile: row.profile).verdict(answer)
    var words = [word(verdict.current)]
    if verdict.current.reason != .ok { words.append(verdict.current.reason.rawValue) }
    let name = verdict.localName
      .replacing("CFNetworkDownload_XXXXXX.tmp", with: "$")
      .replacing("XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX", with: "#")
    if !name.isEmpty { words.append(name) }
    return words.joined(separator: " ")
  }
}
