internal import AuditRules
internal import BatchFetch
internal import MediaProbe

/// Stages 4 and 5 joined: what the download and the probe taught becomes one `MediaFacts`.
extension MediaFacts {
  /// Takes over everything the engine and the probe said of one URL.
  init(_ result: FetchResult, examination: Examination?, at time: Double) {
    self.init(url: result.request.url)
    fetchedAt = time
    failure = result.failure.map { Reason($0.code) }
    failureDetail = result.failure.map { failure in
      failure.cause.map { "\(failure.detail) (\($0))" } ?? failure.detail
    }
    let trail = result.trail
    attempts = trail.attempts
    hops = trail.hops.map { Hop(url: $0.url, status: $0.status) }
    // Judged like a hop that was made: an address in it is beyond the device too (T7c).
    if let target = trail.refusedTarget { hops.append(Hop(url: target, status: nil)) }
    httpStatus = trail.httpStatus
    finalURL = trail.finalURL
    contentType = trail.headers.contentType
    contentDisposition = trail.headers.contentDisposition
    declaredLength = trail.headers.contentLength
    variesByAccept = trail.headers.vary.map(Self.namesAccept) ?? false
    eTag = trail.headers.entityTag
    lastModified = trail.headers.lastModified
    if let download = result.download {
      bytes = download.byteCount
      firstBytes = MediaFacts.hexadecimal(ofFirst: download.head)
      wireBytes = trail.wireBytes
      digest = result.failure == nil ? download.sha256.hexadecimal : nil
    }
    if let examination {
      detectedType = examination.type.mimeType
      structure = Structure(examination.structure)
    }
    timing = Timing(trail.timing)
    remoteAddress = trail.remoteAddress
    httpVersion = trail.httpVersion
    tlsVersion = trail.tls?.version
    tlsCipher = trail.tls?.cipher
    certificateExpires = trail.tls?.certificateNotAfter.map(Double.init)
  }

  /// `Accept-Encoding, Accept` -> true.
  private static func namesAccept(_ vary: String) -> Bool {
    vary.split(separator: ",").contains { name in
      let name = name.drop { $0 == " " || $0 == "\t" }
      return name.prefix { $0 != " " && $0 != "\t" }.lowercased() == "accept"
    }
  }
}

extension MediaFacts.Timing {
  fileprivate init(_ timing: Trail.Timing) {
    func reached(_ seconds: Double) -> Double? { seconds > 0 ? seconds : nil }
    self.init(
      lookup: reached(timing.dns), connect: reached(timing.connect), secure: reached(timing.tls),
      firstByte: reached(timing.firstByte), total: timing.total)
  }
}

extension MediaFacts.Structure {
  fileprivate init(_ structure: Structure) {
    self =
      switch structure {
      case .whole: .whole
      case .truncated: .truncated
      case .undecodable: .undecodable
      case .notJudged: .notJudged
      }
  }
}

extension Reason {
  /// The engine's word for a failure in the report's words; both lists are closed.
  init(_ code: FetchFailure.Code) {
    switch code {
    case .cancelled, .localFault: self = .notChecked
    default:
      // Every other code bears the name of its reason: a test walks them all.
      self = Reason(rawValue: code.rawValue) ?? .notChecked
    }
  }
}
