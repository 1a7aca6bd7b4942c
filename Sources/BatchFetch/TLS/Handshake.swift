internal import COpenSSL

/// What is known of the TLS handshake of a hop.
struct Handshake {
  /// The alerts that turn an offer down (RFC 8446, 6.2).
  private static let refusals: Set<Int32> = [40, 71]
  private static let versionRefusal: Int32 = 70

  /// Weak ciphers are offered too: only to learn why the device's own offer was turned down.
  var offersWeak: Bool
  /// The context of the connection that this hop opened, if it opened one.
  var context: OpaquePointer?
  /// What is wrong with the session or the certificates.
  private(set) var verdict: FetchFailure?
  /// The first fatal alert of either side.
  private(set) var fatalAlert: Int32?
  private var sawCertificate = false

  init(offersWeak: Bool = false) {
    self.offersWeak = offersWeak
  }

  /// The server ended the handshake before it showed a certificate.
  var wasTurnedDown: Bool {
    !sawCertificate && fatalAlert.map(Handshake.refusals.contains) ?? false
  }

  mutating func judged(_ verdict: FetchFailure?) {
    sawCertificate = true
    self.verdict = self.verdict ?? verdict
  }

  mutating func noteFatalAlert(_ number: Int32) {
    guard fatalAlert == nil else { return }
    fatalAlert = number
    guard number == Handshake.versionRefusal, verdict == nil else { return }
    verdict = FetchFailure(
      code: .tlsTooOld, detail: "The server and we share no version of TLS.",
      cause: "TLS alert \(number)")
  }
}

/// Reads what a TLS connection agreed on.
enum TLSFacts {
  static func read(_ session: OpaquePointer) -> Trail.TLS {
    let cipher = SSL_get_current_cipher(session) ?? SSL_get_pending_cipher(session)
    var facts = Trail.TLS(
      version: String(cString: SSL_get_version(session)),
      cipher: SSL_CIPHER_get_name(cipher).map { String(cString: $0) } ?? "")
    facts.certificateNotAfter = SSL_get0_peer_certificate(session).flatMap(notAfter)
    return facts
  }

  /// When a certificate ends, in seconds since 1970.
  static func notAfter(_ certificate: OpaquePointer) -> Int? {
    var seconds: Int64 = 0
    return cssl_time(X509_get0_notAfter(certificate), &seconds) != 0 ? Int(seconds) : nil
  }
}
