/// The words of the command line.
enum Arguments {
  /// All words behind the program's name, as they were given.
  static func ofProcess() throws(UsageError) -> [String] {
    var words: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let text = CommandLine.unsafeArgv[index] else { break }
      words.append(try word(text))
    }
    return words
  }

  /// One word; what is not UTF-8 is refused, since a repaired path would name another file.
  static func word(_ text: UnsafePointer<CChar>) throws(UsageError) -> String {
    guard let word = String(validatingCString: text) else {
      throw UsageError(
        "'\(String(cString: text))': the argument is not UTF-8; rename the file it means")
    }
    return word
  }
}
