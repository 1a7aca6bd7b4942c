import COpenSSL
import Glibc

/// A private key, owned.
final class SigningKey {
  let pointer: OpaquePointer

  init(_ kind: CertificateRecipe.Key) {
    let made =
      switch kind {
      case .p256: copenssl_make_ec_key("P-256")
      case .smallCurve(let name): copenssl_make_ec_key(name)
      case .rsa(let bits): copenssl_make_rsa_key(bits)
      }
    guard let made else { preconditionFailure("OpenSSL made no key") }
    pointer = made
  }

  deinit { EVP_PKEY_free(pointer) }

  var der: [UInt8] { encoded { i2d_PrivateKey(pointer, $0) } }
}

/// A certificate that signs others, with its key.
final class Authority {
  let key = SigningKey(.p256)
  let certificate: OpaquePointer

  init(named name: String, issuedBy parent: Authority? = nil, digest: String = "SHA256") {
    var maker = CertificateMaker(commonName: name, key: key)
    maker.validity(fromDay: -400, toDay: 3650)
    maker.issuer = parent.map { ($0.certificate, $0.key) }
    let pathLength = parent == nil ? "" : ",pathlen:0"
    maker.extensions = [
      (NID_basic_constraints, "critical,CA:TRUE" + pathLength),
      (NID_key_usage, "critical,keyCertSign,cRLSign"), (NID_subject_key_identifier, "hash"),
    ]
    certificate = maker.signed(digest: digest)
  }

  deinit { X509_free(certificate) }

  var der: [UInt8] { encoded { i2d_X509(certificate, $0) } }
}

/// One certificate in the making.
struct CertificateMaker {
  private let certificate: OpaquePointer
  private let key: SigningKey
  /// Who signs; the certificate itself when nil.
  var issuer: (certificate: OpaquePointer, key: SigningKey)?
  var extensions: [(identifier: Int32, value: String)] = []

  init(commonName: String, key: SigningKey) {
    guard let made = X509_new() else { preconditionFailure("OpenSSL made no certificate") }
    certificate = made
    self.key = key
    X509_set_version(made, 2)
    var serial: UInt64 = UInt64.random(in: 1 ... .max >> 1)
    serial |= 1
    ASN1_INTEGER_set_uint64(X509_get_serialNumber(made), serial)
    let name = X509_get_subject_name(made)
    for (field, value) in [("O", "Loopback Test"), ("CN", commonName)] {
      // 0x1001 is MBSTRING_ASC.
      X509_NAME_add_entry_by_txt(name, field, 0x1001, value, -1, -1, 0)
    }
    X509_set_pubkey(made, key.pointer)
  }

  func validity(fromDay start: Int, toDay end: Int) {
    let day = 86400
    X509_gmtime_adj(X509_getm_notBefore(certificate), start * day)
    X509_gmtime_adj(X509_getm_notAfter(certificate), end * day)
  }

  /// The signed certificate, owned by the caller.
  func signed(digest: String) -> OpaquePointer {
    let signer = issuer?.certificate ?? certificate
    X509_set_issuer_name(certificate, X509_get_subject_name(signer))
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, signer, certificate, nil, nil, 0)
    for (identifier, value) in extensions {
      guard let made = X509V3_EXT_nconf_nid(nil, &context, identifier, value) else {
        preconditionFailure("OpenSSL refuses the extension \(value)")
      }
      X509_add_ext(certificate, made, -1)
      X509_EXTENSION_free(made)
    }
    let signingKey = issuer?.key ?? key
    guard X509_sign(certificate, signingKey.pointer, EVP_get_digestbyname(digest)) > 0 else {
      preconditionFailure("OpenSSL does not sign with \(digest)")
    }
    return certificate
  }
}

/// The DER bytes one of OpenSSL's `i2d_` functions gives: called once for the length, once to fill.
func encoded(_ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8] {
  let length = Int(encode(nil))
  return [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
    var position = buffer.baseAddress
    filled = Int(encode(&position))
  }
}
