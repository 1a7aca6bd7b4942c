import AuditRules
import BatchFetch
import ExactJSON
import Foundation
import Testing

@testable import BatchFetchCLI

@Suite("Options settled: values and defaults")
struct SettingsTests {
  /// Settles a command line with one input.
  private func settings(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Settings {
    try Settings(ParsedOptions(["-i", "a"] + arguments), environment: { environment[$0] })
  }

  @Test("The defaults are those of the contract")
  func defaults() throws {
    let plain = try settings()
    #expect(plain.inputs == ["a"])
    #expect(plain.output == "batchfetch-report")
    if case .fixed = plain.profile { Issue.record("a profile without an option") }
    #expect(plain.locations == RecordLocations())
    #expect(plain.fetch.concurrency == 64)
    #expect(plain.fetch.perHost == 8)
    #expect(plain.fetch.timeLimit == .seconds(29))
    #expect(plain.fetch.retries == 2)
    #expect(plain.policy == TransportPolicy())
    #expect(plain.fetch.connectTo == [])
    #expect(plain.fetch.trustFile == nil)
    #expect(plain.fetch.proxy == .none)
    #expect(plain.fetch.extraHeaders.isEmpty)
    #expect(
      plain.fetch.userAgent == "batchfetch/\(Settings.version) CFNetwork/1568.300.101 Darwin/24.2.0"
    )
    #expect(plain.fetch.acceptLanguage == "en-US,en;q=0.9")
    #expect(plain.saveMedia == nil)
    #expect(!plain.fetch.keepsBodies)
    #expect(plain.failAbove == nil)
    #expect(plain.longestLine == 1_048_576)
    #expect(plain.progress == .auto)
    #expect(plain.logFormat == .text)
    #expect(!plain.isQuiet && !plain.isVerbose && !plain.isDryRun)
  }

  @Test("Every value is taken over")
  func values() throws {
    #expect(try settings("-i", "-", "--input=b").inputs == ["a", "-", "b"])
    #expect(try settings("-o", "x y/ü").output == "x y/ü")
    #expect(try settings("-o", "x//").output == "x")
    #expect(try settings("-o", "/").output == "/")
    #expect(try settings("--dry-run").output == "batchfetch-report.plan")
    #expect(try settings("--dry-run", "-o", "x").output == "x")
    #expect(try settings("--dry-run").isDryRun)
    for profile in ProfileTable.standard.profiles {
      guard case .fixed(let found) = try settings("--profile", profile.id).profile else {
        Issue.record("\(profile.id) is not taken")
        continue
      }
      #expect(found == profile)
    }
    let places = try settings("--payload-at", "/a/b", "--id-at", "", "--campaign-at", "/c~1d")
      .locations
    #expect(places.payloadAt?.steps == ["a", "b"])
    #expect(places.idAt?.steps == [])
    #expect(places.campaignAt?.steps == ["c/d"])
    #expect(try settings("-j4096").fetch.concurrency == 4096)
    #expect(try settings("-j", "1").fetch.concurrency == 1)
    #expect(try settings("--per-host", "1024").fetch.perHost == 1024)
    #expect(try settings("--retries", "0").fetch.retries == 0)
    #expect(try settings("--time-limit", "2.5").fetch.timeLimit == .milliseconds(2500))
    #expect(try settings("--max-line", "64").longestLine == 64)
    #expect(try settings("--user-agent", "x/1").fetch.userAgent == "x/1")
    #expect(try settings("--accept-language", "de").fetch.acceptLanguage == "de")
    #expect(try settings("--proxy", "env").fetch.proxy == .environment)
    #expect(try settings("--proxy", "socks5h://p:1").fetch.proxy == .url("socks5h://p:1"))
    #expect(try settings("--proxy", "p:3128").fetch.proxy == .url("p:3128"))
    #expect(try settings("--progress", "always").progress == .always)
    #expect(try settings("--log-format", "json").logFormat == .json)
    #expect(try settings("--quiet").isQuiet)
    #expect(try settings("--verbose").isVerbose)
  }

