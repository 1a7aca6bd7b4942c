import Testing

@testable import AuditRules

/// The six profiles in the order of the columns of the rules' tables.
let columns = [
  "sfmc-objc", "sfmc-swift-2017", "sfmc-swift", "sfmc-sdk-swift", "sfmc-sdk-objc", "mapp",
]

let pictureURL = "https://cdn.example.com/p/hero.png"

/// What a test calls the moment of the audit: 2026-01-01 in UTC.
let auditTime = 1_767_225_600.0

func profile(_ id: String) -> ExtensionProfile {
  guard let profile = ProfileTable.standard.profile(id: id) else {
    Issue.record("there is no profile \(id)")
    return ProfileTable.base[0]
  }
  return profile
}

/// A payload that passes the gate: title, body, `mutable-content` on.
func payload(
  _ id: String = "sfmc-objc", url: Payload.Field = .text(pictureURL),
  alt: Payload.Field = .text("Spring sale"), change: (inout Payload) -> Void = { _ in }
) -> Payload {
  var payload = Payload(profile: profile(id))
  payload.aps = .object
  payload.mutableContent = .on
  payload.hasHeading = true
  payload.hasVisibleText = true
  payload.body = "Tap here"
  payload.byteCount = 300
  payload.mediaURL = url
  payload.altText = payload.profile.altKey == nil ? .absent : alt
  change(&payload)
  return payload
}

/// Facts of a download that went well: a whole PNG.
func facts(
  _ url: String = pictureURL, type: String? = "image/png", bytes: Int? = 1000,
  status: Int? = 200, change: (inout MediaFacts) -> Void = { _ in }
) -> MediaFacts {
  var facts = MediaFacts(url: url)
  facts.attempts = 1
  facts.httpStatus = status
  facts.hops = [MediaFacts.Hop(url: url, status: status)]
  facts.bytes = bytes
  facts.wireBytes = bytes
  facts.detectedType = type
  facts.contentType = type
  facts.structure = .notJudged
  facts.timing.total = 0.5
  change(&facts)
  return facts
}

/// Facts of a fetch without a whole answer.
func failed(_ reason: Reason, _ url: String = pictureURL) -> MediaFacts {
  facts(url, type: nil, bytes: nil, status: nil) { $0.failure = reason }
}

/// Plans and judges; each request of the plan that `known` knows gets its facts.
func judge(
  _ payload: Payload, policy: TransportPolicy = TransportPolicy(), timeLimit: Double = 29,
  facts known: (String) -> MediaFacts? = { facts($0) }
) -> Verdict {
  let plan = FetchPlan.make(for: payload, policy: policy)
  var evidence = Evidence(
    payload: payload, plan: plan, policy: policy, auditTime: auditTime, timeLimit: timeLimit)
  if case .fetch(let url) = plan.current { evidence.factsForCurrent = known(url) }
  if case .fetch(let url) = plan.old { evidence.factsForOld = known(url) }
  return Verdict.of(evidence)
}

/// The current prediction in one word: `alt_text`, `original crash`, `blank`, as the tables have it.
func word(_ prediction: Prediction) -> String {
  guard let via = prediction.via, via != .handler else { return prediction.outcome.rawValue }
  return "\(prediction.outcome.rawValue) \(via.rawValue)"
}

/// The old generation's prediction: the current one where the verdict names no other.
func oldWord(_ verdict: Verdict) -> String { word(verdict.old ?? verdict.current) }

func words(_ warnings: Warnings) -> [String] { warnings.list.map(\.name) }

/// One row of a table with a cell for each profile.
struct TableRow: Sendable, CustomTestStringConvertible {
  var situation: String
  var cells: [String]

  init(_ situation: String, _ cells: String...) {
    self.situation = situation
    self.cells = cells
  }

  var testDescription: String { situation }
}
