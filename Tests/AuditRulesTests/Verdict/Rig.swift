@testable import AuditRules

/// Runs the pure stages (decode, plan, verdict) on one input line and on answers made up for it.
struct Rig {
  /// What the network answered for a URL; the facts come in as a picture that arrived well.
  typealias Answer = (inout MediaFacts) -> Void

  var line: String
  var profile = "auto"
  var policy = TransportPolicy()
  var auditTime = Self.auditTime
  var timeLimit = 29.0

  /// 2026-01-31T00:00:00Z.
  static let auditTime = 1_769_817_600.0

  init(_ line: String, profile: String = "auto") {
    self.line = line
    self.profile = profile
  }

  /// A payload that passes the gate, with further members as JSON text.
  init(members: String, profile: String = "auto") {
    let aps = #""aps":{"alert":{"title":"T","body":"Body"},"mutable-content":1}"#
    self.init(members.isEmpty ? "{\(aps)}" : "{\(aps),\(members)}", profile: profile)
  }

  /// The same with a media URL under the key of the profile.
  init(url: String, profile: String = "sfmc-swift", alt: String? = "Alt") {
    let key = profile == "mapp" ? "ios_apx_media" : "_mediaUrl"
    let altMember = alt.map { #","_mediaAlt":"\#($0)""# } ?? ""
    self.init(members: #""\#(key)":"\#(url)"\#(altMember)"#, profile: profile)
  }

  /// Both generations get the same answer; nil: nothing was fetched.
  func verdict(_ answer: Answer? = { _ in }) throws -> Verdict {
    try verdict(current: answer, old: answer)
  }

  /// Judges the line with one answer for each generation's request.
  func verdict(current: Answer?, old: Answer?) throws -> Verdict {
    let payload = try Decoding.payload(line, profile: profile)
    let plan = FetchPlan.make(for: payload, policy: policy)
    return Verdict.of(
      Evidence(
        payload: payload, plan: plan, policy: policy,
        factsForCurrent: Self.facts(plan.current, current), factsForOld: Self.facts(plan.old, old),
        auditTime: auditTime, timeLimit: timeLimit))
  }

  /// A JPEG of 1,000 bytes that came at once, changed as the answer says.
  static func facts(_ route: FetchPlan.Route, _ answer: Answer?) -> MediaFacts? {
    guard case .fetch(let url) = route, let answer else { return nil }
    var facts = MediaFacts(url: url)
    facts.attempts = 1
    facts.hops = [MediaFacts.Hop(url: url, status: 200)]
    facts.httpStatus = 200
    facts.contentType = "image/jpeg"
    facts.detectedType = "image/jpeg"
    facts.bytes = 1000
    facts.structure = .whole
    facts.timing.total = 0.5
    answer(&facts)
    return facts
  }
}

extension Rig {
  /// A fault: no answer came.
  static func failing(_ reason: Reason) -> Answer {
    { facts in
      facts.failure = reason
      facts.httpStatus = nil
      facts.bytes = nil
      facts.detectedType = nil
      facts.contentType = nil
      facts.structure = .notJudged
      facts.hops = [MediaFacts.Hop(url: facts.url, status: nil)]
    }
  }

  /// Another body under the same URL.
  static func body(
    _ type: String?, bytes: Int = 1000, _ structure: MediaFacts.Structure = .notJudged
  ) -> Answer {
    { facts in
      facts.detectedType = type
      facts.contentType = nil
      facts.bytes = bytes
      facts.structure = structure
    }
  }

  /// Another status, with the same picture.
  static func status(_ status: Int) -> Answer {
    { facts in
      facts.httpStatus = status
      facts.hops = [MediaFacts.Hop(url: facts.url, status: status)]
    }
  }
}

extension Verdict {
  /// What the old phones do, written out where it is the same too.
  var onOld: Prediction { old ?? current }

  /// The warnings as the report writes them.
  var words: String { warnings.list.map(\.name).joined(separator: " ") }
}

extension Prediction {
  /// `alt_text via handler: url_empty`, as the tables of the tests write it.
  var line: String {
    "\(outcome.rawValue) via \(via?.rawValue ?? "nothing"): \(reason.rawValue)"
  }
}
