internal import Glibc

// Numbers and words as bytes: no `String` is made on the way of a row.

extension [UInt8] {
  /// Appends a text as it is.
  @inline(__always)
  mutating func append(word: String) {
    let isWritten: Void? = word.utf8.withContiguousStorageIfAvailable { append(contentsOf: $0) }
    if isWritten == nil { append(contentsOf: word.utf8) }
  }

  /// Appends a whole number in decimal digits.
  mutating func append(number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(digits: number.magnitude, atLeast: 1)
  }

  /// Appends decimal digits, filled up with zeros in front.
  mutating func append(digits value: UInt, atLeast width: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
      var start = buffer.count
      var rest = value
      while rest > 0 || buffer.count - start < width {
        start -= 1
        buffer[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: buffer[start...]))
    }
  }

  /// Appends a number of at least 0 with a fixed count of digits behind the point, the half rounded up.
  ///
  /// Example: `1.2345` with 3 digits is `1.235`; what is no such number is written as 0.
  mutating func append(fixed value: Double, digits count: Int) {
    let scale: UInt = (0..<count).reduce(1) { product, _ in product * 10 }
    let scaled = Swift.max(0, Swift.min(value * Double(scale), 9e18)).rounded()
    let units = scaled.isFinite ? UInt(scaled) : 0
    append(digits: units / scale, atLeast: 1)
    append(UInt8(ascii: "."))
    append(digits: units % scale, atLeast: count)
  }

  /// Appends a point in time as RFC 3339 in UTC with whole seconds, rounded down.
  ///
  /// Example: `0` is `1970-01-01T00:00:00Z`. Nothing is written of a time outside the years 0 to 9999.
  mutating func append(time seconds: Double) {
    // The first and the last second that four digits of a year can name.
    guard seconds >= -62_167_219_200, seconds < 253_402_300_800 else { return }
    var moment = time_t(seconds.rounded(.down))
    var parts = tm()
    guard gmtime_r(&moment, &parts) != nil else { return }
    append(digits: UInt(parts.tm_year + 1900), atLeast: 4)
    for (mark, part) in [
      (UInt8(ascii: "-"), parts.tm_mon + 1), (UInt8(ascii: "-"), parts.tm_mday),
      (UInt8(ascii: "T"), parts.tm_hour), (UInt8(ascii: ":"), parts.tm_min),
      (UInt8(ascii: ":"), parts.tm_sec),
    ] {
      append(mark)
      append(digits: UInt(part), atLeast: 2)
    }
    append(UInt8(ascii: "Z"))
  }
}
