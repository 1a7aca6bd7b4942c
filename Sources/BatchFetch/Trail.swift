/// The way of a fetch: requests made, times taken and what the answer said of itself.
public struct Trail: Sendable, Equatable {
  /// One request of a redirect chain and the status that answered it.
  public struct Hop: Sendable, Equatable {
    public var url: String
    /// The status, or `nil` when no complete answer came.
    public var status: Int?

    public init(url: String, status: Int? = nil) {
      self.url = url
      self.status = status
    }
  }

  /// Seconds from the beginning of the last attempt, over all its hops.
  public struct Timing: Sendable, Equatable {
    /// Spent waiting for names, all hops together.
    public var dns: Double = 0
    /// Spent opening TCP connections, all hops together.
    public var connect: Double = 0
    /// Spent in TLS handshakes, all hops together.
    public var tls: Double = 0
    /// Until the first byte of the last answer, 0 when none came.
    public var firstByte: Double = 0
    /// Until the last byte: the figure that the time limit is about (T6).
    public var total: Double = 0
    /// Over all attempts, waiting between them not counted.
    public var allAttempts: Double = 0

    public init() {}
  }

  /// Headers of the last answer that somebody asks for; the last of equal names counts.
  public struct Headers: Sendable, Equatable {
    public var contentType: String?
    /// `Content-Length` as declared, in bytes on the wire.
    public var contentLength: Int?
    public var contentEncoding: String?
    public var vary: String?
    public var location: String?
    public var entityTag: String?
    public var lastModified: String?
    public var contentDisposition: String?
    public var retryAfter: String?

    public init() {}
  }

  /// What the last TLS connection agreed on.
  public struct TLS: Sendable, Equatable {
    /// As OpenSSL writes it, for example `TLSv1.3`.
    public var version: String
    public var cipher: String
    /// When the server's certificate ends, in seconds since 1970.
    public var certificateNotAfter: Int?

    public init(version: String, cipher: String, certificateNotAfter: Int? = nil) {
      self.version = version
      self.cipher = cipher
      self.certificateNotAfter = certificateNotAfter
    }
  }

  /// Tries made, at least 1 when anything was requested.
  public var attempts = 0
  /// The requests of the last attempt, the last answered one last.
  public var hops: [Hop] = []
  /// Where the last redirect pointed to when the policy refused it: never requested (T3).
  public var refusedTarget: String?
  public var headers = Headers()
  /// Body bytes of the last answer as they came over the wire.
  public var wireBytes = 0
  /// Body bytes of the last answer after content decoding.
  public var decodedBytes = 0
  public var timing = Timing()
  /// The peer's IP address.
  public var remoteAddress: String?
  /// `1.0`, `1.1` or `2`.
  public var httpVersion: String?
  public var tls: TLS?

  public init() {}

  /// Begins a hop: what the answer before it said is no longer the last answer.
  mutating func begin(hop url: String) {
    hops.append(Hop(url: url))
    headers = Headers()
    wireBytes = 0
    decodedBytes = 0
    timing.firstByte = 0
    remoteAddress = nil
    httpVersion = nil
    tls = nil
  }

  /// The URL of the last request.
  public var finalURL: String? { hops.last?.url }
  /// The status of the last answer, or `nil` when none came.
  public var httpStatus: Int? { hops.last?.status }
  /// Redirects followed.
  public var redirects: Int { max(0, hops.count - 1) }
}
