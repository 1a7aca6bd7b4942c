public import AuditRules

/// A media URL in one campaign, as the history keeps it.
public struct PairSummary: Sendable, Equatable {
  /// As the payloads write it.
  public var mediaURL: String
  /// Of most of the pair's payloads, ties to the worst outcome and the first reason of the list.
  public var state: MediaState
  public var payloads: Int
}

extension ReportTotals {
  /// Counts a payload in a campaign that is not the first of its URL, or no longer the only one.
  mutating func count(pairOf row: ReportRow, media: Int, in campaign: Int) {
    if mediaTallies[media].campaigns == 1 { keepFirstPair(of: media) }
    let way = PairWay(outcome: row.current.outcome, reason: row.current.reason, payloads: 1)
    guard pairs.add(media: media, campaign: campaign, way) else { return }
    mediaTallies[media].campaigns += 1
    campaignTallies[campaign].distinctMedia += 1
  }

  /// Up to now every payload of the URL stood in its first campaign.
  private mutating func keepFirstPair(of media: Int) {
    let tally = mediaTallies[media]
    for way in ways(of: tally) {
      let pairWay = PairWay(outcome: way.outcome, reason: way.reason, payloads: way.payloads)
      _ = pairs.add(media: media, campaign: Int(tally.firstCampaign), pairWay)
    }
  }

  /// Walks every campaign, and after each its media URLs in the order of their bytes.
  public func walkPairs(
    campaign: (CampaignSummary) throws -> Void, media: (PairSummary) throws -> Void
  ) rethrows {
    let order = pairOrder
    var next = order.startIndex
    for number in 0..<names.count {
      try campaign(summary(ofCampaign: number))
      while next < order.endIndex, order[next].campaign == number {
        try media(summary(of: order[next]))
        next += 1
      }
    }
  }

  /// Where a pair is counted: with its URL, or in a tally of its own.
  private struct PairPlace {
    var campaign: UInt32
    var media: UInt32
    /// Number + 1 of its tally, 0 for none.
    var tally: UInt32 = 0
  }

  private var pairOrder: [PairPlace] {
    var order: [PairPlace] = []
    order.reserveCapacity(urls.count + pairs.count)
    for number in 0..<urls.count where mediaTallies[number].campaigns == 1 {
      order.append(
        PairPlace(campaign: mediaTallies[number].firstCampaign, media: UInt32(number)))
    }
    for number in 0..<pairs.count {
      let pair = pairs.pairs[number]
      order.append(
        PairPlace(campaign: pair.campaign, media: pair.media, tally: UInt32(number + 1)))
    }
    order.sort { left, right in
      left.campaign == right.campaign
        ? urls.isBefore(Int(left.media), Int(right.media)) : left.campaign < right.campaign
    }
    return order
  }

  private func summary(of place: PairPlace) -> PairSummary {
    let url = urls.text(Int(place.media))
    guard place.tally > 0 else {
      let tally = mediaTallies[Int(place.media)]
      let way = mainWay(of: tally)
      return PairSummary(
        mediaURL: url, state: MediaState(way.outcome, way.reason), payloads: Int(tally.payloads))
    }
    let ways = pairs.ways(of: Int(place.tally) - 1)
    return PairSummary(
      mediaURL: url, state: Self.mainState(ways),
      payloads: ways.reduce(0) { $0 + Int($1.payloads) })
  }

  /// The outcome of most, ties to the worst; of these the commonest reason, ties by the list.
  private static func mainState(_ ways: [PairWay]) -> MediaState {
    func rank(_ way: PairWay) -> (UInt32, Int, UInt32, Int) {
      let payloads = ways.reduce(0) { $1.outcome == way.outcome ? $0 + $1.payloads : $0 }
      return (payloads, -way.outcome.placeFromWorst, way.payloads, -way.reason.place)
    }
    let best = ways.max { rank($0) < rank($1) }
    return MediaState(best?.outcome ?? .unknown, best?.reason ?? .notChecked)
  }
}
