@testable import BatchFetchCLI

/// Everything that stage 1 gives of some inputs, copied out.
struct ReadLines: Equatable {
  struct Line: Equatable, CustomStringConvertible {
    var input = 0
    var number: Int
    /// Nil: too long.
    var bytes: [UInt8]?

    init(_ number: Int, _ text: String?, input: Int = 0) {
      self.input = input
      self.number = number
      bytes = text.map { Array($0.utf8) }
    }

    var description: String {
      let text = bytes.map { String(decoding: $0.prefix(80), as: UTF8.self) } ?? "too long"
      return "\(input):\(number) \(text)"
    }
  }

  var lines: [Line] = []
  var readings: [PayloadLines.Reading] = []

  /// Reads the inputs once.
  init(_ list: InputList, pass: InputStream.Pass, longestLine: Int = 1 << 20) throws {
    var reader = PayloadLines(list, pass: pass, longestLine: longestLine)
    while let line = try reader.next() {
      var copy = Line(line.number, nil, input: line.input)
      if case .bytes(let bytes) = line.content { copy.bytes = Array(bytes) }
      lines.append(copy)
    }
    readings = reader.readings
  }

  /// Reads one file of these bytes.
  static func of(_ bytes: some Sequence<UInt8>, longestLine: Int = 1 << 20) throws -> ReadLines {
    let scratch = try Scratch()
    let list = try InputList([scratch.write(bytes)], spoolFolder: scratch.path)
    var read = try ReadLines(list, pass: .first, longestLine: longestLine)
    for index in read.readings.indices { read.readings[index].name = "list.ndjson" }
    return read
  }

  static func of(_ text: String, longestLine: Int = 1 << 20) throws -> ReadLines {
    try of(text.utf8, longestLine: longestLine)
  }

  /// The sentence with which one file of these bytes, called `list.ndjson`, is refused.
  static func refusal(of bytes: some Sequence<UInt8>) throws -> String? {
    do {
      _ = try of(bytes)
      return nil
    } catch let failure as RunFailure {
      return failure.code == .input ? failure.description : "exit \(failure.code)"
    }
  }
}
