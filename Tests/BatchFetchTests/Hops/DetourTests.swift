import Testing

@testable import BatchFetch

@Suite struct ConnectToTests {
  @Test(
    "The first rule that fits says where a connection goes",
    arguments: [
      (["::127.0.0.1:8443"], "x.com", 443, "127.0.0.1", 8443, true),
      (["x.com:443:[::1]:1"], "x.com", 443, "::1", 1, true),
      (["x.com:443:[::1]:1"], "x.com", 80, "x.com", 80, false),
      (["y.com::z.com:", "::w.com:5"], "y.com", 7, "z.com", 7, true),
      (["y.com::z.com:", "::w.com:5"], "x.com", 7, "w.com", 5, true),
      (["X.com:::9"], "x.com", 443, "x.com", 9, false), ([], "x.com", 1, "x.com", 1, false),
    ])
  func targets(
    rules: [String], host: String, port: Int, toHost: String, toPort: Int, isNamed: Bool
  ) throws {
    let target = try ConnectTo(rules).target(host: host, port: port)
    #expect(target == ConnectTo.Target(host: toHost, port: toPort, isNamed: isNamed))
  }

  @Test(
    "A rule without four parts is refused",
    arguments: ["", "a", "a:1:b", "a:1:b:2:c", "a:x:b:1", "::[::1:5"])
  func nonsense(rule: String) {
    #expect(throws: BatchFetcherError.self) { try ConnectTo([rule]) }
  }
}

@Suite struct ProxyChoiceTests {
  private static let environment = [
    "http_proxy": "http://p:1", "https_proxy": "http://s:2", "no_proxy": "a.com, .b.com",
  ]

  @Test(
    "The environment's proxies are taken only when asked for",
    arguments: [
      ("http://x.com/", "http://p:1"), ("https://x.com/", "http://s:2"), ("http://a.com/", nil),
      ("http://y.a.com/", nil), ("https://b.com/", nil), ("https://c.b.com/", nil),
      ("https://xb.com/", "http://s:2"),
    ])
  func environment(url: String, proxy: String?) throws {
    let hop = try HopURL(url)
    #expect(ProxyChoice(.environment, environment: Self.environment).proxy(for: hop) == proxy)
    #expect(ProxyChoice(.none, environment: Self.environment).proxy(for: hop) == nil)
    #expect(ProxyChoice(.url("q:3"), environment: Self.environment).proxy(for: hop) == "q:3")
  }

  @Test("A star excepts everything, and no variable is no proxy")
  func exceptions() throws {
    let hop = try HopURL("https://x.com/")
    let all = ["https_proxy": "s", "no_proxy": "*"]
    #expect(ProxyChoice(.environment, environment: all).proxy(for: hop) == nil)
    #expect(ProxyChoice(.environment, environment: [:]).isNone)
  }

  @Test(
    "Host and port of a proxy are read as curl does",
    arguments: [
      ("http://p:3128", "p", 3128), ("p:80", "p", 80), ("p", "p", 1080), ("https://p", "p", 443),
      ("http://u:w@p:8/", "p", 8), ("socks5://[::1]:9", "::1", 9),
    ])
  func addresses(proxy: String, host: String, port: Int) throws {
    let found = try #require(ProxyChoice.hostAndPort(proxy))
    #expect(found.host == host)
    #expect(found.port == port)
  }
}
