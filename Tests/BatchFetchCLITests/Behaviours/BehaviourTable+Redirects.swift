import LoopbackServer

// MARK: Redirects (T3)

extension BehaviourTable {
  /// Followed, each with the warning that says so.
  static let redirects: [ServerBehaviour] =
    [301, 302, 303, 307, 308].map { status in
      ServerBehaviour(
        "\(status) to the picture", .media(200, ["redirected"]), on: .all,
        nginx: nginx("return \(status) {path}/next.png;")
          + " location = {path}/next.png { try_files /p.png =404; }"
      ) { $0.rest == "p.png" ? .redirect(status, to: $0.base + "/next.png") : arrived }
    } + [
      ServerBehaviour(
        "302 to a relative target", .media(200, ["redirected"]), on: .all,
        nginx: nginx("absolute_redirect off; return 302 {path}/next.png;")
          + " location = {path}/next.png { try_files /p.png =404; }"
      ) { $0.rest == "p.png" ? .redirect(to: "next.png?a=b#c") : arrived },
      ServerBehaviour("302 to a target without a scheme", .media(200, ["redirected"])) {
        let target = "//" + $0.base.drop { $0 != "/" }.dropFirst(2) + "/next.png"
        return $0.rest == "p.png" ? .redirect(to: target) : arrived
      },
      ServerBehaviour(
        "exactly 16 redirects", .media(200, ["redirected"]), on: .all, nginx: nginxHops(16)
      ) { hops(16, $0) },
      ServerBehaviour(
        "17 redirects", .transport("too_many_redirects", 302), on: .all, nginx: nginxHops(17)
      ) { hops(17, $0) },
      ServerBehaviour(
        "a redirect to itself", .transport("too_many_redirects", 302),
        on: .all, nginx: nginx("return 302 {path}/p.png;")
      ) { .redirect(to: $0.base + "/p.png") },
      ServerBehaviour("two redirects to each other", .transport("too_many_redirects", 302)) {
        .redirect(to: $0.base + ($0.rest == "p.png" ? "/q.png" : "/p.png"))
      },
      ServerBehaviour(
        "a cookie needed at the next hop", .media(200, ["redirected"]), on: .all,
        nginx: nginx(
          "if ($cookie_pass = granted) { rewrite ^ /p.png last; } "
            + "add_header Set-Cookie \"pass=granted; Path=/\" always; return 302 {path}/p.png;")
      ) {
        let cookies = $0.request.headers["Cookie"] ?? ""
        return cookies.contains("pass=granted")
          ? arrived
          : .redirect(to: $0.base + "/p.png", headers: ["Set-Cookie": "pass=granted; Path=/"])
      },
      ServerBehaviour("a redirect whose body never ends", .media(200, ["redirected"])) {
        $0.rest == "p.png"
          ? .endless(status: 302, headers: ["Location": $0.base + "/next.png"], framing: .chunked)
          : arrived
      },
      ServerBehaviour(
        "a redirect whose body stalls", .media(200, ["redirected"])
      ) {
        let head = Head(302, ["Location": $0.base + "/next.png", "Content-Length": "9"])
        return $0.rest == "p.png" ? Reply([.head(head), .stall]) : arrived
      },
      // T6 counts over all hops, each of them well within any limit of its own. The time may run out
      // between two of them, too.
      ServerBehaviour("slow redirects", .slow(302).withHaste) {
        .redirect(to: $0.base + "/p.png").after(.wait(.milliseconds(700)))
      },
    ]

  /// Not followed.
  static let refusedRedirects: [ServerBehaviour] =
    [301, 302, 303, 307, 308].map { status in
      ServerBehaviour(
        "\(status) without a Location", .status(status, reason: "redirect_without_target"),
        .redirect(status, to: nil))
    }
    + ["", "http://", "https://[::1", "https://:443/a.png"].map { (target: String) in
      ServerBehaviour(
        "302 to an unusable Location: '\(target)'",
        .status(302, reason: "redirect_without_target"), .redirect(to: target))
    }
    + ["ftp://cdn.example.com/p.png", "data:image/png;base64,AAAA", "file:///etc/passwd"].map {
      (target: String) in
      ServerBehaviour(
        "302 to another scheme: \(target.prefix { $0 != ":" })",
        .transport("redirect_scheme_unsupported", 302), .redirect(to: target),
        nginx: nginx("return 302 \"\(target)\";"))
    } + [
      ServerBehaviour(
        "302 from https to http", .transport("redirect_not_secure", 302),
        .redirect(to: "http://plain.example.com/p.png"), on: .secure,
        nginx: nginx("return 302 http://plain.example.com/p.png;")),
      ServerBehaviour(
        "302 to a private address", .transport("address_not_public", 302), on: .all,
        nginx: nginx("return 302 $scheme://10.1.2.3/p.png;")
      ) { .redirect(to: "\($0.base.prefix { $0 != ":" })://10.1.2.3/p.png") },
      ServerBehaviour("302 to a private address as a number", .transport("address_not_public", 302))
      { .redirect(to: "\($0.base.prefix { $0 != ":" })://0xA010203/p.png") },
      ServerBehaviour(
        "302 to a private IPv6 address", .transport("address_not_public", 302)
      ) { .redirect(to: "\($0.base.prefix { $0 != ":" })://[::ffff:10.1.2.3]/p.png") },
      // T7c: a name may lead elsewhere outside our network.
      ServerBehaviour("302 to a name with a private address", .unknown("address_not_public")) {
        .redirect(to: "\($0.base.prefix { $0 != ":" })://inside.example.com/p.png")
      },
      ServerBehaviour("302 to a name that does not exist", .transport("dns_not_found")) {
        .redirect(to: "\($0.base.prefix { $0 != ":" })://nowhere.example.com/p.png")
      },
    ]

  private static let arrived = Reply.ok(picture, type: png)

  /// `p.png` is the first of so many redirects.
  private static func hops(_ count: Int, _ ask: Ask) -> Reply {
    let done = Int(ask.rest) ?? 0
    return done == count ? arrived : .redirect(to: ask.base + "/\(done + 1)")
  }

  private static func nginxHops(_ count: Int) -> String {
    let chain = (1..<count).map { "location = {path}/\($0) { return 302 {path}/\($0 + 1); }" }
    return nginx("return 302 {path}/1;") + chain.joined(separator: " ")
      + " location = {path}/\(count) { types {} default_type image/png; try_files /p.png =404; }"
  }
}
