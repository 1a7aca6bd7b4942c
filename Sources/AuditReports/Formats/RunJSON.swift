public import AuditRules
internal import ExactJSON

/// `run.json`: what a run was, how far it came and what came out, in one object.
///
/// Secrets are struck out here, whoever fills it in: see ``Redaction``.
public struct RunJSON: Sendable {
  /// The value of the member `tool`, by which a folder is known as one of our reports.
  public static let mark = "batchfetch"

  /// One input as it was read.
  public struct Input: Sendable, Equatable {
    /// As it was given; `-` for standard input.
    public var name: String
    /// Bytes as they were read, compressed or not.
    public var bytes: Int
    /// Physical lines, and those of them that are payloads.
    public var lines: Int
    public var records: Int
    /// Of the bytes as they were read, in lower-case hexadecimal.
    public var sha256: String?

    public init(name: String, bytes: Int, lines: Int, records: Int, sha256: String? = nil) {
      self.name = name
      self.bytes = bytes
      self.lines = lines
      self.records = records
      self.sha256 = sha256
    }
  }

  /// A setting under the name of its option.
  public struct Setting: Sendable, Equatable {
    public enum Value: Sendable, Equatable {
      case text(String)
      case number(Double)
      case flag(Bool)
      case list([String])
      /// Not set.
      case none
    }

    public var name: String
    public var value: Value

    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// What the network part did; rates are made from these and the times.
  public struct Work: Sendable, Equatable {
    /// Distinct URLs whose facts are known, and those that are wanted as far as the input was read:
    /// more in a run cut short.
    public var urls: Int = 0
    public var plannedURLs: Int = 0
    /// Requests made for them: tries and redirects.
    public var requests: Int = 0
    /// Bytes of bodies after their content coding is undone.
    public var bytes: Int = 0
    /// Largest resident memory of the process in bytes; 0 where it is not known.
    public var peakMemory: Int = 0

    public init(
      urls: Int = 0, plannedURLs: Int = 0, requests: Int = 0, bytes: Int = 0, peakMemory: Int = 0
    ) {
      self.urls = urls
      self.plannedURLs = plannedURLs
      self.requests = requests
      self.bytes = bytes
      self.peakMemory = peakMemory
    }
  }

  /// Of the tool.
  public var version: String
  /// Seconds since 1970.
  public var started: Double
  public var finished: Double
  /// Whether every payload was judged on what could be learned.
  public var isComplete: Bool
  /// The signal that ended the run (`SIGINT`), or nil.
  public var interruptedBy: String?
  public var inputs: [Input]
  public var settings: [Setting]
  public var work: Work
  /// Nil where no history is kept.
  public var changes: ChangeTotals?

  public init(
    version: String, started: Double, finished: Double, isComplete: Bool,
    interruptedBy: String? = nil, inputs: [Input], settings: [Setting], work: Work
  ) {
    self.version = version
    self.started = started
    self.finished = finished
    self.isComplete = isComplete
    self.interruptedBy = interruptedBy
    self.inputs = inputs
    self.settings = settings
    self.work = work
  }
}
