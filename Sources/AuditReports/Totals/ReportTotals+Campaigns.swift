internal import AuditRules

extension ReportTotals {
  /// Counts a lost payload under its reason and keeps the first of each reason.
  mutating func count(lossOf row: ReportRow, media: Int, in campaign: Int) {
    var link = campaignTallies[campaign].firstLoss
    var last: UInt32 = 0
    while link != 0 {
      if losses[Int(link) - 1].reason == row.current.reason {
        losses[Int(link) - 1].payloads += 1
        return
      }
      last = link
      link = losses[Int(link) - 1].next
    }
    losses.append(LossTally(reason: row.current.reason, media: UInt32(media), line: row.line))
    if last == 0 {
      campaignTallies[campaign].firstLoss = UInt32(losses.count)
    } else {
      losses[Int(last) - 1].next = UInt32(losses.count)
    }
  }

  /// The campaigns, worst first: by lost payloads, then by the bytes of the name.
  public var campaigns: some Sequence<CampaignSummary> {
    let order = (0..<UInt32(names.count)).sorted { left, right in
      let (first, second) = (campaignTallies[Int(left)].lost, campaignTallies[Int(right)].lost)
      return first == second ? names.isBefore(Int(left), Int(right)) : first > second
    }
    return order.lazy.map { summary(ofCampaign: Int($0)) }
  }

  func summary(ofCampaign number: Int) -> CampaignSummary {
    let tally = campaignTallies[number]
    let main = mainLoss(of: tally)
    return CampaignSummary(
      campaign: names.text(number), payloads: Int(tally.payloads), withMedia: Int(tally.withMedia),
      outcomes: Dictionary(uniqueKeysWithValues: Outcome.allCases.map { ($0, tally[$0]) }),
      lost: Int(tally.lost),
      lostShare: Self.share(Int(tally.lost), of: Int(tally.withMedia - tally.unknown)),
      distinctMedia: Int(tally.distinctMedia), mainReason: main?.reason,
      mainReasonPayloads: Int(main?.payloads ?? 0), exampleLine: main?.line,
      exampleURL: main.map { urls.text(Int($0.media)) } ?? "")
  }

  /// The commonest reason among the lost, ties by the order of the contract's list.
  private func mainLoss(of tally: CampaignTally) -> LossTally? {
    var main: LossTally?
    var link = tally.firstLoss
    while link != 0 {
      let loss = losses[Int(link) - 1]
      if let best = main,
        (best.payloads, loss.reason.place) > (loss.payloads, best.reason.place)
      {
        // The one found before stays.
      } else {
        main = loss
      }
      link = loss.next
    }
    return main
  }
}
