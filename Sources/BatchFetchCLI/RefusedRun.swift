/// A run that never began, since its options cannot be followed: whoever watches the figures of
/// `--metrics` must see that the night failed.
struct RefusedRun: Sendable {
  /// Where the figures go; nil: nobody asked for them, or the path itself is at fault.
  let metrics: String?

  /// Reads what can be read of the command line, and of the file of options that it names.
  init(_ words: [String]) {
    var options = ParsedOptions(leniently: words)
    if let path = options.value("config"), let text = ConfigFile.text(path) {
      options = options.adding(ConfigFile(leniently: text))
    }
    guard [.audit, .report].contains(options.command),
      let folder = try? Settings.folder(options, isDryRun: options.has("dry-run")),
      let path = try? Value.file(options, "metrics", besides: folder)
    else {
      metrics = nil
      return
    }
    metrics = path
  }

  /// Writes the figures of a failed run, in place of older ones and of nothing else: a slip in the
  /// options must not cost a file.
  func tellMetrics() {
    guard let metrics, MetricsFile.mayReplace(metrics) else { return }
    let now = Timestamp.seconds()
    do throws(RunFailure) {
      try MetricsFile.write(
        RunEnding(failed: .usage, times: RunTimes(started: now, finished: now)), to: metrics)
    } catch {
      Console.printError("batchfetch: \(Log.visible(error.description))\n")
    }
  }
}
