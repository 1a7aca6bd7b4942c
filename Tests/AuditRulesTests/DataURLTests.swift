import Testing

@testable import AuditRules

@Suite("U3: what a data URL holds")
struct DataURLTests {
  static let png1 =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  static let gif1 = "R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs="

  private func mapp(_ url: String) -> Verdict { judge(payload("mapp", url: .text(url))) }

  @Test(
    "mapp draws what the bytes allow under its name",
    arguments: [
      ("data:image/png;base64," + png1, Reason.ok, ["type_mismatch"]),
      ("data:;BASE64," + gif1, .ok, ["type_mismatch"]),
      (
        "DATA:image/gif;base64,R0lGODlhAQABAIAAAP%2F%2F%2FwAAACwAAAAAAQABAAACAkQBADs", .ok,
        ["type_mismatch"]
      ),
      ("data:image/png;base64,iVBORw0KGgo=", .undecodable, []),
      ("data:image/gif;base64,R0lGODlhAQAB", .undecodable, []),
      ("data:image/jpeg;base64,/9j/", .undecodable, []),
      ("data:text/plain,hello%20there", .notMedia, []), ("data:,", .emptyBody, []),
      ("data:image/png;base64,", .emptyBody, []),
      ("data:application/octet-stream;base64,AAEC", .undecodable, []),
      ("data:audio/mpeg;base64,SUQzBAAA", .wrongFamily, []),
    ])
  func drawn(url: String, reason: Reason, warnings: [String]) {
    let verdict = mapp(url)
    #expect(verdict.current == Prediction(reason == .ok ? .media : .blank, reason, via: .handler))
    #expect(words(verdict.warnings) == warnings)
  }

  @Test("A picture that is cut off in its data draws in part")
  func truncated() {
    let verdict = mapp("data:image/png;base64," + Self.png1.dropLast(12))
    #expect(verdict.current.reason == .ok)
    #expect(words(verdict.warnings) == ["truncated", "type_mismatch", "uncertain"])
  }

  @Test(
    "What does not decode is an error",
    arguments: ["data:image/png;base64", "data:;base64,A", "data:;base64,*AAA"])
  func broken(url: String) {
    #expect(mapp(url).current == Prediction(.original, .urlIsData, via: .handler))
    #expect(
      judge(payload(url: .text(url))).current == Prediction(.altText, .urlIsData, via: .handler))
  }

  @Test("The structure of a JPEG is its frame, its scan and its end")
  func jpeg() {
    let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 3, 0]
    let scan: [UInt8] = [0xFF, 0xDA, 0, 2, 9, 9]
    #expect(DataContent(head + scan + [0xFF, 0xD9]).structure == .whole)
    #expect(DataContent(head + scan).structure == .truncated)
    #expect(DataContent(head).structure == .undecodable)
    #expect(DataContent([0xFF, 0xD8] + scan).structure == .undecodable)
  }

  @Test("Base64 is decoded as browsers do")
  func base64() {
    #expect(DataContent.base64(Array("aGk=".utf8)) == Array("hi".utf8))
    #expect(DataContent.base64(Array("aG k".utf8)) == Array("hi".utf8))
    #expect(DataContent.base64(Array("aGkh".utf8)) == Array("hi!".utf8))
    #expect(DataContent.base64(Array("a".utf8)) == nil)
    #expect(DataContent.base64(Array("a-_b".utf8)) == nil)
  }
}
