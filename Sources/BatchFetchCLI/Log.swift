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
  }

  var format: Format
  /// The most talkative level that is still said.
  var level: Level
  /// The line that progress occupies is wiped before a log line is written.
  var wipesLine: Bool

  func error(_ text: String) { say(.error, text) }
  func warning(_ text: String) { say(.warning, text) }
  func info(_ text: String) { say(.info, text) }
  func detail(_ text: @autoclosure () -> String) { if level >= .detail { say(.detail, text()) } }

  private func say(_ level: Level, _ text: String) {
    guard level <= self.level else { return }
    let line = Log.line(level, text, format: format, time: Timestamp.now())
    Console.printError(wipesLine ? "\r\u{1B}[K" + line : line)
  }

  /// One line with its line break, for example `batchfetch: warning: …`; control characters are
  /// escaped so that text from a payload cannot steer a terminal.
  static func line(_ level: Level, _ text: String, format: Format, time: String) -> String {
    switch format {
    case .text:
      let prefix = level == .info ? "" : "\(level.name): "
      return "batchfetch: \(prefix)\(visible(text))\n"
    case .json:
      var writer = JSONWriter()
      writer.beginObject()
      writer.key("time")
      writer.string(time)
      writer.key("level")
      writer.string(level.name)
      writer.key("message")
      writer.string(text)
      writer.endObject()
      return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }
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
