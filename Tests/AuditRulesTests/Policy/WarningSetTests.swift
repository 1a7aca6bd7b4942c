import Testing

@testable import AuditRules

@Suite("The closed list of warnings")
struct WarningSetTests {
  /// As the rules print it.
  static let words = """
    alt_empty alt_missing alt_replaces_body certificate_expires_soon duplicate_key error_status \
    flaky media_key_misplaced media_partly_lost mutable_content_misplaced \
    mutable_content_not_number near_size_limit \
    needs_fast_network negotiated_type payload_near_limit rarely_plays redirected revalidated \
    served_as_other_type slow template_not_filled truncated type_mismatch uncertain \
    undocumented_type unrecognised_bytes url_double_encoded url_expires
    """

  @Test("The names are those of the contract, in its order")
  func names() {
    #expect(Warning.allCases.map(\.name).joined(separator: " ") == Self.words)
    #expect(Warning.altReplacesBody.name == "alt_replaces_body")
    #expect(Warning.urlExpires.name == "url_expires")
  }

  @Test("A set holds what was put in, and lists it in order", arguments: Warning.allCases)
  func single(warning: Warning) {
    var set: Warnings = [warning]
    #expect(set.list == [warning])
    #expect(Warning.allCases.filter(set.contains) == [warning])
    set.insert(warning)
    #expect(set == [warning])
    let others = Warning.allCases.filter { $0 != warning }
    for other in others.reversed() { set.insert(other) }
    #expect(set.list == Warning.allCases)
    set.remove(warning)
    #expect(set.list == others)
    #expect(set.union([warning]).list == Warning.allCases)
  }

  @Test("An empty set holds nothing")
  func empty() {
    let set = Warnings()
    #expect(set.isEmpty)
    #expect(set.list.isEmpty)
    #expect(!Warning.allCases.contains(where: set.contains))
    #expect(!([.slow] as Warnings).isEmpty)
  }
}
