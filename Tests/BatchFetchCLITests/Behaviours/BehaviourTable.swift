import LoopbackServer

/// Every server behaviour that the engine is made for, and what must come of it.
///
/// The expectations are worked out by hand from the device rules: rule ids stand at the groups.
enum BehaviourTable {
  static let all: [ServerBehaviour] =
    statuses + pace + redirects + refusedRedirects + connections + bodies + codings + endless
    + heads + handshakes + certificates + http2 + names

  static let picture = ProgramRun.picture
  static let page = Array("<!DOCTYPE html><html><body><p>Not here.</p></body></html>".utf8)
  static let png = "image/png"

  /// The picture as nginx serves it.
  static let nginxPicture = "location = {path}/p.png { try_files /p.png =404; }"

  static func nginx(_ directives: String) -> String {
    "location = {path}/p.png { \(directives) }"
  }
}

// MARK: Statuses (T8, T9, A5)

extension BehaviourTable {
  static let statuses: [ServerBehaviour] =
    [
      ServerBehaviour("200", .media(), .ok(picture, type: png), nginx: nginxPicture),
      ServerBehaviour("206", .media(206), .answer(206, picture, type: png)),
      ServerBehaviour("299", .media(299), .answer(299, picture, type: png)),
      ServerBehaviour("200 without a byte", .blank("empty_body"), .ok([], type: png)),
      ServerBehaviour(
        "204", .blank("empty_body", 204), .answer(204), nginx: nginx("return 204;")),
      ServerBehaviour("205", .blank("empty_body", 205), .answer(205)),
      ServerBehaviour("103 before 200", .media(), Reply.ok(picture, type: png).afterInterim(103)),
      ServerBehaviour(
        "100 before 200", .media(), Reply.ok(picture, type: png).afterInterim(100), on: .http1),
      ServerBehaviour(
        "103 before 404", .status(404), Reply.status(404).afterInterim(103)),
      ServerBehaviour(
        "404 whose body is a picture",
        Expected(
          reason: "http_status", status: 404, ends: "AAAOOM", mappReason: "ok"),
        .answer(404, picture, type: png)),
    ]
    + [400, 401, 403, 404, 407, 410, 418, 451, 501, 505, 599].map { status in
      ServerBehaviour(
        "\(status)", .status(status), .answer(status, page, type: "text/html"),
        nginx: [400, 403, 404, 410, 501].contains(status) ? nginx("return \(status);") : nil)
    }
    // Transient by T9: two more tries.
    + [408, 425, 500, 502, 503, 504].map { status in
      ServerBehaviour(
        "\(status) to the end", .status(status, tries: 3),
        .answer(status, page, type: "text/html"),
        nginx: [500, 502, 503, 504].contains(status) ? nginx("return \(status);") : nil)
    }
    // T3: these are final answers, with a Location or without.
    + [300, 304, 305, 306].map { status in
      ServerBehaviour(
        "\(status) with a Location", .status(status), on: .all,
        nginx: status == 304 ? nginx("return 304;") : nil
      ) { .redirect(status, to: $0.base + "/next.png") }
    }

  /// Retry policy at the foot of section W.
  static let pace: [ServerBehaviour] = [
    ServerBehaviour(
      "429 to the end", .unknown("rate_limited", 429, tries: 3), .status(429),
      nginx: nginx("return 429;")),
    ServerBehaviour(
      "429, Retry-After in seconds, to the end", .unknown("rate_limited", 429, tries: 3),
      .retryAfter("0")),
    ServerBehaviour(
      "429, Retry-After longer than we wait", .unknown("rate_limited", 429), .retryAfter("31")),
    ServerBehaviour(
      "503, Retry-After in seconds, to the end", .unknown("rate_limited", 503, tries: 3),
      .retryAfter("0", status: 503),
      nginx: nginx("add_header Retry-After 0 always; return 503;")),
    ServerBehaviour(
      "503, Retry-After as a date that is past", .unknown("rate_limited", 503, tries: 3),
      .retryAfter("Sun, 06 Nov 1994 08:49:37 GMT", status: 503)),
    ServerBehaviour(
      "503, Retry-After as a date years ahead", .unknown("rate_limited", 503),
      .retryAfter("Wed, 06 Nov 2199 08:49:37 GMT", status: 503)),
    ServerBehaviour("429 with Retry-After once, then the picture", .media(tries: 2, ["flaky"])) {
      $0.request.attempt == 1 ? .retryAfter("1") : .ok(picture, type: png)
    },
    ServerBehaviour("fails twice with 503, then works", .media(tries: 3, ["flaky"])) {
      $0.request.attempt <= 2 ? .status(503) : .ok(picture, type: png)
    },
    ServerBehaviour(
      "fails twice by a reset, then works", .media(tries: 3, ["flaky"])
    ) {
      $0.request.attempt <= 2 ? .resetBeforeHead : .ok(picture, type: png)
    },
  ]
}
