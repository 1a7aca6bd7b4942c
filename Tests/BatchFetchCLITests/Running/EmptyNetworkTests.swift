import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

/// The built program in a network namespace of its own that has no network.
@Suite(
  "A machine without a network",
  .enabled(if: EmptyNetwork.isPossible, "`unshare -n` is not allowed here: run these as root"))
struct EmptyNetworkTests {
  private let lines = (0..<12).map { number in
    ProgramRun.line("/a.png?\(number)", id: number)
      .replacing("cdn.example", with: "h\(number % 4).example")
  }.joined()

  @Test("The run ends with 5, every row unknown, the earlier report untouched, and goes on later")
  func offline() async throws {
    var names = try ProgramRun()
    names.isDetoured = false
    let routes = try ProgramRun()
    // Each takes the half minute after which we know that we are offline: side by side.
    async let first: Void = check(names)
    async let second: Void = check(routes)
    _ = try await (first, second)
    // The network is back: the same command asks for all that is not known.
    let ending = try await routes()
    #expect(ending.status == 0, "\(ending.errors)")
    let rows = try routes.report().table("payloads.csv").rows
    #expect(rows.count == 12 && rows.allSatisfy { $0["outcome"] == "media" })
    #expect(routes.scratch.names() == ["list.ndjson", "report"])
  }

  private func check(_ run: ProgramRun) async throws {
    var before = run
    before.isDetoured = true
    try run.scratch.write(ProgramRun.line("/a.png"))
    #expect(try await before().status == 0)
    let earlier = run.scratch.text("report/run.json")
    try run.scratch.write(lines)
    let ending = try await run(
      ["--log-format", "json"], shell: "exec unshare -n \"$@\" </dev/null")
    #expect(ending.status == 5, "\(ending.errors)")
    #expect(ending.errors.contains(#""event":"offline""#))
    #expect(ending.errors.contains("our own network is down: no host has answered for a while"))
    #expect(ending.errors.contains(#""exit_code":5"#))
    #expect(run.scratch.text("report/run.json") == earlier)
    let rows = try run.report("report.partial").table("payloads.csv").rows
    #expect(rows.count == 12)
    for row in rows {
      #expect(row["outcome"] == "unknown" && row["reason"] == "audit_offline", "\(row)")
    }
  }

  @Test(
    "Where a name server answers without any route, the names that it fails for are not our trouble",
    .enabled(if: FileManager.default.fileExists(atPath: "/etc/resolv.conf")))
  func someNames() async throws {
    var run = try ProgramRun()
    run.isDetoured = false
    let gone = ProgramRun.line("/a.png", id: 99).replacing("cdn.example", with: "gone.example")
    try run.scratch.write(gone + lines)
    try run.scratch.write(EmptyNetwork.nameServer, to: "names.py")
    let ending = try await run(
      shell: "exec unshare -n -m python3 names.py \"$@\" </dev/null")
    #expect(ending.status == 0, "\(ending.errors)")
    let reasons = try run.report().table("payloads.csv").rows.map { $0["reason"] }
    #expect(reasons == ["dns_not_found"] + Array(repeating: "dns_failure", count: 12))
  }

  @Test("A network that comes back within seconds ends no night and costs no picture")
  func hiccup() async throws {
    let run = try ProgramRun()
    try run.scratch.write(lines)
    try run.scratch.write(ProgramRun.picture, to: "a.png")
    try run.scratch.write(EmptyNetwork.hiccup, to: "hiccup.py")
    let ending = try await run(
      ["--log-format", "json"],
      shell: "exec unshare -n python3 hiccup.py \(run.server.port) \"$@\" </dev/null")
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(!ending.errors.contains(#""event":"offline""#))
    let rows = try run.report().table("payloads.csv").rows
    #expect(rows.count == 12)
    for row in rows {
      #expect(row["outcome"] == "media" && row["attempts"] == "1", "\(row)")
    }
  }
}

/// A network namespace that holds nothing, as root may make one.
private enum EmptyNetwork {
  static let isPossible: Bool = {
    let process = CaseProcess(
      arguments: ["/bin/sh", "-c", "exec unshare -n true"], environment: ["PATH": "/usr/bin:/bin"],
      errors: "/dev/null")
    return (try? process.run(within: .seconds(10), meanwhile: nil)) == 0
  }()

  /// Starts the program beside a name server that knows of one name that there is none, and fails
  /// for all others.
  static let nameServer = """
    import fcntl, socket, struct, subprocess, sys, threading

    fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh14x", b"lo", 0x49))
    with open("names.conf", "w") as file:
        file.write("nameserver 127.0.0.1\\n")
    subprocess.run(["mount", "--bind", "names.conf", "/etc/resolv.conf"], check=True)
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 53))

    def serve():
        while True:
            query, peer = server.recvfrom(512)
            code = 3 if b"gone" in query else 2
            server.sendto(query[:2] + bytes([0x81, 0x80 | code]) + query[4:], peer)

    threading.Thread(target=serve, daemon=True).start()
    sys.exit(subprocess.run(sys.argv[1:]).returncode)

    """

  /// Starts the program without a network, and a media server that can be reached two seconds
  /// later: the loopback interface is down until then.
  static let hiccup = """
    import fcntl, http.server, socket, struct, subprocess, sys, threading

    class Server(http.server.ThreadingHTTPServer):
        def server_bind(self):
            self.socket.bind(self.server_address)

    def switch_on():
        request = struct.pack("16sh14x", b"lo", 0x49)
        fcntl.ioctl(socket.socket(), 0x8914, request)

    handler = http.server.SimpleHTTPRequestHandler
    handler.log_message = lambda *ignored: None
    server = Server(("", int(sys.argv[1])), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    threading.Timer(2, switch_on).start()
    sys.exit(subprocess.run(sys.argv[2:]).returncode)

    """
}
