/// What a handshake showed of the server, as plain values: the session agreed on and the
/// certificates sent.
struct PeerFacts: Equatable {
  /// How the leaf's key works.
  enum KeyKind: Equatable {
    case rsa
    case ellipticCurve
    case other
  }

  /// What OpenSSL's verification of the chain came to.
  struct Verification: Equatable {
    /// 0 when the chain is trusted; the `X509_V_ERR` number else.
    var number: Int
    var text: String
    /// Place in the chain, the leaf is 0.
    var depth = 0
  }

  /// `0x0303` is TLS 1.2.
  var version = 0x0304
  /// OpenSSL's name of the cipher suite.
  var cipher = "TLS_AES_128_GCM_SHA256"
  var verification = Verification(number: 0, text: "ok")
  /// Whether one of the certificates sent issued the leaf.
  var sentIssuer = true
  /// Whether the leaf issued itself.
  var isSelfSigned = false
  /// Whether the leaf says where its issuer's certificate lies.
  var namesIssuerAddress = true
  /// Whether an alternative name of the leaf is the host asked for.
  var matchesHost = true
  var keyKind = KeyKind.rsa
  var keyBits = 2048
  /// Digests of the signatures below the trusted root, for example `SHA256`.
  var signatureDigests: [String] = []
  /// From the leaf's first second to its last.
  var validitySeconds = 0
}

/// Judges a server as App Transport Security does (T2).
enum TLSJudge {
  /// What is wrong, or `nil`; the first in the order of a handshake counts.
  static func verdict(_ facts: PeerFacts, host: String) -> FetchFailure? {
    for rule in rules where rule.applies(facts) {
      return FetchFailure(
        code: rule.code, detail: rule.detail(facts, host), cause: rule.cause(facts))
    }
    return nil
  }

  private struct Rule: Sendable {
    var code: FetchFailure.Code
    var applies: @Sendable (PeerFacts) -> Bool
    var detail: @Sendable (PeerFacts, String) -> String
    var cause: @Sendable (PeerFacts) -> String?
  }

  /// Leaf certificates may live 825 days.
  static let longestValidity = 825 * 86400

  private static let weakDigests: Set<String> = ["SHA1", "MD5", "MD4", "MD2", "MDC2", "RIPEMD160"]

  /// `X509_V_ERR` numbers (https://docs.openssl.org/3.0/man3/X509_STORE_CTX_get_error/).
  private static let missingIssuer: Set<Int> = [2, 20, 21]
  private static let outOfDate: Set<Int> = [9, 10, 13, 14]
  private static let tooWeak: Set<Int> = [66, 67, 68]

  private static let rules: [Rule] = [
    rule(
      .tlsTooOld, { $0.version < 0x0303 },
      { _, _ in
        "The server speaks nothing newer than TLS 1.1."
      }),
    rule(
      .tlsWeak, { !isForwardSecret($0.cipher) },
      { facts, _ in
        "The server agreed only on \(facts.cipher), without the forward secrecy that is asked for."
      }),
    verified(
      .tlsExpired, { outOfDate.contains($0.verification.number) },
      "A certificate of the server has expired or is not valid yet."),
    verified(
      .tlsIncompleteChain, isIncomplete,
      "The server did not send the certificate between its own and the trusted root."),
    verified(
      .tlsWeak, { tooWeak.contains($0.verification.number) },
      "A certificate of the server uses a key or digest that is too weak."),
    verified(
      .tlsUntrusted, { $0.verification.number != 0 },
      "The server's certificate leads to no trusted root."),
    rule(
      .tlsWrongHost, { !$0.matchesHost },
      { _, host in
        "The server's certificate does not name \(host)."
      }),
    rule(
      .tlsWeak, { $0.keyKind == .rsa && $0.keyBits < 2048 },
      { facts, _ in
        "The server's RSA key has \(facts.keyBits) bits, 2048 are asked for."
      }),
    rule(
      .tlsWeak, { $0.keyKind == .ellipticCurve && $0.keyBits < 256 },
      { facts, _ in
        "The server's elliptic-curve key has \(facts.keyBits) bits, 256 are asked for."
      }),
    rule(
      .tlsWeak, { !weakDigests.isDisjoint(with: $0.signatureDigests) },
      { facts, _ in
        "A certificate of the server is signed with "
          + "\(facts.signatureDigests.first { weakDigests.contains($0) } ?? "")."
      }),
    rule(
      .tlsWeak, { $0.validitySeconds > longestValidity },
      { facts, _ in
        "The server's certificate is valid for \(facts.validitySeconds / 86400) days, "
          + "825 are allowed."
      }),
  ]

  /// ECDHE with AES or ChaCha20; every suite of TLS 1.3 is.
  static func isForwardSecret(_ cipher: String) -> Bool {
    cipher.hasPrefix("TLS_")
      || cipher.hasPrefix("ECDHE-") && (cipher.contains("AES") || cipher.contains("CHACHA20"))
  }

  /// OpenSSL does not fetch a missing intermediate; Apple's platforms usually do.
  private static func isIncomplete(_ facts: PeerFacts) -> Bool {
    missingIssuer.contains(facts.verification.number) && !facts.sentIssuer && !facts.isSelfSigned
      && facts.namesIssuerAddress
  }

  private static func rule(
    _ code: FetchFailure.Code, _ applies: @escaping @Sendable (PeerFacts) -> Bool,
    _ detail: @escaping @Sendable (PeerFacts, String) -> String
  ) -> Rule {
    Rule(code: code, applies: applies, detail: detail, cause: { _ in nil })
  }

  private static func verified(
    _ code: FetchFailure.Code, _ applies: @escaping @Sendable (PeerFacts) -> Bool,
    _ detail: String
  ) -> Rule {
    Rule(
      code: code, applies: applies, detail: { _, _ in detail },
      cause: { facts in
        "OpenSSL verify \(facts.verification.number) at depth \(facts.verification.depth): "
          + facts.verification.text
      })
  }
}
