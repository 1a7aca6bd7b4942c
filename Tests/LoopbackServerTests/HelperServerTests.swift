import Foundation
import Testing

@testable import LoopbackServer

@Suite("Name server, proxy and nginx", .timeLimit(.minutes(1)))
struct HelperServerTests {
  // MARK: Names

  @Test("Every kind of answer is on the wire")
  func names() throws {
    let server = try LoopbackNameServer([
      "two.example": .addresses(["127.0.0.1", "127.0.0.2", "::1"]),
      "alias.example": .alias("two.example"), "none.example": .empty,
      "fails.example": .serverFailure, "refused.example": .refused, "cut.example": .truncated,
      "late.example": .sequence([.serverFailure, .serverFailure, .addresses(["127.0.0.3"])]),
      "slow.example": .slow(.milliseconds(30), .addresses(["127.0.0.4"])),
      "silent.example": .silence,
    ])
    let asker = NameAsker(port: server.port)
    #expect(asker.ask("Two.Example") == .init(code: 0, records: 2, last: [127, 0, 0, 2]))
    #expect(asker.ask("two.example", kind: 28)?.last == [0, 0, 0, 1])
    #expect(asker.ask("alias.example") == .init(code: 0, records: 3, last: [127, 0, 0, 2]))
    #expect(asker.ask("none.example") == .init(code: 0, records: 0, last: []))
    #expect(asker.ask("missing.example")?.code == 3)
    #expect(asker.ask("fails.example")?.code == 2)
    #expect(asker.ask("refused.example")?.code == 5)
    #expect(asker.ask("cut.example")?.isCut == true)
    #expect((1...4).map { _ in asker.ask("late.example")?.code } == [2, 2, 0, 0])
    #expect(asker.ask("slow.example")?.last == [127, 0, 0, 4])
    asker.limit(milliseconds: 100)
    #expect(asker.ask("silent.example") == nil)
    #expect(server.queryCount("late.example", kind: "A") == 4)
  }

  // MARK: Proxy

  @Test("The proxy passes plain requests and tunnels on, and logs them")
  func proxyWorks() throws {
    let proxy = try LoopbackProxy()
    let plain = try LoopbackServer { .ok($0.target + ($0.headers["Host"] ?? "")) }
    let client = RawClient(port: proxy.port)
    client.send(
      "GET http://a.example:\(plain.port)/x?y HTTP/1.1\r\nHost: h\r\nProxy-Connection: x\r\n\r\n")
    #expect(client.readAnswer().hasSuffix("/x?yh"))
    let secure = try LoopbackServer(.tls()) { _ in .ok("secret") }
    let tunnel = RawClient(port: proxy.port)
    tunnel.send("CONNECT localhost:\(secure.port) HTTP/1.1\r\n\r\n")
    #expect(tunnel.readAnswer() == "HTTP/1.1 200 OK\r\n\r\n")
    #expect(tunnel.startTLS())
    tunnel.get("/")
    #expect(tunnel.readAnswer().hasSuffix("secret"))
    #expect(proxy.requests.map(\.method) == ["GET", "CONNECT"])
  }

  @Test(
    "The proxy refuses as described",
    arguments: [
      (LoopbackProxy.Mode.refuses(status: 407), "HTTP/1.1 407"),
      (.refuses(status: 403), "HTTP/1.1 403"), (.refuses(status: 502), "HTTP/1.1 502"),
      (.closes, ""), (.resets, ""), (.stalls, ""), (.closesTunnel, "HTTP/1.1 200"),
    ])
  func proxyRefuses(_ mode: LoopbackProxy.Mode, begins: String) throws {
    let proxy = try LoopbackProxy(mode)
    let client = RawClient(port: proxy.port)
    if case .stalls = mode { client.limit(seconds: 0.2) }
    client.send("CONNECT localhost:1 HTTP/1.1\r\n\r\n")
    let text = String(decoding: client.read().bytes, as: UTF8.self)
    #expect(begins.isEmpty ? text.isEmpty : text.hasPrefix(begins))
  }

  // MARK: nginx

  @Test(
    "nginx serves a folder by HTTP/1.1, TLS and HTTP/2, and is gone after the stop",
    .enabled(if: NginxServer.isInstalled && CurlCommand.speaksHTTP2),
    arguments: [(false, NginxServer.Protocols.http11), (true, .http11), (true, .http2)])
  func nginx(isSecure: Bool, protocols: NginxServer.Protocols) throws {
    let folder = TemporaryFolder()
    folder.write("hello", to: "a.txt")
    let certificate = isSecure ? TestCertificates.certificate(.trusted) : nil
    let server = try NginxServer(
      serving: folder.path, certificate: certificate, protocols: protocols,
      directives: "location /r { return 302 /a.txt; }")
    let (output, code) = CurlCommand.fetch(
      server.url("/r"), ["-L", "-w", " %{http_version} %{content_type}"])
    #expect(code == 0)
    #expect(output == "hello \(protocols == .http2 ? "2" : "1.1") text/plain")
    server.stop()
    #expect(CurlCommand.fetch(server.url("/a.txt")).code == 7)
  }

  @Test(
    "A configuration nginx refuses is told with its words", .enabled(if: NginxServer.isInstalled))
  func nginxRefuses() {
    #expect {
      try NginxServer(serving: "/nowhere", directives: "nonsense on;")
    } throws: { "\($0)".contains("nonsense") }
  }
}

/// Asks a name server over UDP.
final class NameAsker {
  struct Answer: Equatable {
    var code: Int
    var records: Int
    /// The last four bytes of the message, where there are records.
    var last: [UInt8]
    var isCut = false
  }

  private let descriptor: Int32
  private var count: UInt8 = 0

  init(port: Int) {
    descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = SocketAddress(ipv4: "127.0.0.1", port: port)
    _ = address.withPointer { connect(descriptor, $0, $1) }
    limit(milliseconds: 5000)
  }

  deinit { close(descriptor) }

  func limit(milliseconds: Int) {
    var time = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  func ask(_ name: String, kind: UInt8 = 1) -> Answer? {
    count += 1
    var message: [UInt8] = [7, count, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    for label in name.split(separator: ".") { message += [UInt8(label.utf8.count)] + label.utf8 }
    message += [0, 0, kind, 0, 1]
    send(descriptor, message, message.count, 0)
    var buffer = [UInt8](repeating: 0, count: 4096)
    let length = recv(descriptor, &buffer, buffer.count, 0)
    guard length >= 12, buffer[1] == count else { return nil }
    let last = buffer[7] > 0 ? Array(buffer[(length - 4)..<length]) : []
    return Answer(
      code: Int(buffer[3] & 15), records: Int(buffer[7]), last: last, isCut: buffer[2] & 2 != 0)
  }
}
