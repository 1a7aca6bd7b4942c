public import AuditRules

/// One payload of the input as the reports show it: the values of a row of `payloads.csv` (stage 7).
///
/// Texts are raw; what a format cannot hold is treated where the format is written.
public struct ReportRow: Sendable, Equatable {
  /// The physical line within its file, counted from 1.
  public var line: Int
  /// Which of the run's inputs the line stands in, counted from 0.
  public var input: Int
  public var id: String
  public var campaign: String
  /// Empty where none could be chosen.
  public var profile: String
  /// iOS 17 and later.
  public var current: Prediction
  /// iOS 16 and earlier; nil when it is the same (U5).
  public var old: Prediction?
  /// The body text the recipient reads.
  public var shows: String
  /// The media URL as the payload writes it; empty unless it is a non-empty string.
  public var mediaURL: String
  public var localName: String
  public var fileExtension: String
  /// Empty where nothing was learned.
  public var detectedType: String = ""
  public var contentType: String = ""
  public var finalURL: String = ""
  /// Nil where nothing was learned.
  public var httpStatus: Int?
  public var bytes: Int?
  /// Wall time of the last attempt.
  public var seconds: Double?
  public var attempts: Int?
  public var redirects: Int?
  public var warnings: Warnings
  /// What the vendor's extension looked for and did not find, where that is the reason; else empty.
  public var missingFields = ""
  /// Media URLs that the payload names.
  public var mediaCount = 0
  /// Seconds since 1970.
  public var certificateExpires: Double?
  /// Seconds since 1970.
  public var urlExpires: Double?

  /// Joins a payload, its verdict and the facts of the URL that iOS 17 and later request.
  public init(line: Int, input: Int, payload: Payload, verdict: Verdict, facts: MediaFacts?) {
    self.init(
      line: line, input: input, payload: payload, verdict: verdict, shared: facts.map(Shared.init))
  }

  /// Joins a payload and its verdict with facts that many payloads share.
  public init(
    line: Int, input: Int, payload: Payload, verdict: Verdict, shared facts: Shared<MediaFacts>?
  ) {
    self.line = line
    self.input = input
    id = payload.id
    campaign = payload.campaign
    profile = payload.profile.id
    current = verdict.current
    old = verdict.old
    shows = verdict.shows
    mediaURL = payload.mediaURL.text ?? ""
    mediaCount = payload.mediaCount
    localName = verdict.localName
    fileExtension = verdict.fileExtension
    warnings = verdict.warnings
    if verdict.current.reason == .vendorKeyMissing { missingFields = payload.missingFields }
    urlExpires = verdict.urlExpires
    // Facts without an attempt say only that nothing was asked.
    guard let facts, facts.value.attempts > 0 else { return }
    detectedType = facts.value.detectedType ?? ""
    contentType = facts.value.contentType ?? ""
    finalURL = facts.value.finalURL ?? ""
    httpStatus = facts.value.httpStatus
    bytes = facts.value.bytes
    seconds = facts.value.timing.total
    attempts = facts.value.attempts
    redirects = facts.value.hops.isEmpty ? nil : facts.value.hops.count - 1
    certificateExpires = facts.value.certificateExpires
  }

  /// Makes the `invalid` row of a line that is no payload.
  public init(line: Int, input: Int, defect: PayloadDefect) {
    self.line = line
    self.input = input
    id = defect.id
    campaign = defect.campaign
    profile = ""
    current = Prediction(.invalid, defect.reason, via: nil)
    old = nil
    shows = ""
    mediaURL = ""
    localName = ""
    fileExtension = ""
    warnings = []
  }

  /// Whether the payload names a media URL; the column `with_media` counts these.
  public var hasMedia: Bool { !mediaURL.isEmpty }

  /// Whether the payload names media that its recipients will not get.
  public var isLost: Bool {
    hasMedia && current.outcome != .media && current.outcome != .unknown
  }

  /// UTF-8 bytes of all its texts.
  var textBytes: Int {
    id.utf8.count + campaign.utf8.count + profile.utf8.count + shows.utf8.count
      + mediaURL.utf8.count + localName.utf8.count + fileExtension.utf8.count
      + detectedType.utf8.count + contentType.utf8.count + finalURL.utf8.count
  }
}
