import Testing

@testable import BatchFetch

@Suite struct TLSJudgeTests {
  struct Row: Sendable {
    var name: String
    var code: FetchFailure.Code?
    var change: @Sendable (inout PeerFacts) -> Void
  }

  static let rows: [Row] = [
    Row(name: "all well", code: nil) { _ in },
    Row(name: "TLS 1.2 with ECDHE", code: nil) {
      $0.version = 0x0303
      $0.cipher = "ECDHE-RSA-AES128-SHA"
    },
    Row(name: "ChaCha20", code: nil) { $0.cipher = "ECDHE-ECDSA-CHACHA20-POLY1305" },
    Row(name: "TLS 1.1", code: .tlsTooOld) { $0.version = 0x0302 },
    Row(name: "TLS 1.0 with RSA key exchange", code: .tlsTooOld) {
      $0.version = 0x0301
      $0.cipher = "AES128-SHA"
    },
    Row(name: "RSA key exchange", code: .tlsWeak) { $0.cipher = "AES128-GCM-SHA256" },
    Row(name: "DHE", code: .tlsWeak) { $0.cipher = "DHE-RSA-AES128-GCM-SHA256" },
    Row(name: "Camellia", code: .tlsWeak) { $0.cipher = "ECDHE-RSA-CAMELLIA128-SHA256" },
    Row(name: "expired", code: .tlsExpired) { $0.verification = .init(number: 10, text: "") },
    Row(name: "not yet valid", code: .tlsExpired) { $0.verification = .init(number: 9, text: "") },
    Row(name: "self-signed", code: .tlsUntrusted) {
      $0.verification = .init(number: 18, text: "")
      $0.isSelfSigned = true
      $0.sentIssuer = false
    },
    Row(name: "unknown root", code: .tlsUntrusted) {
      $0.verification = .init(number: 19, text: "")
    },
    Row(name: "wrong purpose", code: .tlsUntrusted) {
      $0.verification = .init(number: 26, text: "")
    },
    Row(name: "no intermediate sent", code: .tlsIncompleteChain) {
      $0.verification = .init(number: 20, text: "")
      $0.sentIssuer = false
    },
    Row(name: "no intermediate, no address", code: .tlsUntrusted) {
      $0.verification = .init(number: 20, text: "")
      $0.sentIssuer = false
      $0.namesIssuerAddress = false
    },
    Row(name: "intermediate sent, root unknown", code: .tlsUntrusted) {
      $0.verification = .init(number: 20, text: "")
    },
    Row(name: "other name", code: .tlsWrongHost) { $0.matchesHost = false },
    Row(name: "expired and other name", code: .tlsExpired) {
      $0.verification = .init(number: 10, text: "")
      $0.matchesHost = false
    },
    Row(name: "RSA 1024", code: .tlsWeak) { $0.keyBits = 1024 },
    Row(name: "RSA 2047", code: .tlsWeak) { $0.keyBits = 2047 },
    Row(name: "P-224", code: .tlsWeak) {
      $0.keyKind = .ellipticCurve
      $0.keyBits = 224
    },
    Row(name: "P-256", code: nil) {
      $0.keyKind = .ellipticCurve
      $0.keyBits = 256
    },
    Row(name: "SHA-1 in the chain", code: .tlsWeak) { $0.signatureDigests = ["SHA256", "SHA1"] },
    Row(name: "MD5", code: .tlsWeak) { $0.signatureDigests = ["MD5"] },
    Row(name: "825 days", code: nil) { $0.validitySeconds = 825 * 86400 },
    Row(name: "826 days", code: .tlsWeak) { $0.validitySeconds = 826 * 86400 },
  ]

  @Test("Each fault of a server has its reason", arguments: rows.indices)
  func verdicts(index: Int) {
    let row = Self.rows[index]
    var facts = PeerFacts()
    facts.validitySeconds = 90 * 86400
    row.change(&facts)
    #expect(TLSJudge.verdict(facts, host: "x.com")?.code == row.code, "\(row.name)")
  }

  @Test("Only a refusal before the certificate is one of the offer")
  func turnedDown() {
    var handshake = Handshake()
    handshake.noteFatalAlert(40)
    #expect(handshake.wasTurnedDown)
    var later = Handshake()
    later.judged(nil)
    later.noteFatalAlert(40)
    #expect(!later.wasTurnedDown)
    var versions = Handshake()
    versions.noteFatalAlert(70)
    #expect(versions.verdict?.code == .tlsTooOld)
  }
}
