import Testing

@testable import BatchFetchCLI

@Suite("What a run says: progress, rate, log lines, times")
struct SayingTests {
  private func line(
    done: Int = 0, known: Int = 0, isAll: Bool = false, failures: Int = 0, active: Int = 0,
    rate: Double = 0
  ) -> ProgressLine {
    ProgressLine(
      done: done, known: known, totalIsKnown: isAll, failures: failures, active: active, bytes: 0,
      elapsed: 1, rate: rate)
  }

  @Test("The progress line says done, total, rate, failures and the time left")
  func progress() {
    #expect(
      line(done: 1240, known: 5000, isAll: true, failures: 37, active: 64, rate: 412).text(
        columns: 80)
        == "1,240 of 5,000 (24 %), 412/s, 37 failed, 64 active, 10 s left")
    #expect(
      line(done: 3, known: 1000, failures: 1, active: 7, rate: 9.94).text(columns: 80)
        == "3 of 1,000 so far, 9.9/s, 1 failed, 7 active")
    #expect(line().text(columns: 80) == "0 of 0 so far, 0.0/s, 0 failed, 0 active")
    #expect(line(isAll: true).text(columns: 80) == "0 of 0 so far, 0.0/s, 0 failed, 0 active")
    #expect(
      line(done: 5, known: 5, isAll: true, rate: 1).text(columns: 80)
        == "5 of 5 (100 %), 1.0/s, 0 failed, 0 active, 0 s left")
  }

  @Test("The line never reaches the last column, whatever the terminal")
  func width() {
    let long = line(done: 1240, known: 5000, isAll: true, rate: 412)
    for columns in [0, 1, 2, 10, 40] {
      #expect(long.text(columns: columns).count == max(1, columns - 1))
    }
  }

  @Test("No time is promised without a rate, and none that nobody would wait for")
  func timeLeft() {
    #expect(line(done: 1, known: 2, rate: 0).secondsLeft == nil)
    #expect(line(done: 3, known: 2, rate: 1).secondsLeft == nil)
    #expect(line(done: 1, known: 3, rate: 0.5).secondsLeft == 4)
    // A rate that dies away comes as near to nothing as a number can.
    for rate in [1e-9, 1e-19, 1e-300, Double.leastNonzeroMagnitude] {
      #expect(line(done: 1, known: 2, rate: rate).secondsLeft == nil)
      #expect(
        line(done: 1, known: 2, isAll: true, rate: rate).text(columns: 80)
          == "1 of 2 (50 %), 0.0/s, 0 failed, 0 active")
    }
  }

  @Test(
    "Numbers are grouped by thousands",
    arguments: [
      (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000"),
    ])
  func grouped(_ number: Int, _ text: String) { #expect(ProgressLine.grouped(number) == text) }

  @Test(
    "A duration is in two units at most",
    arguments: [
      (0, "0 s"), (0.1, "1 s"), (59, "59 s"), (59.5, "1 min 0 s"), (75, "1 min 15 s"),
      (3599, "59 min 59 s"),
      (3600, "1 h 0 min"), (7384, "2 h 3 min"),
    ] as [(Double, String)])
  func duration(_ seconds: Double, _ text: String) {
    #expect(ProgressLine.duration(seconds) == text)
  }

  @Test("The rate follows a change within seconds and does not jump")
  func rate() {
    var rate = SmoothedRate()
    #expect(rate.update(done: 0, at: 0) == 0)
    #expect(rate.update(done: 25, at: 0.25) == 100)
    #expect(rate.update(done: 50, at: 0.5) == 100)
    // One quarter of a second without any: a twentieth of the way to nothing.
    #expect(abs(rate.update(done: 50, at: 0.75) - 95) < 0.001)
    var value = 0.0
    for step in 4...80 { value = rate.update(done: 50, at: Double(step) / 4) }
    #expect(value > 0 && value < 3)
    // The same moment twice says nothing new and divides by nothing.
    #expect(rate.update(done: 60, at: 20).isFinite)
    var late = SmoothedRate()
    #expect(late.update(done: 30, at: 10) == 3)
  }

  @Test(
    "A log line is one line, whatever it quotes",
    arguments: [
      ("plain é 🙂", "plain é 🙂"), ("a\nb", "a\\nb"), ("a\r\tb", "a\\r\\tb"),
      ("\u{1B}[2J\u{7}", "\\u{1B}[2J\\u{07}"), ("\0", "\\0"), ("\u{7F}\u{9B}", "\\u{7F}\\u{009B}"),
      ("\u{2028}\u{2029}\u{85}", "\\u{2028}\\u{2029}\\u{0085}"),
    ])
  func visible(_ text: String, _ shown: String) {
    #expect(
      Log.line(.error, text, format: .text, time: "now") == "batchfetch: error: \(shown)\n")
  }

  @Test("The level stands before the text, except for what is said in passing")
  func levels() {
    let lines = [Log.Level.error, .warning, .info, .detail].map {
      Log.line($0, "x", format: .text, time: "")
    }
    #expect(
      lines == [
        "batchfetch: error: x\n", "batchfetch: warning: x\n", "batchfetch: x\n",
        "batchfetch: detail: x\n",
      ])
    #expect(Log.Level.error < .warning && .warning < .info && .info < .detail)
  }

  @Test(
    "As JSON a log line is one object with the text unchanged",
    arguments: ["x", "a\n\"\u{1B}é\0", ""])
  func json(_ text: String) throws {
    let line = Log.line(.warning, text, format: .json, time: "2030-01-02T03:04:05Z")
    #expect(line.utf8.filter { $0 == 0x0A }.count == 1 && line.hasSuffix("}\n"))
    #expect(!line.unicodeScalars.dropLast().contains { $0.value < 0x20 })
    let value = try CaseValue(json: Array(line.utf8.dropLast()))
    #expect(
      value
        == .object([
          "time": .text("2030-01-02T03:04:05Z"), "level": .text("warning"),
          "message": .text(text),
        ]))
  }

  @Test(
    "Times are RFC 3339 in UTC with whole seconds",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (951_782_400.999, "2000-02-29T00:00:00Z"),
      (1_735_689_599, "2024-12-31T23:59:59Z"), (-1, "1969-12-31T23:59:59Z"),
      (-0.5, "1969-12-31T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
    ] as [(Double, String)])
  func timestamp(_ seconds: Double, _ text: String) { #expect(Timestamp.text(seconds) == text) }

  @Test("Progress is shown on a terminal, or as it is told, and never when quiet")
  func showsProgress() throws {
    let cases: [([String], Bool, Bool)] = [
      ([], true, true), ([], false, false), (["--progress", "always"], false, true),
      (["--progress", "never"], true, false), (["--quiet"], true, false),
      (["--quiet", "--progress", "always"], true, false), (["--log-format", "json"], true, false),
    ]
    for (arguments, isTerminal, isShown) in cases {
      let settings = try Settings(ParsedOptions(["-i", "a"] + arguments))
      let console = Console(errorIsTerminal: isTerminal, outputTakesColour: false)
      #expect(settings.showsProgress(on: console) == isShown, "\(arguments) \(isTerminal)")
      #expect(Log(settings, console).wipesLine == isShown)
    }
    #expect(Console(errorIsTerminal: true, outputTakesColour: false).columns > 0)
  }
}
