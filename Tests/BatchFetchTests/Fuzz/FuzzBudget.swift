import Foundation
import LoopbackServer

/// How many inputs a fuzz test takes; `scripts/fuzz` asks for more than a usual test run.
enum FuzzBudget {
  /// The same seed makes the same inputs.
  static let seed = number("FUZZ_SEED", 1)
  /// Inputs of each test that calls a function.
  static let inputs = number("FUZZ_INPUTS", 20_000)
  /// Answers of each test that has them sent over a socket.
  static let answers = number("FUZZ_ANSWERS", 1_000)

  private static func number(_ name: String, _ usual: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
  }

  /// Calls `body` with each input: a text of the list, damaged.
  static func run(
    _ name: String, from texts: [String], _ body: (_ input: [UInt8], inout SeededNumbers) -> Void
  ) {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let starts = texts.map { Array($0.utf8) }
    for _ in 0..<inputs {
      var bytes = starts[Int.random(in: 0..<starts.count, using: &numbers)]
      Reply.damage(&bytes, by: &numbers)
      body(bytes, &numbers)
    }
    print("fuzz: \(name): \(inputs) inputs, seed \(seed)")
  }
}
