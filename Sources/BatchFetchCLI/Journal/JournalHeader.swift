internal import AuditReports
internal import BatchFetch
internal import ExactJSON
internal import Glibc

/// What a journal is of: the run's start, its settings and how far its inputs were read.
///
/// It stands beside the facts in the half-built report, so that the next run of the same command
/// knows whether it may go on from them.
struct JournalHeader: Sendable, Equatable {
  /// How far one input was read; the digest in hexadecimal.
  struct Input: Sendable, Equatable {
    var bytes: Int
    var digest: String
    var isWhole: Bool

    init(_ mark: InputMark) {
      (bytes, digest, isWhole) = (mark.bytes, mark.digest.hexadecimal, mark.isWhole)
    }
  }

  /// When the run began, seconds since 1970.
  var started: Double
  /// Digest of all that decides what a fetch learns.
  var settings: String
  var inputs: [Input]

  private static let mark = "batchfetch-journal"

  /// The file's bytes.
  func encode() -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("tool")
    writer.string(Self.mark)
    writer.key("started")
    writer.number(started)
    writer.key("settings")
    writer.string(settings)
    writer.key("inputs")
    writer.beginArray()
    for input in inputs {
      writer.beginObject()
      writer.key("bytes")
      writer.number(input.bytes)
      writer.key("sha256")
      writer.string(input.digest)
      writer.key("whole")
      writer.bool(input.isWhole)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.newline()
    return writer.bytes
  }

  init(started: Double, settings: String, marks: [InputMark]) {
    self.started = started
    self.settings = settings
    inputs = marks.map(Input.init)
  }

  /// Reads the file's bytes back; nil where they are no header.
  init?(_ bytes: [UInt8]) {
    guard let root = try? JSONDocument(bytes).root, root["tool"]?.string == Self.mark,
      let started = root["started"]?.double, let settings = root["settings"]?.string,
      let list = root["inputs"], list.kind == .array
    else { return nil }
    self.started = started
    self.settings = settings
    inputs = []
    for element in list.elements {
      guard let bytes = element["bytes"]?.integer, let digest = element["sha256"]?.string,
        let isWhole = element["whole"]?.bool
      else { return nil }
      var input = Input(InputMark())
      (input.bytes, input.digest, input.isWhole) = (bytes, digest, isWhole)
      inputs.append(input)
    }
  }
}

/// Files that are read and replaced whole.
enum WholeFile {
  /// The bytes of a file, nil where it is missing or cannot be read.
  static func read(_ path: String) -> [UInt8]? {
    guard let descriptor = OpenDescriptor(reading: path) else { return nil }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(descriptor.number, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { return bytes }
      bytes += block[..<count]
    }
  }

  /// Writes `bytes` under another name and renames them to `path`: a reader sees the old or the new.
  static func replace(
    _ path: String, through other: String, with bytes: [UInt8], synchronised: Bool
  ) throws(RunFailure) {
    let descriptor = try OpenDescriptor(writingAnew: other)
    try descriptor.append(bytes, path: other)
    if synchronised { try descriptor.synchronise(path: other) }
    guard rename(other, path) == 0 else { throw RunFailure(writing: path) }
  }
}
