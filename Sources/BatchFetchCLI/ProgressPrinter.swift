internal import BatchFetch
internal import Foundation

/// Shows the progress line on standard error four times a second while the downloads run.
struct ProgressPrinter: Sendable {
  /// What the line says at this moment, asked for each time.
  let snapshot: @Sendable () -> ProgressLine
  let console: Console

  /// Prints until the task is cancelled, then wipes the line.
  func run() async {
    var rate = SmoothedRate()
    while !Task.isCancelled {
      var line = snapshot()
      line.rate = rate.update(done: line.done, at: line.elapsed)
      Console.printError("\r\u{1B}[K" + line.text(columns: console.columns))
      try? await Task.sleep(for: .milliseconds(250))
    }
    Console.printError("\r\u{1B}[K")
  }
}

/// Downloads a second, smoothed over about five seconds so that the time left does not jump.
struct SmoothedRate {
  private var value: Double?
  private var last: (done: Int, time: Double)?

  /// Takes a new count and gives the smoothed rate.
  mutating func update(done: Int, at time: Double) -> Double {
    defer { last = (done, time) }
    guard let last, time > last.time else {
      return time > 0 ? Double(done) / time : 0
    }
    let now = Double(done - last.done) / (time - last.time)
    let weight = min(1, (time - last.time) / 5)
    let smoothed = value.map { $0 + (now - $0) * weight } ?? now
    value = smoothed
    return smoothed
  }
}
