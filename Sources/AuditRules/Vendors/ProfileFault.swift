/// What is wrong with a file of profiles, and on which line.
public struct ProfileFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// Counted from 1.
  public var line: Int
  /// One sentence: what stands there and what would be right.
  public var message: String

  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }

  public var description: String { "line \(line): \(message)" }
}

/// All that is wrong with a file of profiles, so that it is corrected in one go.
public struct ProfileFaults: Error, Sendable, Equatable, CustomStringConvertible {
  /// In the order of the lines; never empty.
  public var faults: [ProfileFault]

  public init(_ faults: [ProfileFault]) { self.faults = faults.sorted { $0.line < $1.line } }

  public var description: String { faults.map(\.description).joined(separator: "\n") }
}
