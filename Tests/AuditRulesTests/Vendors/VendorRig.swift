import Testing

@testable import AuditRules

/// A payload of a vendor, what its server answers, and what the engine makes of both.
struct VendorRig {
  /// Members beside `aps`.
  var members: String
  /// A profile's id, or `auto`.
  var profile = "auto"
  var policy = TransportPolicy()
  var timeLimit = 29.0

  static let aps = #""aps":{"alert":{"title":"T","body":"Own body"},"mutable-content":1}"#

  func payload() throws -> Payload {
    let choice = try #require(ProfileChoice(word: profile))
    var decoder = PayloadDecoder(profile: choice)
    let line = members.isEmpty ? "{\(Self.aps)}" : "{\(Self.aps),\(members)}"
    return try Array(line.utf8).withUnsafeBytes { bytes in try decoder.decode(bytes) }
  }

  /// The verdict when each request is answered with what `answer` says; a whole PNG otherwise.
  func verdict(_ answer: (String) -> MediaFacts = { facts($0) }) throws -> Verdict {
    judge(try payload(), policy: policy, timeLimit: timeLimit, facts: answer)
  }
}

/// The name that a profile's chain gives a download.
func name(
  _ id: String, _ url: String = "https://c.com/p/a.png", key: String? = nil,
  on generation: PhoneGeneration = .current,
  answer change: (inout MediaFacts) -> Void = { _ in }
) throws -> LocalName? {
  let rules = try #require(profile(id).rules)
  let request = try #require(URLParsers.parse(url, on: .current))
  let chain = NameChain(
    rules: rules, text: url, request: URLParts(request), type: key,
    facts: facts(request, change: change), generation: generation)
  return chain.localName()
}

/// A picture that the server calls something.
func served(_ type: String?, _ disposition: String? = nil) -> (inout MediaFacts) -> Void {
  { facts in
    facts.contentType = type
    facts.contentDisposition = disposition
  }
}
