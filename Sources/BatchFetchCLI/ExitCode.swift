/// How the program ends: the contract's exit codes.
enum ExitCode: Int32, CaseIterable {
  case done = 0
  /// More payloads lost than `--fail-above` allows.
  case lostTooMuch = 1
  case usage = 2
  /// Input unreadable, or without one valid record.
  case input = 3
  /// Report or state cannot be written.
  case output = 4
  /// Our own network is down.
  case offline = 5
  /// `batchfetch fetch` could not answer every line; sysexits.h: "temp failure; user is invited to
  /// retry".
  case tryAgain = 75
  case interrupted = 130
  case terminated = 143
}

/// The tool's own failure: the only thing that ends a run early.
struct RunFailure: Error, CustomStringConvertible {
  var code: ExitCode
  /// What happened, where, and what to do.
  var description: String

  init(_ code: ExitCode, _ description: String) {
    self.code = code
    self.description = description
  }

  /// Any error as a failure; what is none of ours is about what we write.
  init(of error: any Error) {
    self = error as? RunFailure ?? RunFailure(.output, "\(error)")
  }

  /// The same failure, with a word on what the ended run has left and where.
  func leaving(_ what: String, in folder: String) -> RunFailure {
    RunFailure(code, "\(description); \(what) so far lie in \(folder)")
  }
}
