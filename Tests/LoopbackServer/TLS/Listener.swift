/// How a server takes connections: address, security, and what goes wrong before HTTP begins.
public struct Listener: Sendable {
  public var binding: Binding
  public var security: Security
  public var greeting: Greeting

  public init(
    _ security: Security = .plain, binding: Binding = .ipv4, greeting: Greeting = .none
  ) {
    self.binding = binding
    self.security = security
    self.greeting = greeting
  }

  public static let plain = Listener()

  /// HTTPS with a certificate for localhost, 127.0.0.1 and ::1, or with the given one.
  public static func tls(
    _ certificate: TestCertificate? = nil, _ change: (inout TLSSettings) -> Void = { _ in }
  ) -> Listener {
    var settings = TLSSettings(certificate ?? TestCertificates.certificate(.trusted))
    change(&settings)
    return Listener(.tls(settings))
  }

  /// HTTPS that offers HTTP/2, and HTTP/1.1 besides.
  public static func http2(_ certificate: TestCertificate? = nil) -> Listener {
    tls(certificate) { $0.protocols = .http2 }
  }

  /// A port whose every connection meets the same end before HTTP begins.
  public static func faulty(_ greeting: Greeting) -> Listener { Listener(greeting: greeting) }

  public enum Security: Sendable {
    case plain
    case tls(TLSSettings)
  }

  /// What happens to a connection as soon as it is accepted.
  public enum Greeting: Sendable {
    case none
    /// Nothing is read or said: under TLS a handshake that stalls.
    case stall
    /// The first bytes (the TLS hello) are read, then nothing more happens.
    case stallAfterHello
    case close
    case reset
    /// The first bytes (the TLS hello) are read, then the connection is closed.
    case closeAfterHello
    case resetAfterHello
    /// The first bytes are read and answered by these, then the connection is closed.
    case say([UInt8])
    /// The same with other bytes for each connection, counted from 1.
    case sayEach(@Sendable (Int) -> [UInt8])

    /// Bytes that are neither TLS nor HTTP.
    public static let garbage = say([0xDE, 0xAD, 0xBE, 0xEF, 0x00, 0x01, 0x02, 0x0D, 0x0A])
    /// A fatal TLS alert (handshake_failure).
    public static let alert = say([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28])
  }
}

/// What a TLS server offers.
public struct TLSSettings: Sendable {
  public enum Version: Int32, Sendable, Comparable {
    case tls10 = 0x0301
    case tls11, tls12, tls13

    public static func < (left: Version, right: Version) -> Bool { left.rawValue < right.rawValue }
  }

  public enum Protocols: Sendable {
    /// No ALPN answer at all.
    case none
    case http11
    /// HTTP/2 where the client offers it, else HTTP/1.1.
    case http2
  }

  public var certificate: TestCertificate
  public var versions: ClosedRange<Version> = .tls12 ... .tls13
  /// A cipher list in OpenSSL's words, for TLS 1.2 and below.
  public var ciphers: String?
  public var protocols = Protocols.http11
  /// Whether the handshake fails without a client certificate.
  public var demandsClientCertificate = false

  public init(_ certificate: TestCertificate) { self.certificate = certificate }

  /// TLS 1.0 and 1.1 alone.
  public static func old() -> TLSSettings {
    var settings = TLSSettings(TestCertificates.certificate(.rsa2048))
    settings.versions = .tls10 ... .tls11
    return settings
  }

  /// TLS 1.2 with RSA key exchange alone: no forward secrecy.
  public static func withoutForwardSecrecy() -> TLSSettings {
    var settings = TLSSettings(TestCertificates.certificate(.rsa2048))
    settings.versions = .tls12 ... .tls12
    settings.ciphers = "AES128-GCM-SHA256:AES256-GCM-SHA384"
    return settings
  }
}
