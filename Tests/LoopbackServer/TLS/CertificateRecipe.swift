/// How one test certificate is made.
struct CertificateRecipe: Hashable {
  enum Key: Hashable {
    case p256
    /// A smaller curve by its name, which no device accepts.
    case smallCurve(String)
    case rsa(bits: Int)

    var isRSA: Bool {
      if case .rsa = self { return true }
      return false
    }
  }

  enum Issuer: Hashable {
    case root, intermediate, weakIntermediate, otherRoot, itself
  }

  var key = Key.p256
  /// Days from now.
  var validFrom = -1
  var validTo = 300
  var issuer = Issuer.root
  var sendsIntermediate = true
  var digest = "SHA256"
  /// The extended key usage in OpenSSL's words.
  var purpose = "serverAuth"
  var hasAlternativeNames = true
  /// Names that take the place of those asked for.
  var names: [String]?
  /// Where the issuer's certificate is said to lie.
  var issuerAddress: String?
}

extension TestCertificates {
  /// What is right or wrong with a certificate.
  public enum Kind: String, Sendable, CaseIterable, Hashable {
    /// Right in every way, ECDSA P-256, issued by the root.
    case trusted
    case rsa2048
    /// Right, issued by the intermediate, which is sent along.
    case viaIntermediate
    case selfSigned
    /// Issued by a root nobody trusts.
    case otherRoot
    case expired
    case notYetValid
    /// Its only name is `elsewhere.example`.
    case wrongName
    /// The names are the common name alone: no subject alternative name.
    case commonNameOnly
    /// Issued by the intermediate, which is not sent; names an issuer address (AIA).
    case missingIntermediate
    /// The same without an issuer address.
    case missingIntermediateUnnamed
    case rsa1024
    /// ECDSA over a curve of 224 bits.
    case p224
    /// ECDSA over a curve of 192 bits.
    case p192
    case sha1
    /// Right but for its intermediate, which is sent along and signed with SHA-1.
    case sha1Intermediate
    /// Valid for 900 days.
    case longLived
    /// Valid for 5 more days.
    case expiresSoon
    /// For clients only.
    case wrongPurpose

    var recipe: CertificateRecipe { Self.recipes[self] ?? CertificateRecipe() }

    private static let recipes: [Kind: CertificateRecipe] = [
      .rsa2048: CertificateRecipe(key: .rsa(bits: 2048)),
      .viaIntermediate: CertificateRecipe(issuer: .intermediate),
      .selfSigned: CertificateRecipe(issuer: .itself),
      .otherRoot: CertificateRecipe(issuer: .otherRoot),
      .expired: CertificateRecipe(validFrom: -90, validTo: -2),
      .notYetValid: CertificateRecipe(validFrom: 2, validTo: 90),
      .wrongName: CertificateRecipe(names: ["elsewhere.example"]),
      .commonNameOnly: CertificateRecipe(hasAlternativeNames: false),
      .missingIntermediate: CertificateRecipe(
        issuer: .intermediate, sendsIntermediate: false,
        issuerAddress: "http://127.0.0.1:9/intermediate.der"),
      .missingIntermediateUnnamed: CertificateRecipe(
        issuer: .intermediate, sendsIntermediate: false),
      .rsa1024: CertificateRecipe(key: .rsa(bits: 1024)),
      .p224: CertificateRecipe(key: .smallCurve("P-224")),
      .p192: CertificateRecipe(key: .smallCurve("P-192")),
      .sha1Intermediate: CertificateRecipe(issuer: .weakIntermediate),
      .sha1: CertificateRecipe(digest: "SHA1"),
      .longLived: CertificateRecipe(validFrom: -1, validTo: 899),
      .expiresSoon: CertificateRecipe(validFrom: -80, validTo: 5),
      .wrongPurpose: CertificateRecipe(purpose: "clientAuth"),
    ]
  }
}
