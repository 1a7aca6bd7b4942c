/// The progress line as text: pure, so that every state of it can be tested.
struct ProgressLine: Sendable, Equatable {
  var done: Int
  /// Distinct URLs known so far; the sum once the whole input is read.
  var known: Int
  /// The whole input is read, so `known` is the total.
  var totalIsKnown: Bool
  var failures: Int
  var active: Int
  var bytes: Int
  /// Seconds since the start.
  var elapsed: Double
  /// Downloads a second of late.
  var rate: Double

  /// The line, cut to `columns` characters, without a line break.
  ///
  /// Example: `1,240 of 5,000 (24 %), 412/s, 37 failed, 64 active, 9 s left`.
  func text(columns: Int) -> String {
    var parts: [String] = []
    if totalIsKnown && known > 0 {
      parts.append("\(Self.grouped(done)) of \(Self.grouped(known)) (\(done * 100 / known) %)")
    } else {
      parts.append("\(Self.grouped(done)) of \(Self.grouped(known)) so far")
    }
    parts.append(rate >= 10 ? "\(Int(rate))/s" : "\(Self.oneDigit(rate))/s")
    parts.append("\(Self.grouped(failures)) failed")
    parts.append("\(active) active")
    if totalIsKnown, let left = secondsLeft { parts.append("\(Self.duration(left)) left") }
    let line = parts.joined(separator: ", ")
    return String(line.prefix(max(1, columns - 1)))
  }

  /// Seconds until the end at the present rate, or nil when there is none.
  ///
  /// A rate that has all but died away promises nothing: above 99 hours no guess is made.
  var secondsLeft: Double? {
    guard rate > 0, known >= done else { return nil }
    let left = Double(known - done) / rate
    return left < 99 * 3600 ? left : nil
  }

  /// `1234567` -> `1,234,567`.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// `75` -> `1 min 15 s`.
  static func duration(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }

  private static func oneDigit(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
