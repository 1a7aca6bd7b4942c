import Foundation
import Testing

@testable import LoopbackServer

/// The curl command, where there is one that speaks HTTP/2.
enum CurlCommand {
  static let path = "/usr/bin/curl"

  static let speaksHTTP2 =
    FileManager.default.isExecutableFile(atPath: path)
    && run(["--version"]).output.contains("HTTP2")

  /// Runs curl to its end and gives what it wrote and its exit code.
  static func run(_ arguments: [String]) -> (output: String, code: Int32) {
    let folder = TemporaryFolder()
    let file = folder.path + "/output"
    let all = ["--disable", "--silent", "--max-time", "10"] + arguments
    guard let process = try? ChildProcess(path, all, output: file) else { return ("", -1) }
    let code = process.waitForEnd()
    return (folder.read("output"), code)
  }

  static func fetch(_ url: String, _ more: [String] = []) -> (output: String, code: Int32) {
    run(["--http2", "--cacert", TestCertificates.authorityFile, url] + more)
  }
}

@Suite("HTTP/2", .enabled(if: CurlCommand.speaksHTTP2), .timeLimit(.minutes(1)))
struct HTTP2Tests {
  @Test("Several requests share one connection, with bodies larger than the windows")
  func multiplexes() throws {
    let body = String(repeating: "x", count: 300_000)
    let server = try LoopbackServer(.http2()) { request in
      request.path == "/slow" ? .ok("slow").after(.wait(.milliseconds(100))) : .ok(body)
    }
    let urls = ["/slow", "/1", "/2", "/3"].map { server.url($0, host: "localhost") }
    let (output, code) = CurlCommand.fetch(
      urls[0], Array(urls.dropFirst()) + ["--parallel", "-H", "X-Test: ~{weird value}<>"])
    #expect(code == 0 && output.utf8.count == 900_004)
    #expect(server.requests.allSatisfy { $0.version == "HTTP/2" && $0.method == "GET" })
    let first = try #require(server.requests.first)
    #expect(first.headers["host"] == "localhost:\(server.port)")
    #expect(first.headers["x-test"] == "~{weird value}<>")
    #expect(first.headers["user-agent"]?.hasPrefix("curl/") == true)
  }

  @Test(
    "Each fault is seen by curl",
    arguments: [
      (Reply.ok("fine"), "fine", Int32(0)), (Reply.ok("fine").behindGoAway, "fine", 0),
      (Reply.ok("fine").afterInterim(103), "fine", 0), (.headerFlood(2000), "OK", 0),
      (.resetStream(inBody: [48, 49, 50, 51]), nil, 92),
      (.goAway(inBody: [48, 49, 50, 51]), "01", 18),
      (.ok("0123", framing: .lengthOff(by: 3)).dropLastStep, nil, 92),
      (Reply([.reset]), "", 56), (Reply([.close]), "", 18),
      (.drip([48, 49], every: .zero), "01", 0),
      (.stallInBody([48, 49]), "0", 28), (.endless([97]), nil, 28),
    ] as [(Reply, String?, Int32)])
  func faults(_ reply: Reply, output: String?, code: Int32) throws {
    let server = try LoopbackServer(.http2()) { _ in reply }
    let seen = CurlCommand.fetch(
      server.url("/", host: "localhost"), ["--max-time", "1", "--fail-early"])
    #expect(output == nil || seen.output == output)
    // Whether the reset meets curl in writing (55) or in reading (56) is chance.
    #expect((seen.code == 55 ? 56 : seen.code) == code)
  }

  @Test("A refused stream and a GOAWAY that admits none are told before anything is answered")
  func refusals() throws {
    for (reply, frame) in [(Reply.refusedStream, "RST_STREAM"), (.goAwayBeforeHead, "GOAWAY")] {
      let server = try LoopbackServer(.http2()) { $0.order == 1 ? reply : .ok("fine") }
      // curl asks once more by itself: neither stream can have been worked on.
      let seen = CurlCommand.fetch(server.url("/", host: "localhost"), ["--retry", "2"])
      #expect(frame == "GOAWAY" || seen == ("fine", 0))
      #expect(server.requestCount >= (frame == "GOAWAY" ? 1 : 2), "\(frame)")
      let always = try LoopbackServer(.http2()) { _ in reply }
      let refused = CurlCommand.fetch(always.url("/", host: "localhost"))
      #expect(refused.output.isEmpty && refused.code != 0, "\(frame): \(refused)")
    }
  }

  @Test("The code of HPACK is undone")
  func huffman() {
    // RFC 7541, C.4.1.
    let coded: [UInt8] = [0xf1, 0xe3, 0xc2, 0xe5, 0xf2, 0x3a, 0x6b, 0xa0, 0xab, 0x90, 0xf4, 0xff]
    #expect(Huffman.decode(coded[...]) == "www.example.com")
    #expect(Huffman.decode([0x00, 0x00]) == nil)
  }
}

extension Reply {
  fileprivate var dropLastStep: Reply { Reply(steps.dropLast()) }
}