  @Test("What is allowed reaches the rules and the engine")
  func allowances() throws {
    let open = try settings("--allow-http", "--allow-address", "10.0.0.0/8", "--allow-address=::1")
    #expect(open.policy.allowsHTTP)
    #expect(!open.policy.isNotPublicAddress("https://10.1.2.3/"))
    #expect(!open.policy.isNotPublicAddress("https://[::1]/"))
    #expect(open.policy.isNotPublicAddress("https://127.0.0.1/"))
    #expect("\(open.fetch.addressPolicy)" == "\(open.policy.addresses)")
    let host = try settings("--allow-http-host", "CDN.example.com.", "--allow-http-host=b")
    #expect(!host.policy.allowsHTTP)
    #expect(host.policy.httpHosts == ["cdn.example.com", "b"])
    #expect(host.policy.refusal(of: "http://cdn.example.com/a.png") == nil)
    #expect(host.policy.refusal(of: "http://cdn.example.org/a.png") == .httpNotSecure)
  }

  @Test(
    "A share is a percentage or a fraction",
    arguments: [
      ("2%", 0.02), ("0.02", 0.02), ("0", 0), ("0%", 0), ("100%", 1), ("1", 1), ("0.5%", 0.005),
    ])
  func share(_ text: String, _ share: Double) throws {
    #expect(try settings("--fail-above", text).failAbove == share)
  }

  @Test("Files to keep go to their folder at once")
  func saveMedia() throws {
    let kept = try settings("--save-media", "m")
    #expect(kept.saveMedia == "m")
    #expect(kept.fetch.keepsBodies)
    #expect(kept.fetch.temporaryDirectory == "m")
  }

  @Test("The history file is named, none, or where the system keeps such files")
  func state() throws {
    #expect(try settings("--state", "s", environment: ["HOME": "/h"]).state == "s")
    #expect(try settings("--no-state", environment: ["HOME": "/h"]).state == nil)
    #expect(try settings().state == nil)
    #expect(
      try settings(environment: ["HOME": "/h"]).state == "/h/.local/state/batchfetch/history.sqlite"
    )
    #expect(
      try settings(environment: ["HOME": "/h", "XDG_STATE_HOME": "/x"]).state
        == "/x/batchfetch/history.sqlite")
    #expect(
      try settings(environment: ["HOME": "/h", "XDG_STATE_HOME": "x"]).state
        == "/h/.local/state/batchfetch/history.sqlite",
      "the specification wants relative paths ignored")
  }

  @Test("What is asked of the history, and whether it was named")
  func history() throws {
    #expect(try settings().keepRuns == 400)
    #expect(try settings().failOn == nil)
    #expect(try settings("--keep-runs", "7", "--fail-on", "newly-lost").keepRuns == 7)
    #expect(try settings("--fail-on", "newly-lost").failOn == .newlyLost)
    #expect(try settings("--state", "s").isStateNamed)
    #expect(try !settings(environment: ["HOME": "/h"]).isStateNamed)
  }

  @Test(
    "Detours in each of their forms",
    arguments: [
      "a:443:b:8443", "::127.0.0.1:8443", "a:::", ":::", ":443::", "[::1]:443:b:1",
      "a:1:[fd00::1]:2",
      "[2001:db8::1]::[::1]:65535",
    ])
  func connectTo(_ text: String) throws {
    #expect(
      try settings("--connect-to", text, "--connect-to=:::").fetch.connectTo == [text, ":::"])
  }

  @Test("A header keeps its name and its value")
  func headers() throws {
    let lines = [
      "X-Audit: tonight", "X-B:c: d", "X-Empty:", "X-Blank: \t é ", "Accept: image/webp",
      "Cookie: a=b",
    ]
    let headers = try Settings(ParsedOptions(["-i", "a"] + lines.flatMap { ["--header", $0] }))
      .fetch.extraHeaders
    #expect(headers.map(\.name) == ["X-Audit", "X-B", "X-Empty", "X-Blank", "Accept", "Cookie"])
    #expect(headers.map(\.value) == ["tonight", "c: d", "", "é ", "image/webp", "a=b"])
  }

  @Test("A certificate file is found however far inside the certificate stands")
  func certificateFile() throws {
    let scratch = try Scratch()
    // The line that is looked for stands across the border of two blocks.
    let lead = [UInt8](repeating: 0x0A, count: (64 << 10) - 10)
    let file = try scratch.write(lead + Array("-----BEGIN CERTIFICATE-----\n".utf8), to: "ca.pem")
    #expect(try settings("--ca-file", file).fetch.trustFile == file)
  }
}
