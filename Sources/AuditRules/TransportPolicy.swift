public import InternetAddress

/// What the device and the operator let by before a connection is opened (T1, T7c).
public struct TransportPolicy: Sendable, Equatable {
  /// The app allows arbitrary loads (`--allow-http`): every host, addresses too.
  public var allowsHTTP: Bool
  /// Hosts for which the app has an exception (`--allow-http-host`), as `key(ofHost:)` spells them.
  public private(set) var httpHosts: Set<String>
  /// Which addresses can be reached: public ones and those of `--allow-address`.
  public var addresses: AddressPolicy

  public init(
    allowsHTTP: Bool = false, httpHosts: Set<String> = [],
    addresses: AddressPolicy = AddressPolicy()
  ) {
    self.allowsHTTP = allowsHTTP
    self.httpHosts = Set(
      httpHosts.map { host in
        let url = URLParsers.parse("http://\(host)/", on: .current)
        return Self.key(ofHost: url.flatMap { URLParts($0).host } ?? host)
      })
    self.addresses = addresses
  }

  /// Lower case, without the root's dot: `CDN.example.com.` is `cdn.example.com`.
  private static func key(ofHost host: String) -> String {
    let host = host.lowercased()
    return host.hasSuffix(".") ? String(host.dropLast()) : host
  }

  /// Says why a phone does not open a connection for an http or https URL; nil: it does.
  ///
  /// `http://cdn.example.com/a.png` is `http_not_secure`, `http://192.0.2.1/a.png` is
  /// `ip_address_host` on current phones and `address_not_public` on old ones.
  public func refusal(
    of url: String, on generation: PhoneGeneration = .current
  ) -> Reason? {
    refusal(of: URLParts(url), on: generation)
  }

  /// Says why a redirect to a URL is not followed (T3); nil: it is.
  ///
  /// The answer is `redirect_scheme_unsupported`, `redirect_not_secure` or `address_not_public`.
  public func refusal(
    ofRedirectTo url: String, on generation: PhoneGeneration = .current
  ) -> Reason? {
    let parts = URLParts(url)
    guard parts.schemeName == "http" || parts.schemeName == "https", parts.host != nil else {
      return .redirectSchemeUnsupported
    }
    let refusal = refusal(of: parts, on: generation)
    return refusal == .addressNotPublic ? refusal : refusal.map { _ in .redirectNotSecure }
  }

  /// Whether the URL's host is written as an address that the public network cannot reach (T7c).
  public func isNotPublicAddress(_ url: String) -> Bool {
    URLParts(url).host.flatMap(NumericHost.address).map { !addresses.permits($0) } ?? false
  }

  func refusal(of parts: URLParts, on generation: PhoneGeneration) -> Reason? {
    guard let range = parts.hostRange else { return nil }
    // A name that is asked over TLS passes under every policy, and most URLs are such.
    if parts.isScheme("https"), !NumericHost.mayBeAddress(parts.bytes[range]) { return nil }
    let host = Self.key(ofHost: parts.text(range))
    let address = NumericHost.address(host)
    if parts.schemeName == "http", !allowsHTTP, !httpHosts.contains(host) {
      if address != nil {
        // T1: addresses over http are blocked since iOS 17 only.
        if generation == .current { return .ipAddressHost }
      } else if host.contains("."), !host.hasSuffix(".local") {
        return .httpNotSecure
      }
    }
    // T7c.
    if let address, !addresses.permits(address) { return .addressNotPublic }
    return nil
  }
}
