internal import COpenSSL
internal import InternetAddress

extension PeerFacts {
  /// Reads the facts while OpenSSL asks for the verdict on the chain, verifying it on the way.
  ///
  /// Security level 0 is set on the context, so that weak certificates are seen and named instead
  /// of ending the handshake without a reason.
  init?(verifying chain: OpaquePointer, session: OpaquePointer, host: String) {
    guard let leaf = X509_STORE_CTX_get0_cert(chain) else { return nil }
    self.init()
    version = Int(SSL_version(session))
    cipher =
      (SSL_get_pending_cipher(session) ?? SSL_get_current_cipher(session)).flatMap {
        SSL_CIPHER_get_name($0).map { String(cString: $0) }
      } ?? ""
    if X509_verify_cert(chain) != 1 {
      let number = X509_STORE_CTX_get_error(chain)
      verification = Verification(
        number: number == X509_V_OK ? Int(X509_V_ERR_UNSPECIFIED) : Int(number),
        text: String(cString: X509_verify_cert_error_string(Int(number))),
        depth: Int(X509_STORE_CTX_get_error_depth(chain)))
    }
    sentIssuer = cssl_issuer_is_among(leaf, X509_STORE_CTX_get0_untrusted(chain)) != 0
    isSelfSigned = X509_check_issued(leaf, leaf) == X509_V_OK
    namesIssuerAddress = cssl_names_issuer_address(leaf) != 0
    matchesHost = PeerFacts.matches(leaf, host)
    readKey(of: leaf)
    signatureDigests = PeerFacts.digests(X509_STORE_CTX_get0_chain(chain))
    var first: Int64 = 0
    var last: Int64 = 0
    if cssl_time(X509_get0_notBefore(leaf), &first) != 0,
      cssl_time(X509_get0_notAfter(leaf), &last) != 0
    {
      validitySeconds = Int(last - first)
    }
  }

  /// Alternative names only: a bare common name counts no longer.
  private static func matches(_ leaf: OpaquePointer, _ host: String) -> Bool {
    if let address = NumericHost.address(host) {
      return X509_check_ip_asc(leaf, address.description, 0) == 1
    }
    return covers(leaf, host) || wildcardLabel(host).map { covers(leaf, $0) } ?? false
  }

  private static func covers(_ leaf: OpaquePointer, _ host: String) -> Bool {
    let flags = UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS)
    return X509_check_host(leaf, host, host.utf8.count, flags, nil) == 1
  }

  /// The host with a first label that only a wildcard covers, where the label has an underscore.
  ///
  /// OpenSSL lets a wildcard stand for letters, digits and hyphens alone; browsers and Apple's
  /// loader let it stand for an underscore too: `*.example.com` covers `shop_uk.example.com`.
  private static func wildcardLabel(_ host: String) -> String? {
    let label = host.prefix { $0 != "." }
    let isName = label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    guard label.contains("_"), isName else { return nil }
    return "covered-by-a-wildcard-alone" + host.dropFirst(label.count)
  }

  private mutating func readKey(of leaf: OpaquePointer) {
    guard let key = X509_get0_pubkey(leaf) else { return }
    keyBits = Int(EVP_PKEY_get_bits(key))
    switch EVP_PKEY_get_base_id(key) {
    case NID_rsaEncryption, NID_rsassaPss: keyKind = .rsa
    case NID_X9_62_id_ecPublicKey: keyKind = .ellipticCurve
    default: keyKind = .other
    }
  }

  /// The root's own signature proves nothing and is not looked at.
  private static func digests(_ chain: OpaquePointer?) -> [String] {
    let count = cssl_certificate_count(chain)
    return (0..<max(0, count - 1)).compactMap { index in
      var digest: Int32 = 0
      guard
        X509_get_signature_info(cssl_certificate_at(chain, index), &digest, nil, nil, nil) == 1
          || digest != 0, let name = OBJ_nid2sn(digest)
      else { return nil }
      return String(cString: name)
    }
  }
}
