/// Reads the value of a `Retry-After` header (RFC 9110, 10.2.3).
enum RetryAfter {
  /// The wait it asks for: `120`, or the time from `now` (seconds since 1970) to an HTTP date.
  static func wait(_ text: String?, now: Int) -> Duration? {
    guard let text else { return nil }
    let value = text.filter { $0 != "\t" }
    if !value.isEmpty, value.utf8.allSatisfy({ (48...57).contains($0) }) {
      return .seconds(min(Int(value) ?? .max, 1_000_000_000))
    }
    guard let date = HTTPDate.seconds(value) else { return nil }
    return .seconds(max(0, date - now))
  }
}

/// Reads the three spellings of a date in HTTP (RFC 9110, 5.6.7).
enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Seconds since 1970.
  ///
  /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
  /// `Sun Nov  6 08:49:37 1994` are all 784111777.
  static func seconds(_ text: String) -> Int? {
    let words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "-" }
    guard words.count >= 5 else { return nil }
    let isAsctime = months.contains(String(words[1]))
    let day = words[isAsctime ? 2 : 1]
    let month = words[isAsctime ? 1 : 2]
    let year = words[isAsctime ? 4 : 3]
    let clock = words[isAsctime ? 3 : 4].split(separator: ":").map { Int($0) ?? -1 }
    guard let monthIndex = months.firstIndex(of: String(month)), let dayNumber = Int(day),
      var yearNumber = Int(year), (1...31).contains(dayNumber), (0...9999).contains(yearNumber),
      clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]),
      (0...60).contains(clock[2])
    else { return nil }
    if year.count == 2 { yearNumber += yearNumber < 70 ? 2000 : 1900 }
    let days = daysSince1970(year: yearNumber, month: monthIndex + 1, day: dayNumber)
    return days * 86400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
  }

  /// Days of the proleptic Gregorian calendar; years begin in March, so that leap days come last.
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
