import LoopbackServer

// MARK: TLS (T2), HTTP/2, names and ports (T7c)

extension BehaviourTable {
  /// The authority issues it for every host of the table.
  static func certificate(_ kind: TestCertificates.Kind) -> TestCertificate {
    TestCertificates.certificate(kind, names: ["*.example.com"])
  }

  static let certificates: [ServerBehaviour] =
    [
      certificate("RSA 2048", .media(), .rsa2048),
      certificate("by way of an intermediate", .media(), .viaIntermediate),
      certificate("expires within days", .media(200, ["certificate_expires_soon"]), .expiresSoon),
      certificate("self-signed", .transport("tls_untrusted"), .selfSigned),
      certificate("issued by a root nobody trusts", .transport("tls_untrusted"), .otherRoot),
      certificate("for clients only", .transport("tls_untrusted"), .wrongPurpose),
      certificate("expired", .transport("tls_expired"), .expired),
      certificate("not yet valid", .transport("tls_expired"), .notYetValid),
      certificate("of another name", .transport("tls_wrong_host"), .wrongName),
      certificate("with a bare common name", .transport("tls_wrong_host"), .commonNameOnly),
      certificate(
        "intermediate missing, its address named",
        .transport("tls_incomplete_chain", nil, ["uncertain"]), .missingIntermediate),
      certificate(
        "intermediate missing, no address", .transport("tls_untrusted"),
        .missingIntermediateUnnamed),
      certificate("RSA 1024", .transport("tls_weak"), .rsa1024),
      certificate("ECDSA over 224 bits", .transport("tls_weak"), .p224),
      certificate("ECDSA over 192 bits", .transport("tls_weak"), .p192),
      certificate("SHA-1", .transport("tls_weak"), .sha1),
      certificate(
        "by way of an intermediate with SHA-1", .transport("tls_weak"), .sha1Intermediate),
      certificate("valid for 900 days", .transport("tls_weak"), .longLived),
    ]
    + [
      ("self-signed", "tls_untrusted", .selfSigned), ("expired", "tls_expired", .expired),
      ("of another name", "tls_wrong_host", .wrongName), ("RSA 1024", "tls_weak", .rsa1024),
      ("SHA-1", "tls_weak", .sha1),
    ].map { (name: String, reason: String, kind: TestCertificates.Kind) in
      ServerBehaviour(
        "nginx, certificate \(name)", .transport(reason),
        .nginx(kind, directives: "ssl_ciphers DEFAULT@SECLEVEL=0;"), on: [.tls])
    }

  private static func certificate(
    _ name: String, _ expected: Expected, _ kind: TestCertificates.Kind
  ) -> ServerBehaviour {
    ServerBehaviour(
      "certificate \(name)", expected, .listener { .tls(certificate(kind)) }, on: [.tls])
  }

  static let handshakes: [ServerBehaviour] = [
    tls("TLS 1.2 alone", .media()) { $0.versions = .tls12 ... .tls12 },
    tls("TLS 1.3 alone", .media()) { $0.versions = .tls13 ... .tls13 },
    tls("TLS 1.0 and 1.1 alone", .transport("tls_too_old")) { $0.versions = .tls10 ... .tls11 },
    tls("TLS 1.2 with RSA key exchange", .transport("tls_weak")) {
      $0.versions = .tls12 ... .tls12
      $0.ciphers = "AES128-GCM-SHA256:AES256-GCM-SHA384"
    },
    tls("a client certificate wanted", failed) { $0.demandsClientCertificate = true },
    tls("a client certificate wanted, TLS 1.2", failed) {
      $0.demandsClientCertificate = true
      $0.versions = .tls12 ... .tls12
    },
    ServerBehaviour(
      "nginx, TLS 1.0 and 1.1 alone", .transport("tls_too_old"),
      .nginx(.rsa2048, directives: "ssl_protocols TLSv1 TLSv1.1; ssl_ciphers DEFAULT@SECLEVEL=0;"),
      on: [.tls]),
    greeting(
      "plain HTTP on the TLS port", failed, .say(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))),
    greeting("garbage in the handshake", failed, .garbage),
    greeting("an alert", failed, .alert),
    greeting("closed after the hello", failed, .closeAfterHello),
    greeting("reset after the hello", failed, .resetAfterHello),
    greeting("a handshake that stalls", .slow(), .stallAfterHello),
    greeting("a connection that says nothing", .slow(), .stall, on: .bothSchemes),
  ]

  /// `tls_failed` is transient.
  private static let failed = Expected.transport("tls_failed", tries: 3)

  private static func tls(
    _ name: String, _ expected: Expected, _ change: @escaping @Sendable (inout TLSSettings) -> Void
  ) -> ServerBehaviour {
    ServerBehaviour(
      name, expected, .listener { .tls(certificate(.rsa2048), change) }, on: [.tls])
  }

  private static func greeting(
    _ name: String, _ expected: Expected, _ greeting: Listener.Greeting,
    on lanes: Set<Lane> = [.tls]
  ) -> ServerBehaviour {
    ServerBehaviour(name, expected, .listener { .faulty(greeting) }, on: lanes)
  }

  static let http2: [ServerBehaviour] = [
    ServerBehaviour(
      "RST_STREAM in the body", lostStream(200).withHaste, .resetStream(inBody: picture),
      on: [.http2]),
    ServerBehaviour(
      "RST_STREAM before the head", lostStream(nil), Reply([.resetStream(code: 2)]), on: [.http2]),
    // The second try finds the connection of the first and is repeated on another: three in all.
    ServerBehaviour(
      "REFUSED_STREAM", .transport("connection_lost", tries: 2), .refusedStream, on: [.http2]),
    ServerBehaviour("GOAWAY before the head", lostStream(nil), .goAwayBeforeHead, on: [.http2]),
    ServerBehaviour(
      "GOAWAY in the body", lostStream(200).withHaste, .goAway(inBody: picture), on: [.http2]),
    ServerBehaviour(
      "the picture behind a GOAWAY", .media(), Reply.ok(picture, type: png).behindGoAway,
      on: [.http2]),
    ServerBehaviour(
      "REFUSED_STREAM once, then the picture", .media(tries: 2, ["flaky"]), on: [.http2]
    ) { $0.request.attempt == 1 ? .refusedStream : .ok(picture, type: png) },
  ]

  private static func lostStream(_ status: Int?) -> Expected {
    .transport("connection_lost", status, tries: 3)
  }

  static let names: [ServerBehaviour] = [
    port("a closed port", .transport("connect_failed", tries: 3), .refusing),
    port("a port that never answers", .slow(), .silent),
    name("a name that does not exist", .transport("dns_not_found"), .notFound),
    name("a name without an address", .transport("dns_not_found"), .empty),
    name("SERVFAIL to the end", .transport("dns_failure", tries: 3), .serverFailure),
    name("REFUSED to the end", .transport("dns_failure", tries: 3), .refused),
    name("a name with a private address", .unknown("address_not_public"), .addresses(["10.1.2.3"])),
    name(
      "a name with a private IPv6 address", .unknown("address_not_public"), .addresses(["fd00::1"])
    ),
  ]

  private static func port(
    _ name: String, _ expected: Expected, _ kind: DeadPort.Kind
  ) -> ServerBehaviour {
    ServerBehaviour(name, expected, .port(kind), on: .bothSchemes)
  }

  private static func name(
    _ name: String, _ expected: Expected, _ answer: LoopbackNameServer.Answer
  ) -> ServerBehaviour {
    ServerBehaviour(name, expected, .name(answer), on: .bothSchemes)
  }
}
