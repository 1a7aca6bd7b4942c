import COpenSSL
import Glibc

/// A server certificate with its key and what is sent along, in DER.
public struct TestCertificate: Sendable {
  public let leaf: [UInt8]
  /// The intermediates the server sends.
  public let chain: [[UInt8]]
  public let key: [UInt8]
  let keyType: Int32

  /// Leaf and intermediates as a PEM text.
  public var certificatePEM: String {
    ([leaf] + chain).map { PEM.text("CERTIFICATE", $0) }.joined()
  }

  public var keyPEM: String {
    PEM.text(keyType == EVP_PKEY_RSA ? "RSA PRIVATE KEY" : "EC PRIVATE KEY", key)
  }
}

/// The private authority of this process and the certificates it issues, made as they are asked for.
public enum TestCertificates {
  /// A certificate of that kind for those DNS names and IP addresses (wildcards too); made once a process.
  public static func certificate(
    _ kind: Kind, names: [String] = ["localhost", "127.0.0.1", "::1"]
  ) -> TestCertificate {
    workshop.withLock { $0.certificate(kind.recipe, names: names) }
  }

  /// A PEM file that holds the root; it lies in a temporary folder that is removed at exit.
  public static let authorityFile: String = {
    let root = workshop.withLock { $0.root.der }
    let path = folder.path + "/authority.pem"
    folder.write(PEM.text("CERTIFICATE", root), to: "authority.pem")
    return path
  }()

  /// The intermediate in DER, as an issuer address would serve it.
  public static var intermediate: [UInt8] { workshop.withLock { $0.intermediate.der } }

  private static let folder: TemporaryFolder = {
    let folder = TemporaryFolder()
    atexit { TestCertificates.removeFolder() }
    return folder
  }()

  private static func removeFolder() { folder.remove() }

  private static let workshop = Locked(Workshop())
}

/// The authorities and the certificates made so far.
private final class Workshop {
  private struct Order: Hashable {
    var recipe: CertificateRecipe
    var names: [String]
  }

  let root = Authority(named: "Loopback Test Root")
  lazy var otherRoot = Authority(named: "Loopback Other Root")
  lazy var intermediate = Authority(named: "Loopback Test Intermediate", issuedBy: root)
  lazy var weakIntermediate = Authority(
    named: "Loopback Weak Intermediate", issuedBy: root, digest: "SHA1")
  private var made: [Order: TestCertificate] = [:]

  func certificate(_ recipe: CertificateRecipe, names: [String]) -> TestCertificate {
    let order = Order(recipe: recipe, names: recipe.names ?? names)
    if let known = made[order] { return known }
    let certificate = make(recipe, names: order.names)
    made[order] = certificate
    return certificate
  }

  private func make(_ recipe: CertificateRecipe, names: [String]) -> TestCertificate {
    let key = SigningKey(recipe.key)
    var maker = CertificateMaker(commonName: names.first ?? "nobody", key: key)
    maker.validity(fromDay: recipe.validFrom, toDay: recipe.validTo)
    let authority = authority(recipe.issuer)
    maker.issuer = authority.map { ($0.certificate, $0.key) }
    maker.extensions = [
      (NID_basic_constraints, "critical,CA:FALSE"), (NID_ext_key_usage, recipe.purpose),
      (NID_subject_key_identifier, "hash"),
    ]
    if authority != nil { maker.extensions.append((NID_authority_key_identifier, "keyid")) }
    if recipe.hasAlternativeNames {
      maker.extensions.append((NID_subject_alt_name, alternativeNames(names)))
    }
    if let address = recipe.issuerAddress {
      maker.extensions.append((NID_info_access, "caIssuers;URI:" + address))
    }
    let certificate = maker.signed(digest: recipe.digest)
    defer { X509_free(certificate) }
    let isBelowRoot = recipe.issuer == .intermediate || recipe.issuer == .weakIntermediate
    let between = isBelowRoot && recipe.sendsIntermediate ? authority : nil
    return TestCertificate(
      leaf: encoded { i2d_X509(certificate, $0) },
      chain: between.map { [$0.der] } ?? [],
      key: key.der, keyType: recipe.key.isRSA ? EVP_PKEY_RSA : EVP_PKEY_EC)
  }

  private func authority(_ issuer: CertificateRecipe.Issuer) -> Authority? {
    switch issuer {
    case .root: root
    case .intermediate: intermediate
    case .weakIntermediate: weakIntermediate
    case .otherRoot: otherRoot
    case .itself: nil
    }
  }

  private func alternativeNames(_ names: [String]) -> String {
    names.map { name in
      var address = in6_addr()
      let isAddress =
        inet_pton(AF_INET, name, &address) == 1 || inet_pton(AF_INET6, name, &address) == 1
      return (isAddress ? "IP:" : "DNS:") + name
    }.joined(separator: ",")
  }
}

/// The text form of DER.
enum PEM {
  static func text(_ label: String, _ der: [UInt8]) -> String {
    // EVP_EncodeBlock writes four characters per three bytes and a NUL.
    let encoded = [UInt8](unsafeUninitializedCapacity: (der.count + 2) / 3 * 4 + 1) { out, filled in
      filled = Int(EVP_EncodeBlock(out.baseAddress, der, Int32(der.count)))
    }
    var lines = ""
    for start in stride(from: 0, to: encoded.count, by: 64) {
      lines +=
        String(decoding: encoded[start..<min(start + 64, encoded.count)], as: UTF8.self) + "\n"
    }
    return "-----BEGIN \(label)-----\n\(lines)-----END \(label)-----\n"
  }
}
