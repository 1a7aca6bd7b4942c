/// What a server answers under a path.
public struct Route: Sendable {
  let path: String
  let isPrefix: Bool
  let answer: @Sendable (Request) -> Reply

  /// The same answer each time.
  public init(_ path: String, _ reply: Reply) {
    self.init(path) { _ in reply }
  }

  /// One answer after the other, the last again and again.
  public init(_ path: String, _ replies: [Reply]) {
    precondition(!replies.isEmpty, "a route needs an answer")
    self.init(path) { replies[min($0.attempt, replies.count) - 1] }
  }

  /// An answer made for the request; with `isPrefix` for every path that begins so.
  public init(
    _ path: String, isPrefix: Bool = false, answer: @escaping @Sendable (Request) -> Reply
  ) {
    self.path = path
    self.isPrefix = isPrefix
    self.answer = answer
  }

  /// The handler that looks a request up in the routes: whole paths first, then prefixes, else 404.
  static func handler(_ routes: [Route]) -> @Sendable (Request) -> Reply {
    let whole = Dictionary(
      routes.filter { !$0.isPrefix }.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let prefixes = routes.filter(\.isPrefix)
    return { request in
      let path = request.path
      let route = whole[path] ?? prefixes.first { path.hasPrefix($0.path) }
      return route?.answer(request) ?? .status(404)
    }
  }
}

extension Route {
  /// Fails with the reply given so many times, then works.
  public static func failing(_ path: String, _ failure: Reply, times: Int, then reply: Reply)
    -> Route
  {
    Route(path) { $0.attempt <= times ? failure : reply }
  }

  /// A chain from `path/N` to `path/0`: exactly N redirects, then the reply.
  public static func redirects(
    _ path: String, status: Int = 302, then reply: Reply = .ok("arrived")
  ) -> Route {
    Route(path + "/", isPrefix: true) { request in
      let left = Int(request.path.dropFirst(path.count + 1)) ?? 0
      return left > 0 ? .redirect(status, to: "\(path)/\(left - 1)") : reply
    }
  }

  /// A redirect to itself.
  public static func loop(_ path: String) -> Route { Route(path, .redirect(to: path)) }

  /// Redirects once with a cookie, and answers 403 where that cookie does not come back.
  public static func needsCookie(_ path: String, then reply: Reply) -> Route {
    Route(path) { request in
      if request.query == "second" {
        let cookies = request.headers["Cookie"] ?? ""
        return cookies.contains("pass=granted") ? reply : .status(403)
      }
      return .redirect(to: path + "?second", headers: ["Set-Cookie": "pass=granted; Path=/"])
    }
  }

  /// Answers the first request of a connection and ends the connection as the second is read.
  public static func closesOnReuse(
    _ path: String, _ reply: Reply, end: Step = .close
  ) -> Route {
    Route(path) { $0.numberOnConnection == 1 ? reply : Reply([end]) }
  }
}
