internal import AuditHistory
internal import AuditReports
internal import AuditRules
internal import BatchFetch

/// A URL that is to be asked, and what the last run's facts are good for.
struct PlannedFetch: Sendable {
  /// What is done with earlier facts.
  enum Earlier: Sendable {
    case none
    /// They are taken over, and nothing is asked.
    case reuse(MediaFacts)
    /// They hold if the server says that nothing has changed since.
    case revalidate(MediaFacts)
  }

  var url: String
  var earlier = Earlier.none

  /// What the engine is asked for.
  var request: FetchRequest {
    guard case .revalidate(let facts) = earlier else { return FetchRequest(url: url) }
    return FetchRequest(url: url, validators: facts.validators)
  }
}

extension MediaFacts {
  /// What may be sent to ask whether the URL still gives the same; nil where that cannot be asked.
  ///
  /// With a redirect on the way they are those of its end, and are not for the first request.
  var validators: Validators? {
    guard failure == nil, httpStatus == 200, hops.count == 1 else { return nil }
    return Validators(eTag: eTag, lastModified: lastModified)
  }

  /// Whether they may stand in for a fetch: all was well, so nobody waits to see it mended.
  var isReusable: Bool {
    guard failure == nil, let httpStatus, (200...299).contains(httpStatus), let detectedType
    else { return false }
    return structure != .truncated && structure != .undecodable
      && ["image/", "audio/", "video/"].contains { detectedType.hasPrefix($0) }
  }

  /// Whether an answer to a request with validators says that nothing has changed.
  var saysUnchanged: Bool { failure == nil && httpStatus == 304 && hops.count == 1 }

  /// The facts after an answer that said that nothing has changed.
  ///
  /// What the delivery was like stays as it was; only whom one reached is told anew.
  func confirmed(by answer: MediaFacts) -> MediaFacts {
    var facts = self
    facts.isRevalidated = true
    facts.fetchedAt = answer.fetchedAt
    facts.remoteAddress = answer.remoteAddress ?? remoteAddress
    facts.httpVersion = answer.httpVersion ?? httpVersion
    facts.tlsVersion = answer.tlsVersion ?? tlsVersion
    facts.tlsCipher = answer.tlsCipher ?? tlsCipher
    facts.certificateExpires = answer.certificateExpires ?? certificateExpires
    return facts
  }
}

/// The facts of the last run, asked by the thread that plans this one.
struct EarlierRun: ~Copyable {
  private var facts: EarlierFacts?
  private let log: Log
  private let now: Double
  /// In seconds; nil: nothing is taken over unasked.
  private let reuseWithin: Double?
  private let revalidates: Bool
  private(set) var reused = 0

  /// Opens the history when the run wants something of it.
  ///
  /// What cannot be had is fetched, so no fault here ends the run.
  init(_ settings: Settings, log: Log, now: Double) {
    self.log = log
    self.now = now
    reuseWithin = settings.reuseWithin
    revalidates = settings.revalidates
    guard settings.reuseWithin != nil || settings.revalidates, !settings.isDryRun,
      let path = settings.state
    else {
      facts = nil
      return
    }
    do throws(HistoryError) {
      let history = try History(
        at: path, .init(time: Timestamp.now()), isKnownSound: true, say: { log.warning($0) })
      facts = try EarlierFacts.find(in: history, settings: settings.fetchDigest())
      if facts == nil {
        log.info("no facts of an earlier run with these settings: everything is fetched")
      }
    } catch {
      log.warning("\(error.description): everything is fetched")
      facts = nil
    }
  }

  /// What the last run's facts of a URL are good for.
  mutating func knowledge(of url: String) -> PlannedFetch.Earlier {
    guard facts != nil, let known = find(url) else { return .none }
    if let reuseWithin, known.isReusable, (0...reuseWithin).contains(now - known.fetchedAt) {
      reused += 1
      // A night before may have asked whether it still holds; this one asks nobody.
      var taken = known
      taken.isRevalidated = false
      return .reuse(taken)
    }
    return revalidates && known.validators != nil ? .revalidate(known) : .none
  }

  private mutating func find(_ url: String) -> MediaFacts? {
    do throws(HistoryError) {
      for line in try facts?.lines(of: FactsNDJSON.urlBytes(of: url)[...]) ?? [] {
        guard let known = try? FactsNDJSON.decode(Array(line)) else { continue }
        if known.url.utf8.elementsEqual(url.utf8) { return known }
      }
    } catch {
      log.warning("\(error.description): everything further is fetched")
      facts = nil
    }
    return nil
  }

  /// Says how much was taken over.
  func sayEnd() {
    if reused > 0 { log.info("\(reused) URLs were not fetched: their facts are of an earlier run") }
  }
}
