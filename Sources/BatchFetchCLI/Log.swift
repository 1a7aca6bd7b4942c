internal import ExactJSON
internal import Foundation

/// What the run says while it works: lines on standard error, as text or as JSON.
struct Log: Sendable {
  enum Format: String, Sendable, CaseIterable { case text, json }

  enum Level: Int, Sendable, Comparable {
    case error, warning, info, detail

    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

    var name: String {
      switch self {
      case .error: "error"
      case .warning: "warning"
      case .info: "info"
      case .detail: "detail"
      }
    }

    /// The system log's number for it, from syslog(3).
    var priority: Int {
      switch self {
      case .error: 3
      case .warning: 4
      case .info: 6
      case .detail: 7
      }
    }
  }

  var format: Format
  /// The most talkative level that is still said.
  var level: Level
  /// The line that progress occupies is wiped before a log line is written.
  var wipesLine: Bool
  /// Names this run in every JSON line, and in the first and last of text.
  var run = ""
  /// Lines begin with their priority, which the system's journal takes off.
  var isForJournal = false
  /// Whether the course of the run is told; a person at a terminal sees it without.
  var tellsCourse = false

  func error(_ text: String) { say(.error, text) }
  func warning(_ text: String) { say(.warning, text) }
  func info(_ text: String) { say(.info, text) }
  func detail(_ text: @autoclosure () -> String) { if level >= .detail { say(.detail, text()) } }

  /// Says what happened to the run.
  func tell(_ event: LogEvent) {
    guard tellsCourse || event.level < .info else { return }
    // A night must not stand still before it began because nobody reads its log.
    if case .start = event, !Console.errorTakesMore { return }
    say(event.level, event.text(run: run), event: event)
  }

  private func say(_ level: Level, _ text: String, event: LogEvent? = nil) {
    guard level <= self.level else { return }
    let line = Log.line(
      level, text, format: format, time: Timestamp.now(), run: run, event: event,
      isForJournal: isForJournal)
    Console.printError(wipesLine ? "\r\u{1B}[K" + line : line)
  }

  /// One line with its line break, for example `batchfetch: warning: …`; control characters are
  /// escaped so that text from a payload cannot steer a terminal.
  static func line(
    _ level: Level, _ text: String, format: Format, time: String, run: String = "",
    event: LogEvent? = nil, isForJournal: Bool = false
  ) -> String {
    // sd-daemon(3): "<6>" and the like at the beginning of a line "encode the log level".
    let mark = isForJournal ? "<\(level.priority)>" : ""
    switch format {
    case .text:
      let prefix = level == .info ? "" : "\(level.name): "
      return "\(mark)batchfetch: \(prefix)\(visible(text))\n"
    case .json:
      return mark + json(level, text, time: time, run: run, event: event) + "\n"
    }
  }

  private static func json(
    _ level: Level, _ text: String, time: String, run: String, event: LogEvent?
  ) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    func add(_ key: String, _ value: String) {
      writer.key(key)
      writer.string(value)
    }
    add("time", time)
    add("level", level.name)
    if !run.isEmpty { add("run", run) }
    if let event { add("event", event.name) }
    add("message", text)
    for (name, value) in event?.fields ?? [] {
      writer.key(name)
      switch value {
      case .text(let text): writer.string(text)
      case .number(let number): writer.number(number)
      }
    }
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The text with control characters written as `\u{..}`.
  static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        shown += scalar.escaped(asASCII: true)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028
      || scalar.value == 0x2029
  }
}
