internal import AuditRules

extension ReportTotals {
  /// Counts a payload under its media URL and returns the URL's number.
  mutating func count(mediaOf row: ReportRow, in campaign: Int) -> Int {
    let way = MediaWay(
      outcome: row.current.outcome, reason: row.current.reason,
      fileExtension: UInt32(words.number(of: row.fileExtension).number))
    let (number, isNew) = urls.number(of: row.mediaURL)
    if isNew {
      mediaTallies.append(MediaTally(firstCampaign: UInt32(campaign), way: way))
      campaignTallies[campaign].distinctMedia += 1
    } else {
      let isAlone = mediaTallies[number].campaigns == 1
      if !isAlone || mediaTallies[number].firstCampaign != UInt32(campaign) {
        count(pairOf: row, media: number, in: campaign)
      }
      count(way, of: number)
    }
    mediaTallies[number].payloads += 1
    if row.isLost { mediaTallies[number].lost += 1 }
    if row.urlExpires != nil { mediaTallies[number].urlExpires = PackedTime(row.urlExpires) }
    let known = kinds[mediaTallies[number].kind]
    var kind = known
    kind.warnings.formUnion(row.warnings)
    if kind.attempts == 0, row.attempts != nil { keepFacts(of: row, for: number, in: &kind) }
    if kind != known { mediaTallies[number].kind = kinds.number(of: kind) }
    return number
  }

  private mutating func count(_ way: MediaWay, of number: Int) {
    if mediaTallies[number].way.isSame(as: way) {
      mediaTallies[number].way.payloads += 1
      return
    }
    var link = mediaTallies[number].way.next
    while link != 0 {
      if ways[Int(link) - 1].isSame(as: way) {
        ways[Int(link) - 1].payloads += 1
        return
      }
      link = ways[Int(link) - 1].next
    }
    var way = way
    way.next = mediaTallies[number].way.next
    ways.append(way)
    mediaTallies[number].way.next = UInt32(ways.count)
  }

  /// All payloads of a URL share its facts, so the first ones are kept.
  private mutating func keepFacts(
    of row: ReportRow, for number: Int, in kind: inout MediaKind
  ) {
    kind.httpStatus = Int16(clamping: row.httpStatus ?? -1)
    kind.redirects = Int16(clamping: row.redirects ?? -1)
    kind.attempts = UInt16(clamping: max(1, row.attempts ?? 1))
    kind.detectedType = UInt32(words.number(of: row.detectedType).number)
    kind.contentType = UInt32(words.number(of: row.contentType).number)
    kind.certificateExpires = PackedTime(row.certificateExpires)
    var facts = MediaTallyFacts()
    facts.milliseconds = UInt32(max(0, min((row.seconds ?? 0) * 1000, 4e9)).rounded())
    if let bytes = row.bytes { facts.bytes = UInt32(clamping: bytes) }
    if !row.finalURL.isEmpty {
      let isAsWritten = row.finalURL.withBytes { final in
        row.mediaURL.withBytes { TextArena.isSame($0, final) }
      }
      if isAsWritten {
        facts.finalURL = MediaTallyFacts.asWritten
      } else {
        facts.finalURL = MediaTallyFacts.firstStored + UInt32(finalURLs.count)
        finalURLs.append(row.finalURL.withBytes { texts.store($0) })
      }
    }
    mediaTallies[number].facts = facts
  }

  /// The distinct media URLs, worst first: by lost payloads, then by the bytes of the URL.
  public var media: some Sequence<MediaSummary> {
    let order = (0..<UInt32(urls.count)).sorted { left, right in
      let (first, second) = (mediaTallies[Int(left)].lost, mediaTallies[Int(right)].lost)
      return first == second ? urls.isBefore(Int(left), Int(right)) : first > second
    }
    return order.lazy.map { summary(ofMedia: Int($0)) }
  }

  private func summary(ofMedia number: Int) -> MediaSummary {
    let tally = mediaTallies[number]
    let way = mainWay(of: tally)
    let (facts, kind) = (tally.facts, kinds[tally.kind])
    let url = urls.text(number)
    return MediaSummary(
      mediaURL: url, payloads: Int(tally.payloads), campaigns: Int(tally.campaigns),
      lost: Int(tally.lost), outcome: way.outcome, reason: way.reason,
      fileExtension: words.text(Int(way.fileExtension)),
      httpStatus: kind.httpStatus < 0 ? nil : Int(kind.httpStatus),
      detectedType: words.text(Int(kind.detectedType)),
      contentType: words.text(Int(kind.contentType)),
      bytes: facts.bytes == MediaTallyFacts.unknownSize ? nil : Int(facts.bytes),
      seconds: kind.attempts > 0 ? Double(facts.milliseconds) / 1000 : nil,
      attempts: kind.attempts > 0 ? Int(kind.attempts) : nil,
      redirects: kind.redirects < 0 ? nil : Int(kind.redirects),
      finalURL: finalURL(facts.finalURL, of: url),
      certificateExpires: kind.certificateExpires.seconds, urlExpires: tally.urlExpires.seconds,
      warnings: kind.warnings)
  }

  private func finalURL(_ number: UInt32, of url: String) -> String {
    switch number {
    case MediaTallyFacts.noFinalURL: ""
    case MediaTallyFacts.asWritten: url
    default: texts.text(finalURLs[Int(number - MediaTallyFacts.firstStored)])
    }
  }

  /// The outcome of most payloads, ties to the worst; its commonest reason, ties by the contract's
  /// list; their commonest extension, ties to the first by bytes.
  func mainWay(of tally: MediaTally) -> MediaWay {
    guard tally.way.next != 0 else { return tally.way }
    let found = ways(of: tally)
    func payloads(_ isCounted: (MediaWay) -> Bool) -> UInt32 {
      found.reduce(0) { isCounted($1) ? $0 + $1.payloads : $0 }
    }
    func rank(_ way: MediaWay) -> (UInt32, Int, UInt32, Int, UInt32) {
      let outcomes = payloads { $0.outcome == way.outcome }
      let reasons = payloads { $0.outcome == way.outcome && $0.reason == way.reason }
      return (outcomes, -way.outcome.placeFromWorst, reasons, -way.reason.place, way.payloads)
    }
    let best = found.max { left, right in
      let (first, second) = (rank(left), rank(right))
      if first != second { return first < second }
      return words.isBefore(Int(right.fileExtension), Int(left.fileExtension))
    }
    return best ?? tally.way
  }

  /// All ways in which a URL's payloads come out.
  func ways(of tally: MediaTally) -> [MediaWay] {
    var found = [tally.way]
    var link = tally.way.next
    while link != 0 {
      found.append(ways[Int(link) - 1])
      link = ways[Int(link) - 1].next
    }
    return found
  }
}
