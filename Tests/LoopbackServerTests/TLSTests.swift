import COpenSSL
import Testing

@testable import LoopbackServer

@Suite("TLS faults", .timeLimit(.minutes(1)))
struct TLSTests {
  @Test(
    "Each certificate is found to be what it is",
    arguments: [
      (TestCertificates.Kind.trusted, X509_V_OK), (.rsa2048, X509_V_OK),
      (.viaIntermediate, X509_V_OK),
      (.selfSigned, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT),
      (.otherRoot, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY),
      (.expired, X509_V_ERR_CERT_HAS_EXPIRED), (.notYetValid, X509_V_ERR_CERT_NOT_YET_VALID),
      (.wrongName, X509_V_ERR_HOSTNAME_MISMATCH), (.commonNameOnly, X509_V_OK),
      (.missingIntermediate, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY),
      (.missingIntermediateUnnamed, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY),
      (.rsa1024, X509_V_ERR_EE_KEY_TOO_SMALL), (.sha1, X509_V_ERR_CA_MD_TOO_WEAK),
      (.longLived, X509_V_OK), (.expiresSoon, X509_V_OK),
      (.wrongPurpose, X509_V_ERR_INVALID_PURPOSE),
    ])
  func certificates(_ kind: TestCertificates.Kind, expected: Int32) throws {
    let server = try LoopbackServer(.tls(TestCertificates.certificate(kind))) { _ in .ok("in") }
    let client = RawClient(port: server.port)
    #expect(client.startTLS())
    #expect(client.verifyResult == Int(expected))
    client.get("/")
    #expect(client.readAnswer().hasSuffix("in"))
  }

  @Test("Names are chosen freely, wildcards and addresses too")
  func names() throws {
    let certificate = TestCertificates.certificate(
      .trusted, names: ["cdn.example.com", "*.secure-cdn.example.com", "127.0.0.1"])
    let server = try LoopbackServer(.tls(certificate)) { request in .ok(request.serverName ?? "") }
    for (name, expected) in [
      ("cdn.example.com", X509_V_OK), ("a.secure-cdn.example.com", X509_V_OK),
      ("other.example.com", X509_V_ERR_HOSTNAME_MISMATCH),
    ] {
      let client = RawClient(port: server.port)
      client.startTLS(name: name)
      #expect(client.verifyResult == Int(expected))
    }
  }

  @Test("Old versions alone are offered where it is said so")
  func oldVersions() throws {
    let server = try LoopbackServer(Listener(.tls(.old()))) { _ in .ok() }
    #expect(!RawClient(port: server.port).startTLS())
    #expect(
      RawClient(port: server.port).startTLS(highest: TLS1_1_VERSION, level: 0, ciphers: "ALL"))
    #expect(server.failedHandshakeCount == 1)
  }

  @Test("RSA key exchange alone is offered where it is said so")
  func noForwardSecrecy() throws {
    let server = try LoopbackServer(Listener(.tls(.withoutForwardSecrecy()))) { _ in .ok() }
    let client = RawClient(port: server.port)
    #expect(client.startTLS())
    #expect(["AES128-GCM-SHA256", "AES256-GCM-SHA384"].contains(client.cipher))
    #expect(!RawClient(port: server.port).startTLS(ciphers: "ECDHE+AESGCM"))
  }

  @Test("A client certificate is demanded where it is said so")
  func clientCertificate() throws {
    let server = try LoopbackServer(.tls { $0.demandsClientCertificate = true }) { _ in .ok() }
    let client = RawClient(port: server.port)
    // Under TLS 1.3 the client learns of the refusal with its first read.
    client.startTLS()
    client.get("/")
    #expect(client.read().bytes.isEmpty)
    #expect(server.waitUntilIdle() && server.failedHandshakeCount == 1)
  }

  @Test(
    "A handshake meets the fault described",
    arguments: [
      (Listener.Greeting.stall, RawClient.End.silence), (.stallAfterHello, .silence),
      (.close, .orderly), (.closeAfterHello, .orderly), (.reset, .reset),
      (.resetAfterHello, .reset), (.garbage, .orderly), (.alert, .orderly),
    ])
  func greetings(_ greeting: Listener.Greeting, end: RawClient.End) throws {
    let server = try LoopbackServer(.faulty(greeting)) { _ in .ok() }
    let client = RawClient(port: server.port)
    client.limit(seconds: end == .silence ? 0.3 : 10)
    client.send("\u{16}\u{3}\u{1} hello")
    let (bytes, seen) = client.read()
    // A socket tells of a reset once: when sending met it, reading sees an end.
    let isToldBefore = end == .reset && seen == .orderly
    #expect(seen == end || isToldBefore)
    if case .say(let expected) = greeting {
      #expect(bytes == expected)
    } else {
      #expect(bytes.isEmpty)
    }
  }
}
