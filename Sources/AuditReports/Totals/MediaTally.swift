public import AuditRules

/// What is counted and kept of one distinct media URL in 56 bytes; its text stands in the table.
struct MediaTally: Sendable {
  var payloads: UInt32 = 0
  var lost: UInt32 = 0
  var campaigns: UInt32 = 1
  /// Most URLs stand in one campaign: only others have a tally for each.
  var firstCampaign: UInt32
  /// Most URLs come out in one way: only further ones go to the list.
  var way: MediaWay
  /// Number of what it has in common with others.
  var kind: UInt32 = 0
  var facts = MediaTallyFacts()
  var urlExpires = PackedTime()
}

/// One way in which a URL's payloads come out, and how many do.
struct MediaWay: Sendable {
  var outcome: Outcome
  var reason: Reason
  /// Number of the extension in the table of words.
  var fileExtension: UInt32
  var payloads: UInt32 = 1
  /// Number + 1 of the URL's next way, 0 for none.
  var next: UInt32 = 0

  func isSame(as other: MediaWay) -> Bool {
    outcome == other.outcome && reason == other.reason && fileExtension == other.fileExtension
  }
}

/// What many URLs have in common of all that `media.csv` shows; stored once for each combination.
struct MediaKind: Sendable, Hashable {
  var warnings = Warnings()
  /// 0: nothing is known.
  var attempts: UInt16 = 0
  /// Negative where nothing is known.
  var httpStatus: Int16 = -1
  var redirects: Int16 = -1
  /// Numbers in the table of words.
  var detectedType: UInt32 = 0
  var contentType: UInt32 = 0
  var certificateExpires = PackedTime()
}

/// The facts that each URL has of its own.
struct MediaTallyFacts: Sendable {
  /// What `finalURL` holds besides numbers of stored texts.
  static let noFinalURL: UInt32 = 0
  static let asWritten: UInt32 = 1
  static let firstStored: UInt32 = 2
  static let unknownSize = UInt32.max

  var milliseconds: UInt32 = 0
  var finalURL = noFinalURL
  /// A body ends at 50 MiB, so 32 bits are enough.
  var bytes = unknownSize
}

/// Each combination once, numbered in order of arrival; the empty one is number 0.
struct MediaKinds: Sendable {
  private var kinds = ChunkedList<MediaKind>()
  private var numbers: [MediaKind: UInt32] = [:]
  /// The one found last: most URLs are as those before them.
  private var latest: UInt32 = 0

  init() { _ = number(of: MediaKind()) }

  subscript(number: UInt32) -> MediaKind { kinds[Int(number)] }

  /// Finds a combination or adds it.
  mutating func number(of kind: MediaKind) -> UInt32 {
    if kinds.count > 0, self[latest] == kind { return latest }
    latest = numbers[kind] ?? UInt32(kinds.count)
    if latest == kinds.count {
      kinds.append(kind)
      numbers[kind] = latest
    }
    return latest
  }
}

/// A point in time in whole seconds of the years 0 to 9999, or none, in 5 bytes.
struct PackedTime: Sendable, Hashable {
  private static let none = UInt8.max
  /// The first of January of the year 0.
  private static let origin = -62_167_219_200

  // Parts of 16 bits, so that no byte is lost to alignment in a URL's tally.
  private var low: UInt16 = 0
  private var middle: UInt16 = 0
  private var high = none

  init() {}

  init(_ seconds: Double?) {
    guard let seconds, seconds >= Double(Self.origin), seconds < 253_402_300_800 else { return }
    let whole = UInt64(Int(seconds.rounded(.down)) - Self.origin)
    low = UInt16(truncatingIfNeeded: whole)
    middle = UInt16(truncatingIfNeeded: whole >> 16)
    high = UInt8(whole >> 32)
  }

  var seconds: Double? {
    guard high != Self.none else { return nil }
    let whole = Int(high) << 32 | Int(middle) << 16 | Int(low)
    return Double(whole + Self.origin)
  }
}

/// One row of `media.csv`.
public struct MediaSummary: Sendable, Equatable {
  /// As the payloads write it.
  public var mediaURL: String
  /// Payloads and campaigns that name it.
  public var payloads: Int
  public var campaigns: Int
  /// Payloads that do not get it.
  public var lost: Int
  /// The outcome of most of its payloads, ties to the worst; of these the commonest reason; of
  /// those the commonest extension.
  public var outcome: Outcome
  public var reason: Reason
  public var fileExtension: String
  public var httpStatus: Int?
  public var detectedType: String
  public var contentType: String
  public var bytes: Int?
  public var seconds: Double?
  public var attempts: Int?
  public var redirects: Int?
  public var finalURL: String
  /// Seconds since 1970.
  public var certificateExpires: Double?
  /// Seconds since 1970.
  public var urlExpires: Double?
  /// All that any of its payloads has.
  public var warnings: Warnings

  /// The server that the URL as written names, in lower case; empty where it names none.
  public var host: String { URLHost.host(of: mediaURL) }

  /// UTF-8 bytes of all its texts; lower case may lengthen the host.
  var textBytes: Int {
    mediaURL.utf8.count * 4 + fileExtension.utf8.count + detectedType.utf8.count
      + contentType.utf8.count + finalURL.utf8.count
  }
}
