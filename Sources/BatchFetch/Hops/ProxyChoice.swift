/// Which proxy a URL goes through.
struct ProxyChoice: Equatable {
  private let fixed: String?
  private let environment: [String: String]

  /// Takes the variables of the environment; they are looked at only when the setting says so.
  init(_ setting: FetchSettings.Proxy, environment: [String: String]) {
    switch setting {
    case .none:
      fixed = nil
      self.environment = [:]
    case .url(let url):
      fixed = url
      self.environment = [:]
    case .environment:
      fixed = nil
      self.environment = environment.filter { !$0.value.isEmpty }
    }
  }

  /// Whether no URL goes through a proxy.
  var isNone: Bool { fixed == nil && environment.isEmpty }

  /// The variables that name a proxy; upper-case `HTTP_PROXY` is not read, as in curl: a web server
  /// sets it from a request header.
  static let variables = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

  /// The proxy for a hop, or `nil`.
  func proxy(for hop: HopURL) -> String? {
    if let fixed { return fixed }
    if environment.isEmpty || isExcepted(hop.host) { return nil }
    let names =
      hop.isSecure
      ? ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
      : ["http_proxy", "all_proxy", "ALL_PROXY"]
    return names.lazy.compactMap { environment[$0] }.first
  }

  /// `no_proxy` lists hosts and domains, with or without a leading dot; `*` is everything.
  private func isExcepted(_ host: String) -> Bool {
    let list = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
    return list.split { $0 == "," || $0 == " " }.contains { item in
      let name = item.drop { $0 == "." }.lowercased()
      return item == "*" || host == name || host.hasSuffix("." + name)
    }
  }

  /// Host and port of a proxy written as curl takes it, for the look-up of its name.
  static func hostAndPort(_ proxy: String) -> (host: String, port: Int)? {
    let hasScheme = proxy.contains("://")
    let isSecure = proxy.lowercased().hasPrefix("https://")
    let rest =
      hasScheme
      ? proxy[(proxy.firstRange(of: "://")?.upperBound ?? proxy.startIndex)...] : proxy[...]
    guard let parsed = try? HopURL("http://\(rest)"), isName(parsed) else { return nil }
    // What stands after the last colon is a port; without one curl takes 1080, or 443 for https.
    let hasPort = (try? HopURL("https://\(rest)"))?.port == parsed.port
    return (parsed.host, hasPort ? parsed.port : isSecure ? 443 : 1080)
  }

  /// A host name or an address: what else stands there was meant otherwise, like `::`.
  private static func isName(_ url: HopURL) -> Bool {
    url.address != nil
      || url.host.utf8.allSatisfy { byte in
        byte > 0x7F || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
          || "-._".utf8.contains(byte)
      }
  }
}

extension FetchSettings.Proxy {
  /// The schemes of proxies that curl speaks.
  private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

  /// Says which setting names no proxy that can be used, for example `https_proxy 'p:99999'`; nil:
  /// all can. Without this a slip of the pen would send the requests out directly.
  public func defect(environment: (String) -> String?) -> String? {
    switch self {
    case .none: return nil
    case .url(let url): return Self.isUsable(url) ? nil : "'\(url)'"
    case .environment:
      for name in ProxyChoice.variables {
        if let value = environment(name), !value.isEmpty, !Self.isUsable(value) {
          return "\(name) '\(value)'"
        }
      }
      return nil
    }
  }

  private static func isUsable(_ proxy: String) -> Bool {
    let parts = proxy.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count < 2 || schemes.contains(parts[0].lowercased()) else { return false }
    return ProxyChoice.hostAndPort(proxy) != nil
  }
}
