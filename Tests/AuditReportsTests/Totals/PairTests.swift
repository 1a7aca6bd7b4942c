import AuditReports
import AuditRules
import Testing

@Suite("Media URLs by campaign, as the history keeps them")
struct PairTests {
  private struct Pair: Hashable {
    var campaign: String
    var url: [UInt8]
  }

  private func walk(_ totals: ReportTotals) -> [(campaign: String, pair: PairSummary)] {
    var campaign = ""
    var pairs: [(String, PairSummary)] = []
    totals.walkPairs(campaign: { campaign = $0.campaign }, media: { pairs.append((campaign, $0)) })
    return pairs
  }

  @Test(
    "The pairs are the sum of their rows, whether a URL stands in one campaign or in many",
    arguments: [(1, 50), (2, 300), (9, 40), (60, 7)])
  func sums(_ campaigns: Int, _ urls: Int) {
    let rows = ReportRow.random(3000, seed: 7, campaigns: campaigns, urls: urls)
    let withMedia = rows.filter { !$0.mediaURL.isEmpty }
    let groups = Dictionary(grouping: withMedia) { row in
      Pair(campaign: row.campaign, url: Array(row.mediaURL.utf8))
    }
    let pairs = walk(TotalsTests.totals(rows))
    #expect(pairs.count == groups.count)
    for (campaign, pair) in pairs {
      let group = groups[Pair(campaign: campaign, url: Array(pair.mediaURL.utf8))] ?? []
      #expect(pair.payloads == group.count)
      #expect(pair.state == main(group))
    }
  }

  /// The rule of the contract, spelt out.
  private func main(_ rows: [ReportRow]) -> MediaState {
    let worst: [Outcome] = [.blank, .altText, .original, .notShown, .unknown, .media, .invalid]
    let outcome = worst.max { left, right in
      let (first, second) = (count(rows, left), count(rows, right))
      return first == second
        ? worst.firstIndex(of: left)! > worst.firstIndex(of: right)! : first < second
    }!
    let own = rows.filter { $0.current.outcome == outcome }
    let reason = Reason.allCases.max { left, right in
      // The first of several that are equal.
      own.count { $0.current.reason == left } < own.count { $0.current.reason == right }
    }!
    let most = own.count { $0.current.reason == reason }
    let first = Reason.allCases.first { reason in
      own.count { $0.current.reason == reason } == most
    }!
    return MediaState(outcome, first)
  }

  private func count(_ rows: [ReportRow], _ outcome: Outcome) -> Int {
    rows.count { $0.current.outcome == outcome }
  }

  @Test("Media come in the order of their bytes; campaigns without media come too")
  func order() {
    let rows = [
      ReportRow.sample(line: 1, campaign: "b", url: "https://c.example/é.png"),
      ReportRow.sample(line: 2, campaign: "b", url: "https://c.example/z.png"),
      ReportRow.sample(line: 3, campaign: "b", url: "https://c.example/e\u{301}.png"),
      ReportRow.sample(line: 4, campaign: "none", url: ""),
      ReportRow.sample(line: 5, campaign: "a", url: "https://c.example/z.png"),
    ]
    let totals = TotalsTests.totals(rows)
    var seen: [String] = []
    totals.walkPairs(
      campaign: { seen.append($0.campaign) },
      media: { seen.append(String($0.mediaURL.unicodeScalars.dropFirst(18))) })
    let wanted = ["b", "e\u{301}.png", "z.png", "é.png", "none", "a", "z.png"]
    #expect(seen.map { Array($0.utf8) } == wanted.map { Array($0.utf8) })
  }

  @Test("The outcome of a campaign is that of most of its payloads, ties to the worst")
  func campaignOutcome() {
    let rows = [
      ReportRow.sample(line: 1, outcome: .media, reason: .ok),
      ReportRow.sample(line: 2, outcome: .altText),
    ]
    #expect(Array(TotalsTests.totals(rows).campaigns).map(\.mainOutcome) == [.altText])
    let three = rows + [ReportRow.sample(line: 3, outcome: .media, reason: .ok)]
    #expect(Array(TotalsTests.totals(three).campaigns).map(\.mainOutcome) == [.media])
  }
}
