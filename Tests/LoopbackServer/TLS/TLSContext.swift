import COpenSSL

/// The OpenSSL settings all connections of one server share.
final class TLSContext: Sendable {
  private let context: Locked<OpaquePointer>

  init(_ settings: TLSSettings) throws {
    guard let context = SSL_CTX_new(TLS_server_method()) else {
      throw LoopbackError("no TLS context")
    }
    self.context = Locked(context)
    // Level 0, or OpenSSL would refuse to serve the weak certificates and versions asked for.
    SSL_CTX_set_security_level(context, 0)
    copenssl_allow_partial_writes(context)
    cssl_ctx_set_min_version(context, settings.versions.lowerBound.rawValue)
    copenssl_set_max_version(context, settings.versions.upperBound.rawValue)
    let ciphers = settings.ciphers ?? "ALL:@SECLEVEL=0"
    guard SSL_CTX_set_cipher_list(context, ciphers) == 1 else {
      throw LoopbackError("no cipher in \(ciphers)")
    }
    try Self.use(settings.certificate, in: context)
    if settings.demandsClientCertificate {
      SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
    }
    switch settings.protocols {
    case .none: break
    case .http11: SSL_CTX_set_alpn_select_cb(context, Self.chooseHTTP11, nil)
    case .http2: SSL_CTX_set_alpn_select_cb(context, Self.chooseHTTP2, nil)
    }
  }

  deinit { context.withLock { SSL_CTX_free($0) } }

  /// A new session, owned by the caller (SSL_new takes its own reference to the context).
  func makeSession() -> OpaquePointer? { context.withLock { SSL_new($0) } }

  private static func use(_ certificate: TestCertificate, in context: OpaquePointer) throws {
    let leaf = certificate.leaf
    guard SSL_CTX_use_certificate_ASN1(context, Int32(leaf.count), leaf) == 1,
      SSL_CTX_use_PrivateKey_ASN1(
        certificate.keyType, context, certificate.key, certificate.key.count) == 1
    else { throw LoopbackError("the certificate cannot be used") }
    for other in certificate.chain {
      let parsed = other.withUnsafeBufferPointer { bytes in
        var position = bytes.baseAddress
        return d2i_X509(nil, &position, bytes.count)
      }
      // The context owns it from here on.
      guard let parsed, copenssl_add_chain_certificate(context, parsed) == 1 else {
        throw LoopbackError("the certificate chain cannot be used")
      }
    }
  }

  private typealias Choice =
    @convention(c) (
      OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
      UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
    ) -> Int32

  private static let chooseHTTP11: Choice = { _, chosen, length, offered, count, _ in
    TLSContext.choose("http/1.1", chosen, length, offered, count)
  }

  private static let chooseHTTP2: Choice = { _, chosen, length, offered, count, _ in
    let result = TLSContext.choose("h2", chosen, length, offered, count)
    guard result != SSL_TLSEXT_ERR_OK else { return result }
    return TLSContext.choose("http/1.1", chosen, length, offered, count)
  }

  /// Points into the client's list, which outlives the call.
  private static func choose(
    _ wanted: String, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ length: UnsafeMutablePointer<UInt8>?, _ offered: UnsafePointer<UInt8>?, _ count: UInt32
  ) -> Int32 {
    guard let offered else { return SSL_TLSEXT_ERR_NOACK }
    var position = 0
    while position < Int(count) {
      let size = Int(offered[position])
      let name = UnsafeBufferPointer(start: offered + position + 1, count: size)
      if name.elementsEqual(wanted.utf8) {
        chosen?.pointee = offered + position + 1
        length?.pointee = UInt8(size)
        return SSL_TLSEXT_ERR_OK
      }
      position += size + 1
    }
    return SSL_TLSEXT_ERR_NOACK
  }
}
