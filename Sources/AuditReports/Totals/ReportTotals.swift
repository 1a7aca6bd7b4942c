public import AuditRules

/// The running totals of a report: of the run, of each campaign and of each distinct media URL.
///
/// Memory grows only with distinct URLs and campaigns.
public struct ReportTotals: Sendable {
  public private(set) var payloads = 0
  /// Payloads whose media URL is a non-empty string.
  public private(set) var withMedia = 0
  /// Of those with media: all but the outcomes `media` and `unknown`.
  public private(set) var lost = 0
  /// Of those with media.
  public private(set) var unknown = 0

  private var outcomeCounts = [Int](repeating: 0, count: Outcome.allCases.count)
  private var reasonCounts = [Int](repeating: 0, count: Reason.allCases.count)
  private var warningSets: [Warnings: Int] = [:]

  var names = TextTable()
  var campaignTallies = ChunkedList<CampaignTally>()
  var losses = ChunkedList<LossTally>()
  var urls = TextTable()
  var mediaTallies = ChunkedList<MediaTally>()
  var ways = ChunkedList<MediaWay>()
  var kinds = MediaKinds()
  /// Only of URLs that stand in several campaigns.
  var pairs = PairTallies()
  /// Extensions and types: few, and many URLs share them. The empty word is number 0.
  var words = TextTable()
  /// Final URLs that differ from the one written, and where their texts lie.
  var finalURLs = ChunkedList<TextArena.Span>()
  var texts = TextArena()

  public init() { _ = words.number(of: "") }

  /// Counts one payload row.
  public mutating func add(_ row: ReportRow) {
    payloads += 1
    outcomeCounts[row.current.outcome.place] += 1
    reasonCounts[row.current.reason.place] += 1
    if !row.warnings.isEmpty { warningSets[row.warnings, default: 0] += 1 }
    let campaign = number(ofCampaign: row.campaign)
    campaignTallies[campaign].payloads += 1
    campaignTallies[campaign].outcomes[row.current.outcome.place] += 1
    guard row.hasMedia else { return }
    withMedia += 1
    campaignTallies[campaign].withMedia += 1
    let media = count(mediaOf: row, in: campaign)
    if row.isLost {
      lost += 1
      campaignTallies[campaign].lost += 1
      count(lossOf: row, media: media, in: campaign)
    } else if row.current.outcome == .unknown {
      unknown += 1
      campaignTallies[campaign].unknown += 1
    }
  }

  /// Counts one of a payload's further media: the URL alone, the payload is counted by its row.
  public mutating func add(further row: ReportRow) {
    guard row.hasMedia else { return }
    _ = count(mediaOf: row, in: number(ofCampaign: row.campaign))
  }

  /// Lost payloads of those with media that are not unknown; nil when there are none.
  public var lostShare: Double? { Self.share(lost, of: withMedia - unknown) }

  /// Distinct media URLs as the payloads write them.
  public var distinctMedia: Int { urls.count }

  public var distinctCampaigns: Int { names.count }

  public func count(of outcome: Outcome) -> Int { outcomeCounts[outcome.place] }

  public func count(of reason: Reason) -> Int { reasonCounts[reason.place] }

  public func count(of warning: Warning) -> Int {
    warningSets.reduce(0) { sum, entry in entry.key.contains(warning) ? sum + entry.value : sum }
  }

  static func share(_ lost: Int, of known: Int) -> Double? {
    known > 0 ? Double(lost) / Double(known) : nil
  }

  private mutating func number(ofCampaign name: String) -> Int {
    let (number, isNew) = names.number(of: name)
    if isNew { campaignTallies.append(CampaignTally()) }
    return number
  }
}
