/// Points in time as signed URLs write them, in seconds since 1970 (UTC).
enum CalendarTime {
  /// Reads `20260131T235959Z` and `2026-01-31T23:59:59Z`, to the day, minute or second.
  static func seconds(_ text: String) -> Double? {
    var text = text[...]
    var zone = 0.0
    if text.last == "Z" || text.last == "z" {
      text = text.dropLast()
    } else if let sign = text.dropFirst(11).lastIndex(where: { $0 == "+" || $0 == "-" }) {
      guard let offset = offset(text[sign...]) else { return nil }
      zone = offset
      text = text[..<sign]
    }
    // Fractions of a second do not matter.
    if let dot = text.lastIndex(of: ".") { text = text[..<dot] }
    let digits = text.utf8.filter(ASCII.isDigit)
    let others = text.utf8.filter { !ASCII.isDigit($0) }
    guard [8, 12, 14].contains(digits.count), others.allSatisfy("-:Tt ".utf8.contains) else {
      return nil
    }
    func number(_ start: Int, _ length: Int) -> Int {
      guard start < digits.count else { return 0 }
      return digits[start..<(start + length)].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    let (month, day) = (number(4, 2), number(6, 2))
    guard (1...12).contains(month), (1...31).contains(day), number(8, 2) < 25, number(10, 2) < 60,
      number(12, 2) < 61
    else { return nil }
    let days = days(year: number(0, 4), month: month, day: day)
    return Double(days * 86_400 + number(8, 2) * 3600 + number(10, 2) * 60 + number(12, 2)) - zone
  }

  /// Days from 1970-01-01 in the Gregorian calendar; the year is counted from March.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let yearOfEra = year % 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return year / 400 * 146_097 + dayOfEra - 719_468
  }

  /// `+02:00` in seconds.
  private static func offset(_ text: Substring) -> Double? {
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.count == 4, let number = Int(digits) else { return nil }
    let seconds = Double(number / 100 * 3600 + number % 100 * 60)
    return text.first == "-" ? -seconds : seconds
  }
}
