internal import COpenSSL

/// What is known of the TLS handshake of a hop.
struct Handshake {
  /// Weak ciphers are offered too: only to learn why the device's own offer was turned down.
  var offersWeak = false
  /// What is wrong with the session or the certificates.
  var verdict: FetchFailure?
  /// The server ended the handshake before it showed a certificate.
  var wasTurnedDown = false

  init(offersWeak: Bool = false) {
    self.offersWeak = offersWeak
  }
}

/// Reads what a TLS connection agreed on.
enum TLSFacts {
  static func read(_ session: OpaquePointer) -> Trail.TLS {
    var facts = Trail.TLS(
      version: String(cString: SSL_get_version(session)),
      cipher: SSL_CIPHER_get_name(SSL_get_current_cipher(session)).map { String(cString: $0) }
        ?? "")
    if let certificate = SSL_get0_peer_certificate(session) {
      var seconds: Int64 = 0
      if cssl_time(X509_get0_notAfter(certificate), &seconds) != 0 {
        facts.certificateNotAfter = Int(seconds)
      }
    }
    return facts
  }
}

extension Transfer {
  /// Sets up the context of a new connection; answers whether that worked.
  func prepareTLS(_ context: OpaquePointer) -> Bool {
    guard let store = shared.trust.store() else { return false }
    SSL_CTX_set1_cert_store(context, store)
    return true
  }
}
