import COpenSSL
import Foundation

@testable import LoopbackServer

/// A client that shows what really is on the wire.
final class RawClient {
  enum End: Equatable {
    /// FIN (and close_notify under TLS).
    case orderly
    /// Under TLS a FIN without close_notify.
    case cut
    case reset
    /// Nothing more came within the time.
    case silence
  }

  private let descriptor: Int32
  private var session: OpaquePointer?
  private var context: OpaquePointer?
  /// What OpenSSL says of the certificate.
  private(set) var verifyResult = -1
  private(set) var handshakeSucceeded = false

  init(port: Int, host: String = "127.0.0.1") {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = SocketAddress(ipv4: host, port: port)
    let failed = address.withPointer { connect(descriptor, $0, $1) }
    precondition(failed == 0, "cannot connect to \(host):\(port)")
    limit(seconds: 10)
  }

  deinit {
    if let session { SSL_free(session) }
    if let context { SSL_CTX_free(context) }
    close(descriptor)
  }

  func limit(seconds: Double) {
    var time = timeval(
      tv_sec: Int(seconds), tv_usec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e6))
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Shakes hands and lets the certificate be judged against the test authority for that name.
  @discardableResult
  func startTLS(
    name: String = "localhost", highest: Int32 = TLS1_3_VERSION, level: Int32 = 2,
    ciphers: String = "DEFAULT"
  ) -> Bool {
    context = SSL_CTX_new(TLS_client_method())
    SSL_CTX_set_security_level(context, level)
    cssl_ctx_set_min_version(context, TLS1_VERSION)
    copenssl_set_max_version(context, highest)
    SSL_CTX_set_cipher_list(context, ciphers)
    SSL_CTX_load_verify_file(context, TestCertificates.authorityFile)
    session = SSL_new(context)
    SSL_set1_host(session, name)
    SSL_set_fd(session, descriptor)
    handshakeSucceeded = SSL_connect(session) == 1
    verifyResult = SSL_get_verify_result(session)
    return handshakeSucceeded
  }

  var cipher: String { String(cString: SSL_CIPHER_get_name(SSL_get_current_cipher(session))) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    if let session {
      SSL_write(session, bytes, Int32(bytes.count))
    } else {
      Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
  }

  func get(_ path: String, _ headers: String = "") {
    send("GET \(path) HTTP/1.1\r\nHost: x\r\n\(headers)\r\n")
  }

  /// Reads to the end, or to so many bytes.
  func read(upTo most: Int = .max) -> (bytes: [UInt8], end: End) {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while all.count < most {
      let room = min(buffer.count, most - all.count)
      let count: Int
      if let session {
        ERR_clear_error()
        count = Int(SSL_read(session, &buffer, Int32(room)))
        if count <= 0 { return (all, tlsEnd(SSL_get_error(session, Int32(count)))) }
      } else {
        count = recv(descriptor, &buffer, room, 0)
        if count == 0 { return (all, .orderly) }
        if count < 0 { return (all, errno == ECONNRESET ? .reset : .silence) }
      }
      all += buffer.prefix(count)
    }
    return (all, .orderly)
  }

  private func tlsEnd(_ error: Int32) -> End {
    switch error {
    case SSL_ERROR_ZERO_RETURN: .orderly
    case SSL_ERROR_SSL: .cut
    default: errno == ECONNRESET ? .reset : errno == EAGAIN ? .silence : .cut
    }
  }

  /// Reads one answer with a Content-Length.
  func readAnswer() -> String {
    var text = ""
    while !text.hasSuffix("\r\n\r\n") {
      let (bytes, _) = read(upTo: 1)
      if bytes.isEmpty { return text }
      text += String(decoding: bytes, as: UTF8.self)
    }
    let length = text.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
    let count = length.flatMap { Int($0.dropFirst(16)) } ?? 0
    return text + String(decoding: read(upTo: count).bytes, as: UTF8.self)
  }
}
