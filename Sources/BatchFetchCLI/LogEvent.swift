internal import BatchFetch

/// What happens to a run and matters to whoever watches it; each is one line of the log.
enum LogEvent: Sendable, Equatable {
  /// A value of a JSON line.
  enum Field: Sendable, Equatable {
    case text(String)
    case number(Int)
  }

  case start(inputs: [String], output: String)
  /// A signal asks for the end.
  case stop(signal: Int32)
  case slowedHost(String)
  case offline
  case end(RunEnding)

  /// Its word in JSON lines.
  var name: String {
    switch self {
    case .start: "start"
    case .stop: "stop"
    case .slowedHost: "slowed_host"
    case .offline: "offline"
    case .end: "end"
    }
  }

  var level: Log.Level {
    switch self {
    case .start, .end: .info
    case .stop, .slowedHost, .offline: .warning
    }
  }

  /// The sentence, for example `run 20260725T021500Z-3fa9 ends with 0 after 12 s: …`.
  func text(run: String) -> String {
    switch self {
    case .start(let inputs, let output):
      "run \(run) starts: \(inputs.joined(separator: ", ")), report in \(output)"
    case .stop: "stopping: no new downloads; once more ends at once"
    case .slowedHost(let host):
      "\(host) asks us to slow down (429): one request at a time, further and further apart"
    case .offline: "no host answers any more: nothing further is asked"
    case .end(let ending): "run \(run) \(ending.sentence)"
    }
  }

  /// What a JSON line holds besides.
  var fields: [(String, Field)] {
    switch self {
    case .start(let inputs, let output):
      [("inputs", .text(inputs.joined(separator: ", "))), ("output", .text(output))]
    case .stop(let signal): [("signal", .number(Int(signal)))]
    case .slowedHost(let host): [("host", .text(host))]
    case .offline: []
    case .end(let ending): ending.counts.map { ($0, .number($1)) }
    }
  }

  /// What the engine noticed.
  init(_ event: EngineEvent) {
    self =
      switch event {
      case .slowed(let host): .slowedHost(host)
      case .offline: .offline
      }
  }
}
