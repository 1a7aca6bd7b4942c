import LoopbackServer
import Testing

/// Every behaviour of a server comes to one reason, one status, and one outcome for each profile.
@Suite("The table of server behaviours")
struct BehaviourTests {
  @Test("Each behaviour has its reason, status and six outcomes, over every lane that can show it")
  func table() async throws {
    let lanes = Lane.allCases.filter { !$0.isNginx || NginxServer.isInstalled }
    var found: [Lane: [Int: BehaviourRun.Found]] = [:]
    for lane in lanes {
      // What stalls takes its time, and little else: beside the rest.
      async let slow = BehaviourRun(lane, isSlow: true).found()
      let rest = try await BehaviourRun(lane, isSlow: false).found()
      found[lane] = try await rest.merging(slow) { first, _ in first }
    }
    print(Self.header)
    for (number, behaviour) in BehaviourTable.all.enumerated() {
      let shown = lanes.filter { behaviour.isShown(on: $0) && Self.canRun(behaviour) }
      var wrong: [String] = []
      for lane in shown {
        let problems = Self.problems(behaviour, found[lane]?[number] ?? .init())
        wrong += problems.map { "\(behaviour.name), \(lane.rawValue): \($0)" }
      }
      if !wrong.isEmpty { Issue.record("\(wrong.joined(separator: "\n"))") }
      print(Self.line(behaviour, shown, isRight: wrong.isEmpty))
    }
    print("\(BehaviourTable.all.count) behaviours")
  }

  private static func canRun(_ behaviour: ServerBehaviour) -> Bool {
    if case .nginx = behaviour.actor { return NginxServer.isInstalled }
    return true
  }

  /// What differs from the expectation.
  private static func problems(
    _ behaviour: ServerBehaviour, _ found: BehaviourRun.Found
  ) -> [String] {
    let expected = behaviour.expected
    var problems: [String] = []
    for (profile, letter) in zip(Expected.profiles, expected.ends) {
      guard let row = found.rows[profile], let end = Expected.letters[letter] else {
        problems.append("\(profile): no row")
        continue
      }
      let reason = profile == "mapp" ? expected.mappReason ?? expected.reason : expected.reason
      let wanted: [String: CaseValue] = [
        "outcome": .text(end.outcome), "reason": .text(reason),
        "via": end.via.isEmpty ? .null : .text(end.via),
        "http_status": expected.status.map { .integer($0) } ?? .null,
        // A request on an old connection that had died is repeated, not tried again.
        "attempts": .integer(expected.tries),
      ]
      for (column, value) in wanted.sorted(by: { $0.key < $1.key }) where row[column] != value {
        if column == "http_status", expected.mayLackStatus, row[column] == .null { continue }
        problems.append(
          "\(profile), \(column): expected \(value.json), found \(row[column]?.json ?? "nothing")")
      }
      let warnings = Set((row["warnings"]?.cell ?? "").split(separator: " ").map { String($0) })
      if !expected.warnings.isSubset(of: warnings) {
        problems.append("\(profile), warnings: \(warnings.sorted()) lack one")
      }
    }
    // A chain may lead to the same URL again and again; else three requests are the most.
    if let requests = found.requests, expected.reason != "too_many_redirects",
      !expected.warnings.contains("redirected"), requests > 3,
      behaviour.name != "slow redirects"
    {
      problems.append("\(requests) requests for one URL")
    }
    return problems
  }

  private static let header =
    "behaviour".padded(46) + "reason".padded(28) + "status".padded(7) + "tries ends   lanes\n"
    + "  (ends, by profile: \(Expected.profiles.joined(separator: ", ")); M media, B blank, "
    + "A alt_text, O original, C original by a crash, a and o the same at expiry, U unknown)"

  private static func line(
    _ behaviour: ServerBehaviour, _ lanes: [Lane], isRight: Bool
  ) -> String {
    let expected = behaviour.expected
    return behaviour.name.padded(46) + expected.reason.padded(28)
      + (expected.status.map { "\($0)" } ?? "-").padded(7) + "\(expected.tries)".padded(6)
      + expected.ends.padded(7) + lanes.map(\.rawValue).joined(separator: " ")
      + (isRight ? "" : "  WRONG")
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
