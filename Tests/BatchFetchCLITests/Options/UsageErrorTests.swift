import Testing

@testable import BatchFetchCLI

@Suite("A wrong value is one line that names the option and what is allowed")
struct UsageErrorTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var says: String

    init(_ arguments: String..., says: String) {
      self.arguments = arguments
      self.says = says
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  private static let values: [Example] = [
    Example(says: "no input: name a payload list with --input FILE, - for standard input"),
    Example("-i", "-", "-i", "-", says: "--input - stands twice: standard input can be read once"),
    Example("-i", "a", "-i", "", says: "--input number 2 is empty: name a file"),
    Example("-i", "a", "-o", "", says: "--output is empty: name a path"),
    Example(
      "-i", "a", "--profile", "sfmc",
      says: "--profile: no extension is called 'sfmc'; did you mean sfmc-swift, sfmc-swift-2017 or "
        + "sfmc-objc?"),
    Example(
      "-i", "a", "--profile", "brase",
      says: "--profile: no extension is called 'brase'; did you mean braze?"),
    Example(
      "-i", "a", "--profile", "pictures",
      says:
        "--profile: no extension is called 'pictures'; use auto or one that --list-profiles names"),
    Example("-i", "a", "--profiles", "", says: "--profiles is empty: name a path"),
    Example(
      "-i", "a", "--profiles", "/none.json",
      says: "--profiles /none.json: No such file or directory"),
    Example(
      "-i", "a", "--payload-at", "a/b",
      says: "--payload-at: 'a/b' is no JSON Pointer: it must begin with a slash, as in '/a/b'"),
    Example(
      "-i", "a", "--id-at", "/~",
      says:
        "--id-at: '/~' is no JSON Pointer: write '~0' for a tilde and '~1' for a slash in a name"),
    Example(
      "-i", "a", "--campaign-at", "x",
      says: "--campaign-at: 'x' is no JSON Pointer: it must begin with a slash, as in '/x'"),
    Example("-i", "a", "--results", "", says: "--results is empty: name a path"),
    Example("-i", "a", "--metrics", "b/", says: "--metrics b/: name a file"),
    Example(
      "-i", "a.gz", "--results", "a.gz",
      says: "--results a.gz: that is an input, which would be written over"),
    Example(
      "-i", "a", "-o", "r/", "--metrics", "r/b",
      says: "--metrics r/b: the report folder is replaced as a whole; name a file beside it"),
    Example("-i", "a", "--save-media", "", says: "--save-media is empty: name a path"),
    Example("-i", "a", "--state", "", says: "--state is empty: name a path"),
    Example("-i", "a", "--ca-file", "", says: "--ca-file is empty: name a path"),
    Example(
      "-i", "a", "--ca-file", "/none.pem", says: "--ca-file /none.pem: No such file or directory"),
    Example(
      "-i", "a", "--ca-file", "/dev/null",
      says: "--ca-file /dev/null: there is no PEM certificate in it"),
    Example(
      "-i", "a", "--ca-file", "/proc", says: "--ca-file /proc: there is no PEM certificate in it"),
    Example(
      "-i", "a", "--state", "s", "--no-state",
      says: "--state and --no-state contradict each other"),
    Example(
      "-i", "a", "--fail-on", "newly-lost", "--no-state",
      says: "--fail-on and --no-state contradict each other: it needs a history"),
    Example(
      "-i", "a", "--revalidate", "--no-state",
      says: "--revalidate and --no-state contradict each other: it needs a history"),
    Example(
      "-i", "a", "--reuse-within", "6h", "--save-media", "m",
      says: "--reuse-within and --save-media contradict each other: what is not fetched is not kept"
    ),
    Example(
      "-i", "a", "--reuse-within", "6",
      says: "--reuse-within '6': a time like 90m, 6h or 2d is wanted, or 0"),
    Example("-i", "a", "--fail-on", "all", says: "--fail-on 'all': one of newly-lost is wanted"),
    Example(
      "-i", "a", "--keep-runs", "0",
      says: "--keep-runs '0': a whole number from 1 to 100000 is wanted"),
    Example(
      "-i", "a", "--quiet", "--verbose", says: "--quiet and --verbose contradict each other"),
    Example(
      "-i", "a", "--progress", "yes", says: "--progress 'yes': one of auto, always, never is wanted"
    ),
    Example(
      "-i", "a", "--log-format", "xml", says: "--log-format 'xml': one of text, json is wanted"),
    Example(
      "-i", "a", "--allow-http-host", "http://a/",
      says: "--allow-http-host 'http://a/': a host name alone is wanted, like cdn.example.com"),
    Example(
      "-i", "a", "--allow-http-host", "*.y.com",
      says: "--allow-http-host '*.y.com': a host name alone is wanted, like cdn.example.com"),
    Example(
      "-i", "a", "--allow-http-host", "",
      says: "--allow-http-host '': a host name alone is wanted, like cdn.example.com"),
    Example(
      "-i", "a", "--allow-address", "10.0.0.1/8",
      says: "--allow-address: '10.0.0.1/8' is no address block: did you mean 10.0.0.0/8?"),
    Example(
      "-i", "a", "--allow-address", "fd00::1/8",
      says: "--allow-address: 'fd00::1/8' is no address block: did you mean fd00::/8?"),
    Example(
      "-i", "a", "--allow-address", "10.0.0.0/33",
      says: "--allow-address: '10.0.0.0/33' is no address block: the number after the slash is 0 "
        + "to 32."),
    Example(
      "-i", "a", "--allow-address", "intranet",
      says: "--allow-address: 'intranet' is no address block: write it like 10.0.0.0/8 or fd00::/8."
    ),
    Example(
      "-i", "a", "--user-agent", "a\r\nX: y",
      says: "--user-agent: a line break or control character cannot be sent in a header"),
    Example(
      "-i", "a", "--accept-language", "a\0",
      says: "--accept-language: a line break or control character cannot be sent in a header"),
    Example(
      "-i", "a", "--header", "X: a\nY: b",
      says: "--header: a line break or control character cannot be sent in a header"),
  ]

  private static let numbers: [Example] = [
    (
      "--concurrency", "1 to 4096",
      ["0", "4097", "-1", "x", "1.5", "", " 1", "99999999999999999999"]
    ),
    ("--per-host", "1 to 1024", ["0", "1025"]),
    ("--retries", "0 to 20", ["-1", "21"]),
    ("--max-line", "64 to 1073741824", ["63", "1073741825", "1k"]),
  ].flatMap { option, range, texts in
    texts.map { text in
      Example(
        "-i", "a", option, text, says: "\(option) '\(text)': a whole number from \(range) is wanted"
      )
    }
  }

  private static let shares: [Example] = [
    "-1%", "101%", "101", "nan", "inf", "%", "", "2 %", "two", "2%%",
  ].map {
    Example(
      "-i", "a", "--fail-above", $0, says: "--fail-above '\($0)': a share like 2% or 0.02 is wanted"
    )
  }

  private static let percentForgotten: [Example] = ["1.01", "5", "100"].map {
    Example(
      "-i", "a", "--fail-above", $0,
      says: "--fail-above '\($0)': a share like 2% or 0.02 is wanted; did you mean \($0)%?")
  }

  private static let seconds: [Example] = [
    "0", "0.09", "3601", "nan", "inf", "-1", "29s", "0x5", "",
  ].map {
    Example(
      "-i", "a", "--time-limit", $0,
      says: "--time-limit '\($0)': seconds from 0.1 to 3600 are wanted, for example 29 or 2.5")
  }

  private static let detours: [Example] = [
    "", "a:1", "a:1:b", "a:1:b:2:c", "a:0:b:1", "a:1:b:65536", "a:x:b:1", "::1:443:b:1",
    "[::1:443:b:1",
    "a:-1:b:1", "a:+1:b:1",
  ].map {
    Example(
      "-i", "a", "--connect-to", $0,
      says: "--connect-to '\($0)': HOST1:PORT1:HOST2:PORT2 is wanted, like ::127.0.0.1:8443")
  }

  private static let proxies: [Example] = [
    "", "ftp://p:1", "file:///x", "gopher://p", "p:x", "http://", "http://p:99999", "p:0",
    "http://a b", "::",
  ].map {
    Example(
      "-i", "a", "--proxy", $0,
      says: "--proxy '\($0)': a URL like http://proxy.example.com:3128 or env is wanted")
  }

  private static let headers: [Example] =
    ["X-Audit", ": x", "", "X Audit: y", "Ä: y", "X\n: y", "X\0: y"].map {
      Example(
        "-i", "a", "--header", $0,
        says: "--header '\($0)': 'NAME: VALUE' is wanted, like 'X-Audit: tonight'")
    }
    + [
      ("Content-Length: 1", "a GET has no body"),
      ("transfer-encoding: chunked", "a GET has no body"),
      ("Connection: close", "connections are the engine's"),
      ("RANGE: bytes=0-1", "a part of a file cannot be judged"),
      ("If-Range: x", "a part of a file cannot be judged"),
      ("If-None-Match: x", "an unchanged file must be fetched to be judged"),
      ("If-Modified-Since: x", "an unchanged file must be fetched to be judged"),
      ("If-Match: x", "an unchanged file must be fetched to be judged"),
      ("If-Unmodified-Since: x", "an unchanged file must be fetched to be judged"),
      ("Accept-Encoding: gzip", "the engine must be able to undo the coding"),
      ("User-Agent: x", "use --user-agent"), ("Accept-Language: x", "use --accept-language"),
    ].map { line, why in
      Example(
        "-i", "a", "--header", line,
        says: "--header '\(line.prefix { $0 != ":" })' cannot be set: \(why)")
    }

  static let all =
    values + numbers + shares + percentForgotten + seconds + detours + proxies + headers

  @Test("The line says what is wrong", arguments: all)
  func line(_ example: Example) {
    #expect(throws: UsageError(example.says)) {
      try Settings(ParsedOptions(example.arguments))
    }
  }
}
