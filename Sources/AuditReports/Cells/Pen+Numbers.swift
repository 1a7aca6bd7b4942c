extension Pen {
  /// The most bytes a number or a time takes.
  static let longestNumber = 24

  /// Puts a whole number in decimal digits.
  @inline(__always)
  mutating func put(number: Int) {
    if number < 0 { put(UInt8(ascii: "-")) }
    put(digits: number.magnitude, atLeast: 1)
  }

  /// Puts decimal digits, filled up with zeros in front.
  mutating func put(digits value: UInt, atLeast width: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
      var start = buffer.count
      var rest = value
      while rest > 0 || buffer.count - start < width {
        start -= 1
        buffer[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      put(bytes: UnsafeBufferPointer(rebasing: buffer[start...]))
    }
  }

  /// Puts a number of at least 0 with a fixed count of digits behind the point, the half rounded up.
  ///
  /// Example: `1.2345` with 3 digits is `1.235`; what is no such number is written as 0.
  mutating func put(fixed value: Double, digits count: Int) {
    let scale: UInt = (0..<count).reduce(1) { product, _ in product * 10 }
    let scaled = max(0, min(value * Double(scale), 9e18)).rounded()
    let units = scaled.isFinite ? UInt(scaled) : 0
    put(digits: units / scale, atLeast: 1)
    put(UInt8(ascii: "."))
    put(digits: units % scale, atLeast: count)
  }

  /// Puts a point in time as RFC 3339 in UTC with whole seconds, rounded down.
  ///
  /// Example: `0` is `1970-01-01T00:00:00Z`. Nothing is written of a time outside the years 0 to 9999.
  mutating func put(time seconds: Double) {
    // The first second of the year 0, and the one behind the last of the year 9999.
    guard seconds >= -62_167_219_200, seconds < 253_402_300_800 else { return }
    let whole = Int(seconds.rounded(.down)) + 62_167_219_200
    let second = whole % 86_400
    let date = Self.date(ofDay: whole / 86_400)
    put(digits: UInt(date.year), atLeast: 4)
    put(UInt8(ascii: "-"))
    put(digits: UInt(date.month), atLeast: 2)
    put(UInt8(ascii: "-"))
    put(digits: UInt(date.day), atLeast: 2)
    put(UInt8(ascii: "T"))
    put(digits: UInt(second / 3600), atLeast: 2)
    put(UInt8(ascii: ":"))
    put(digits: UInt(second / 60 % 60), atLeast: 2)
    put(UInt8(ascii: ":"))
    put(digits: UInt(second % 60), atLeast: 2)
    put(UInt8(ascii: "Z"))
  }

  /// The Gregorian date of a day counted from the first of January of the year 0.
  ///
  /// Years are counted from March, so that the day that is not always there is the last of a year.
  private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day - 60  // days since the first of March of the year 0
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153  // 0 is March
    let isNextYear = month >= 10
    return (
      yearOfEra + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }
}

extension Pen {
  /// The text that a pen writes, for values that go through another writer.
  static func text(_ body: (inout Pen) -> Void) -> String {
    var bytes: [UInt8] = []
    bytes.write(atMost: 2 * longestNumber, body)
    return String(decoding: bytes, as: UTF8.self)
  }
}
