import Foundation
import Testing

@testable import LoopbackServer

@Suite("The loopback server", .serialized, .timeLimit(.minutes(1)))
struct LoopbackServerTests {
  @Test("It answers by path, keeps the connection and logs what arrived")
  func answers() throws {
    let server = try LoopbackServer(routes: [
      Route("/a.png", .ok([1, 2, 3], type: "image/png")),
      .failing("/flaky", .status(503), times: 2, then: .ok("at last")),
    ])
    let client = RawClient(port: server.port, host: "127.9.8.7")
    client.get("/a.png?x=1", "User-Agent: me\r\n")
    #expect(client.readAnswer().hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n"))
    for expected in ["503", "503", "200", "200"] {
      client.get("/flaky")
      #expect(client.readAnswer().contains(" \(expected) "))
    }
    client.get("/none")
    #expect(client.readAnswer().contains(" 404 "))
    #expect(server.requestCount("/flaky") == 4)
    #expect(server.connectionCount == 1)
    let first = try #require(server.requests.first)
    #expect(first.headers["user-agent"] == "me")
    #expect(first.path == "/a.png" && first.query == "x=1" && first.connection == 1)
    #expect(server.requests.map(\.numberOnConnection) == [1, 2, 3, 4, 5, 6])
  }

  @Test("It listens on ::1 on the same port when asked to")
  func listensOnIPv6() throws {
    guard FileManager.default.fileExists(atPath: "/proc/net/if_inet6") else { return }
    let server = try LoopbackServer(Listener(binding: .both), routes: [Route("/", .ok("six"))])
    let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = SocketAddress(family: AF_INET6, port: server.port)
    #expect(address.withPointer { connect(descriptor, $0, $1) } == 0)
    _ = RawClient(port: server.port)
    #expect(server.url("/x", host: "[::1]") == "http://[::1]:\(server.port)/x")
  }

  @Test("256 kept connections at a time are served, and afterwards nothing is left")
  func servesManyConnections() throws {
    // Descriptors of the whole process say nothing here: other tests open and close theirs.
    do {
      let server = try LoopbackServer(routes: [Route("/", .ok("hello"))])
      let clients = (0..<256).map { _ in RawClient(port: server.port) }
      for _ in 0..<3 {
        for client in clients { client.get("/") }
        for client in clients { #expect(client.readAnswer().hasSuffix("hello")) }
      }
      #expect(server.peakConnectionCount == 256)
      #expect(server.requestCount == 768)
      server.stop()
      #expect(server.openConnectionCount == 0)
    }
  }

  @Test(
    "A stop ends whatever an answer is doing",
    arguments: [
      Reply.stallBeforeHead, .stallInBody([1, 2, 3, 4]), .endless(), .drip([1, 2, 3]),
      Reply([.wait(.seconds(1000))]), Reply([.gate(Gate())]),
    ])
  func stopInterrupts(reply: Reply) throws {
    let server = try LoopbackServer { _ in reply }
    let client = RawClient(port: server.port)
    client.get("/")
    #expect(server.waitForRequests(1))
    server.stop()
    #expect(client.read().end != .silence)
  }

  @Test("A gate holds an answer back until it is opened")
  func gateHolds() throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in .ok("late").after(.gate(gate)) }
    let client = RawClient(port: server.port)
    client.get("/")
    client.limit(seconds: 0.1)
    #expect(client.read().end == .silence)
    gate.open()
    client.limit(seconds: 10)
    #expect(client.readAnswer().hasSuffix("late"))
  }

  @Test("A kept connection is closed just as it is used again, or says 408 unasked")
  func endsIdleConnections() throws {
    let gate = Gate()
    let server = try LoopbackServer(routes: [
      .closesOnReuse("/once", .ok("first")),
      Route("/idle", Reply.ok("first").thenUnasked408(when: gate)),
    ])
    let reused = RawClient(port: server.port)
    reused.get("/once")
    #expect(reused.readAnswer().hasSuffix("first"))
    reused.get("/once")
    #expect(reused.read().bytes.isEmpty)
    let idle = RawClient(port: server.port)
    idle.get("/idle")
    #expect(idle.readAnswer().hasSuffix("first"))
    gate.open()
    #expect(String(decoding: idle.read().bytes, as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
  }

  @Test("A dead port refuses at once, or never answers at all")
  func deadPorts() throws {
    for (kind, expected) in [(DeadPort.Kind.refusing, ECONNREFUSED), (.silent, 0)] {
      let port = try DeadPort(kind)
      let flags = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
      let descriptor = socket(AF_INET, flags, 0)
      defer { close(descriptor) }
      var address = SocketAddress(ipv4: "127.0.0.1", port: port.port)
      #expect(address.withPointer { connect(descriptor, $0, $1) } == -1)
      var watched = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
      #expect(poll(&watched, 1, 100) == (kind == .silent ? 0 : 1))
      var error: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length)
      #expect(error == expected)
    }
  }

  @Test("TLS spoken to the plain port is answered by a plain 400")
  func plainOnSecurePort() throws {
    let server = try LoopbackServer { _ in .ok() }
    let client = RawClient(port: server.port)
    #expect(!client.startTLS())
    let second = RawClient(port: server.port)
    second.send("\u{16}\u{3}\u{1}")
    #expect(String(decoding: second.read().bytes, as: UTF8.self).hasPrefix("HTTP/1.1 400"))
  }

  @Test("Noise is the same for the same seed and differs between seeds")
  func noise() {
    let answers = [UInt64(1), 2, 3, 1].map { seed in
      guard case .bytes(let bytes) = Reply.noise(seed: seed).steps.first else { return [UInt8]() }
      return bytes
    }
    #expect(Set(answers).count == 3 && answers[0] == answers[3])
  }
}
