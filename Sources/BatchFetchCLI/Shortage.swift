internal import CPlatform

/// What this machine grants a run too little of, asked before it begins.
///
/// libdispatch, which carries our tasks, ends the process without a word where it lacks a file, and
/// waits for ever for a thread.
enum Shortage {
  /// Report, journal, history, the loop's own files, and libdispatch's now and then.
  private static let files: Int32 = 24
  /// Our own with names, those of the tasks, and some room.
  private static let threads: Int32 = 12

  /// What is short and what to do; `nil` where nothing is.
  static var sentence: String? {
    if cplatform_has_descriptors(files) == 0 {
      return "fewer than \(files) files can be opened; \(Remedy.raiseLimit) and run again"
    }
    if cplatform_has_threads(threads) == 0 {
      return "fewer than \(threads) threads can be started; raise the limits "
        + "(ulimit -v, ulimit -u) and run again"
    }
    return nil
  }
}
