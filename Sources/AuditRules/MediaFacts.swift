/// All that one audit learned of one distinct request URL: the hinge between fetching and judging.
///
/// Written to `facts.ndjson` as it is learned; with the input it is enough to make every other
/// file of the report again. It knows nothing of payloads or profiles. Times are in seconds,
/// sizes in bytes, points in time in seconds since 1970 (UTC).
public struct MediaFacts: Sendable, Equatable {
  /// One answer on the way: the URL asked and the HTTP status it gave (nil: none came).
  public struct Hop: Sendable, Equatable {
    public var url: String
    public var status: Int?

    public init(url: String, status: Int?) {
      self.url = url
      self.status = status
    }
  }

  /// How the bytes are built, as far as that is judged (A5c).
  public enum Structure: String, Sendable, CaseIterable {
    case whole, truncated, undecodable
    case notJudged = "not_judged"
  }

  /// Seconds since the attempt's start at which each phase ended; nil where it was not reached.
  public struct Timing: Sendable, Equatable {
    public var lookup: Double?
    public var connect: Double?
    public var secure: Double?
    public var firstByte: Double?
    /// Wall time of the last attempt from request to last byte, redirects included (T6).
    public var total: Double

    public init(
      lookup: Double? = nil, connect: Double? = nil, secure: Double? = nil,
      firstByte: Double? = nil, total: Double = 0
    ) {
      self.lookup = lookup
      self.connect = connect
      self.secure = secure
      self.firstByte = firstByte
      self.total = total
    }
  }

  /// The URL as it goes on the wire, without fragment (U4): the key.
  public var url: String
  /// When the last attempt ended.
  public var fetchedAt: Double = 0
  /// Why no whole answer came: a reason of the groups policy, network, `too_large` or `not_checked`.
  public var failure: Reason?
  /// A sentence on the failure for operations.
  public var failureDetail: String?
  public var attempts: Int = 0
  /// Every request of the last attempt in order; more than one: redirected.
  public var hops: [Hop] = []
  /// Status of the final answer; kept beside `failure` where both are known.
  public var httpStatus: Int?
  public var finalURL: String?
  public var contentType: String?
  /// The header `Content-Disposition` of the final answer.
  public var contentDisposition: String?
  /// `Content-Length` of the final answer.
  public var declaredLength: Int?
  /// The answer says `Vary: Accept`.
  public var variesByAccept: Bool = false
  public var eTag: String?
  public var lastModified: String?
  /// Size of the body after its content coding is undone (T5).
  public var bytes: Int?
  /// Bytes of the body as they came over the wire.
  public var wireBytes: Int?
  /// SHA-256 of the decoded body in lower-case hexadecimal.
  public var digest: String?
  /// MIME type inferred from the bytes.
  public var detectedType: String?
  /// The first bytes of the body, eight at most, in lower-case hexadecimal.
  public var firstBytes: String?
  public var structure: Structure = .notJudged
  public var timing = Timing()
  public var remoteAddress: String?
  /// `1.0`, `1.1` or `2`.
  public var httpVersion: String?
  public var tlsVersion: String?
  public var tlsCipher: String?
  /// When the certificate of the final hop ends.
  public var certificateExpires: Double?
  /// The server said that nothing has changed, so all but the times is of an earlier fetch.
  public var isRevalidated: Bool = false

  public init(url: String) { self.url = url }

  /// The first eight bytes of a body as `firstBytes` has them; nil of an empty one.
  public static func hexadecimal(ofFirst bytes: [UInt8]) -> String? {
    if bytes.isEmpty { return nil }
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.prefix(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
