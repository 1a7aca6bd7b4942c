/// What only the parts on their own are told.
struct Parts: Sendable {
  var command: Command
  /// Where `plan` writes; nil: standard output.
  var planOutput: String?
  /// Into how many files; nil: one, under its very name.
  var shards: Int?
  /// What `report` judges by.
  var factsFiles: [String]

  init(_ options: ParsedOptions) throws(UsageError) {
    command = options.command
    planOutput = command == .plan ? try Value.nonEmpty(options, "output") : nil
    shards =
      options.has("shards") ? try Value.number(options, "shards", default: 1, in: 1...9999) : nil
    if shards != nil, planOutput == nil {
      throw UsageError("--shards needs --output: a prefix for the files' names, or a folder")
    }
    factsFiles = options.all("facts")
    if command == .report, factsFiles.isEmpty {
      throw UsageError("no facts: name what was fetched with --facts FILE")
    }
  }
}
