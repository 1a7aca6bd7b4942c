internal import COpenSSL

/// The functions that OpenSSL calls during a handshake.
private enum TLSCallbacks {
  /// Where a context keeps its transfer.
  static let index = cssl_ctx_new_index()

  static func transfer(of session: OpaquePointer?) -> Transfer? {
    guard let session, let context = SSL_get_SSL_CTX(session),
      let user = SSL_CTX_get_ex_data(context, index)
    else { return nil }
    let transfer = Unmanaged<Transfer>.fromOpaque(user).takeUnretainedValue()
    // A connection outlives the hop that opened it; only that hop is told.
    return transfer.handshake.context == context ? transfer : nil
  }
}

extension Transfer {
  /// What a device offers: ECDHE with AES or ChaCha20 (T2).
  private static let deviceCiphers = "ECDHE+AESGCM:ECDHE+CHACHA20:ECDHE+AES:!aNULL:!PSK:!SRP"
  private static let allCiphers = "ALL:!aNULL:!eNULL:!PSK:!SRP"
  /// The small curves are offered only to see the certificates that use them.
  private static let allGroups = "X25519:P-256:P-384:P-521:P-224:P-192"
  private static let alertRead: Int32 = 0x4004
  private static let alertWritten: Int32 = 0x4008

  /// Sets up the context of a new connection; answers whether that worked.
  ///
  /// Old versions and weak keys are let into the handshake, so that they can be named; the verdict
  /// falls before the handshake ends, hence before any request is sent.
  func prepareTLS(_ context: OpaquePointer) -> Bool {
    guard let store = shared.trust.store() else { return false }
    handshake.context = context
    SSL_CTX_set_ex_data(context, TLSCallbacks.index, Unmanaged.passUnretained(self).toOpaque())
    SSL_CTX_set1_cert_store(context, store)
    SSL_CTX_set_security_level(context, 0)
    let ciphers = handshake.offersWeak ? Transfer.allCiphers : Transfer.deviceCiphers
    guard cssl_ctx_set_min_version(context, TLS1_VERSION) != 0,
      SSL_CTX_set_cipher_list(context, ciphers) == 1
    else { return false }
    if handshake.offersWeak { _ = cssl_ctx_set_groups(context, Transfer.allGroups) }
    cssl_ctx_set_options(context, cssl_op_no_renegotiation())
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
    SSL_CTX_set_cert_verify_callback(
      context,
      { chain, _ in
        guard let chain,
          let session = X509_STORE_CTX_get_ex_data(
            chain, SSL_get_ex_data_X509_STORE_CTX_idx()
          ).map({ OpaquePointer($0) }),
          let transfer = TLSCallbacks.transfer(of: session)
        else { return 0 }
        return transfer.judge(chain, session) ? 1 : 0
      }, nil)
    SSL_CTX_set_info_callback(context) { session, event, value in
      guard event == Transfer.alertRead || event == Transfer.alertWritten, value >> 8 == 2 else {
        return
      }
      TLSCallbacks.transfer(of: session)?.handshake.noteFatalAlert(value & 255)
    }
    return true
  }

  /// Judges the certificates sent; answers whether the handshake may go on.
  private func judge(_ chain: OpaquePointer, _ session: OpaquePointer) -> Bool {
    let name =
      SSL_get_servername(session, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) }
      ?? hop.host
    guard let facts = PeerFacts(verifying: chain, session: session, host: name) else {
      return false
    }
    note(
      tls: Trail.TLS(
        version: String(cString: SSL_get_version(session)), cipher: facts.cipher,
        certificateNotAfter: X509_STORE_CTX_get0_cert(chain).flatMap(TLSFacts.notAfter)))
    var verdict = TLSJudge.verdict(facts, host: name)
    // A proxy that speaks TLS is judged alike, but its faults are its own.
    if usesProxy, name != hop.host { verdict?.code = .proxyFailed }
    handshake.judged(verdict)
    if verdict != nil, facts.verification.number == 0 {
      X509_STORE_CTX_set_error(chain, X509_V_ERR_CERT_REJECTED)
    }
    return verdict == nil
  }
}
