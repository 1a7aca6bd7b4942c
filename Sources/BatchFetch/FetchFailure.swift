/// Why there is no usable answer.
public struct FetchFailure: Sendable {
  /// The closed list of reasons; raw values are the reason strings of the reports.
  public enum Code: String, Sendable, CaseIterable, Hashable {
    // Policy, before any connection.
    case httpNotSecure = "http_not_secure"
    case ipAddressHost = "ip_address_host"
    case addressNotPublic = "address_not_public"
    // Names and connections.
    case dnsNotFound = "dns_not_found"
    case dnsFailure = "dns_failure"
    case connectFailed = "connect_failed"
    // TLS (T2).
    case tlsUntrusted = "tls_untrusted"
    case tlsIncompleteChain = "tls_incomplete_chain"
    case tlsExpired = "tls_expired"
    case tlsWrongHost = "tls_wrong_host"
    case tlsTooOld = "tls_too_old"
    case tlsWeak = "tls_weak"
    case tlsFailed = "tls_failed"
    // The answer (T3, T6, T7).
    case connectionLost = "connection_lost"
    case badResponse = "bad_response"
    case contentDecodingFailed = "content_decoding_failed"
    case tooManyRedirects = "too_many_redirects"
    case redirectNotSecure = "redirect_not_secure"
    case redirectSchemeUnsupported = "redirect_scheme_unsupported"
    case redirectWithoutTarget = "redirect_without_target"
    case tooSlow = "too_slow"
    case tooLarge = "too_large"
    // Our own side, not the device's.
    case rateLimited = "rate_limited"
    case proxyFailed = "proxy_failed"
    case auditOffline = "audit_offline"
    /// The caller gave up, or the engine was shut down.
    case cancelled
    /// Descriptors, disk or memory of this machine ran out.
    case localFault = "local_fault"
  }

  public var code: Code
  /// One sentence that says what happened.
  public var detail: String
  /// What the library said: a curl code, a verify result, an errno.
  public var cause: String?
  /// What was received before it went wrong; whole for an answer that is refused as such
  /// (`redirectWithoutTarget`, `rateLimited`).
  public var partial: Download?

  public init(
    code: Code, detail: String, cause: String? = nil, partial: Download? = nil
  ) {
    self.code = code
    self.detail = detail
    self.cause = cause
    self.partial = partial
  }
}
