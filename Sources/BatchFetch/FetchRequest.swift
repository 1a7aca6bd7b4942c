/// One URL to fetch.
public struct FetchRequest: Sendable, Hashable {
  /// An absolute http or https URL in percent-encoded ASCII; a fragment is kept off the wire.
  public var url: String
  /// Asks only for what has changed: an answer with status 304 and no body says that nothing has.
  public var validators: Validators?

  public init(url: String, validators: Validators? = nil) {
    self.url = url
    self.validators = validators
  }
}

/// What an earlier answer said of its version (RFC 9110, section 8.8); sent with the first request
/// alone, since what a redirect leads to may be something else.
public struct Validators: Sendable, Hashable {
  public let eTag: String?
  public let lastModified: String?

  /// Takes over the values of an answer's headers; nil when neither can be sent in one.
  public init?(eTag: String?, lastModified: String?) {
    self.eTag = eTag.flatMap(Self.sendable)
    self.lastModified = lastModified.flatMap(Self.sendable)
    if self.eTag == nil && self.lastModified == nil { return nil }
  }

  private static func sendable(_ value: String) -> String? {
    let isClean = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    return isClean && !value.isEmpty ? value : nil
  }

  /// The request's header lines.
  var lines: [String] {
    [eTag.map { "If-None-Match: \($0)" }, lastModified.map { "If-Modified-Since: \($0)" }]
      .compactMap { $0 }
  }
}
