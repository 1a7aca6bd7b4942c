internal import BatchFetch
internal import ExactJSON
internal import InternetAddress

/// Reads option values: each function takes the text as written and gives the checked value, or
/// throws one line that names the option, the text and what is allowed.
enum Value {
  static func number(
    _ options: ParsedOptions, _ name: String, default standard: Int, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    guard let text = options.value(name) else { return standard }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "--\(name) '\(text)': a whole number from \(range.lowerBound) to \(range.upperBound) is "
          + "wanted")
    }
    return number
  }

  static func seconds(
    _ options: ParsedOptions, _ name: String, default standard: Double,
    in range: ClosedRange<Double>
  ) throws(UsageError) -> Duration {
    guard let text = options.value(name) else { return .seconds(standard) }
    guard let number = decimal(text), range.contains(number) else {
      throw UsageError(
        "--\(name) '\(text)': seconds from \(range.lowerBound) to \(Int(range.upperBound)) are "
          + "wanted, for example 29 or 2.5")
    }
    return .seconds(number)
  }

  /// A span of time such as `90m`, `6h` or `2d`, in seconds; `0` needs no unit.
  static func span(
    _ options: ParsedOptions, _ name: String, default standard: Double
  ) throws(UsageError) -> Double {
    guard let text = options.value(name) else { return standard }
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    if text == "0" { return 0 }
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()),
      (0...100_000).contains(number), text.first != "+"
    else {
      throw UsageError("--\(name) '\(text)': a time like 90m, 6h or 2d is wanted, or 0")
    }
    return Double(number) * unit
  }

  static func word<Word: RawRepresentable & CaseIterable>(
    _ options: ParsedOptions, _ name: String, default standard: Word
  ) throws(UsageError) -> Word where Word.RawValue == String {
    try optionalWord(options, name) ?? standard
  }

  static func optionalWord<Word: RawRepresentable & CaseIterable>(
    _ options: ParsedOptions, _ name: String
  ) throws(UsageError) -> Word? where Word.RawValue == String {
    guard let text = options.value(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--\(name) '\(text)': one of \(known) is wanted")
    }
    return word
  }

  static func nonEmpty(
    _ options: ParsedOptions, _ name: String
  ) throws(UsageError) -> String? {
    guard let text = options.value(name) else { return nil }
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw UsageError("--\(name) is empty: name a path")
    }
    return text
  }

  /// A file that the run writes: not in the report folder, which is replaced as a whole.
  static func file(
    _ options: ParsedOptions, _ name: String, besides folder: String
  ) throws(UsageError) -> String? {
    guard let path = try nonEmpty(options, name) else { return nil }
    guard !path.hasSuffix("/") else { throw UsageError("--\(name) \(path): name a file") }
    guard !path.hasPrefix(folder + "/") else {
      throw UsageError(
        "--\(name) \(path): the report folder is replaced as a whole; name a file beside it")
    }
    guard !options.all("input").contains(path) else {
      throw UsageError("--\(name) \(path): that is an input, which would be written over")
    }
    return path
  }

  static func pointer(
    _ options: ParsedOptions, _ name: String
  ) throws(UsageError) -> JSONPointer? {
    guard let text = options.value(name) else { return nil }
    do {
      return try JSONPointer(text)
    } catch {
      throw UsageError("--\(name): \(error)")
    }
  }

  /// A number as people write it: `Double` alone takes `0x5` too.
  private static func decimal(_ text: String) -> Double? {
    text.utf8.contains(where: { "xX".utf8.contains($0) }) ? nil : Double(text)
  }

  /// `2%` and `0.02` are the same share.
  static func share(_ text: String) throws(UsageError) -> Double {
    let isPercent = text.hasSuffix("%")
    let digits = isPercent ? String(text.dropLast()) : text
    guard let number = decimal(digits), number.isFinite,
      (0...1).contains(isPercent ? number / 100 : number)
    else {
      var sentence = "--fail-above '\(text)': a share like 2% or 0.02 is wanted"
      if !isPercent, let number = decimal(digits), (1...100).contains(number) {
        sentence += "; did you mean \(text)%?"
      }
      throw UsageError(sentence)
    }
    return isPercent ? number / 100 : number
  }

  static func hosts(_ options: ParsedOptions, _ name: String) throws(UsageError) -> [String] {
    var hosts: [String] = []
    for text in options.all(name) {
      guard !text.isEmpty, !text.contains(where: { "/:@ *".contains($0) }) || text.hasPrefix("[")
      else {
        throw UsageError("--\(name) '\(text)': a host name alone is wanted, like cdn.example.com")
      }
      // The rules compare without the dot of the root.
      hosts.append(String(text.lowercased().dropLast(text.hasSuffix(".") ? 1 : 0)))
    }
    return hosts
  }

  static func addressRanges(_ options: ParsedOptions) throws(UsageError) -> [AddressRange] {
    var ranges: [AddressRange] = []
    for text in options.all("allow-address") {
      do {
        ranges.append(try AddressRange(text))
      } catch {
        throw UsageError("--allow-address: \(error)")
      }
    }
    return ranges
  }

  static func proxy(
    _ options: ParsedOptions, environment: (String) -> String?
  ) throws(UsageError) -> FetchSettings.Proxy {
    guard let text = options.value("proxy") else { return .none }
    let proxy: FetchSettings.Proxy = text.lowercased() == "env" ? .environment : .url(text)
    if let defect = proxy.defect(environment: environment) {
      throw UsageError(
        "--proxy \(defect): a URL like http://proxy.example.com:3128 or env is wanted")
    }
    return proxy
  }
}
