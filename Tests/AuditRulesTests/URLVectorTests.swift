import Foundation
import Testing

@testable import AuditRules

@Suite("U: the two URL parsers")
struct URLVectorTests {
  @Test("All 94 strings are there")
  func count() {
    #expect(URLVector.all.count == 94)
    #expect(Set(URLVector.all.map(\.text)).count == 94)
  }

  @Test("Each string is parsed as on the phones", arguments: URLVector.all)
  func parse(vector: URLVector) {
    #expect(URLParsers.parse(vector.text, on: .current) == vector.current)
    #expect((URLParsers.parse(vector.text, on: .old) != nil) == vector.old)
    if vector.old { #expect(URLParsers.parse(vector.text, on: .old) == vector.text) }
  }

  @Test("Each parsed string has the phone's last component and extension", arguments: URLVector.all)
  func name(vector: URLVector) {
    guard let current = vector.current else { return }
    let parts = URLParts(current)
    let component = LocalName.lastComponent(parts.bytes[parts.path])
    #expect((component ?? "") == vector.last)
    let appended = vector.last == "/" ? "" : vector.last
    #expect(
      LocalName.pathExtension("CFNetworkDownload_XXXXXX.tmp" + appended) == vector.pathExtension)
    #expect(LocalName(ofRequest: current).fileExtension == vector.pathExtension.lowercased())
  }

  @Test("Only file URLs are local files", arguments: URLVector.all)
  func localFile(vector: URLVector) {
    guard vector.current != nil else { return }
    #expect((MediaURL(vector.text).current.form == .localFile) == vector.text.hasPrefix("file:"))
  }

  @Test(
    "Our splitter agrees with Foundation's scheme, host and last component",
    arguments: URLVector.all)
  func agreesWithFoundation(vector: URLVector) throws {
    guard let current = vector.current else { return }
    let url = try #require(URL(string: current))
    let parts = URLParts(current)
    #expect(parts.schemeName == (url.scheme?.lowercased() ?? ""))
    // Without a scheme a string is relative (U2) whatever its host is taken for.
    if url.scheme?.isEmpty == false {
      if parts.scheme != nil { #expect(parts.host ?? "" == url.host(percentEncoded: true) ?? "") }
    }
    #expect((LocalName.lastComponent(parts.bytes[parts.path]) ?? "") == url.lastPathComponent)
  }

  @Test(
    "Extensions are found as Foundation finds them",
    arguments: [
      "a.png", "a.PNG", "a", ".png", "..png", "a.", "a..", "a.b.c", "a.p ng", "a.png ", "a. png",
      "a.\u{200E}png", "a.p\u{202C}ng", "a.png\n", "a.jpg;v=1", "a.jpg?x", "a.\u{2066}",
      "a.\u{61C}b",
      "a.\u{A0}", "a b.png", "a.é", "..", ".", "",
    ])
  func extensions(name: String) {
    let whole = "download.tmp" + name
    #expect(LocalName.pathExtension(whole) == URL(fileURLWithPath: "/t/" + whole).pathExtension)
  }
}
