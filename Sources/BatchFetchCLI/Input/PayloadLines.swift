internal import BatchFetch

/// Stage 1: the inputs as numbered lines, one input after another, in memory that stays flat.
///
/// Only a line feed separates lines; a carriage return before it belongs to the line break. Blank
/// lines are counted and passed over.
struct PayloadLines: ~Copyable {
  /// What was read of one input, known when its last line was given out.
  struct Reading: Sendable, Equatable {
    var name: String
    var bytes: Int
    var lines: Int
    var digest: SHA256Digest
  }

  private let list: InputList
  private let pass: InputStream.Pass
  private let longestLine: Int
  private var index = 0
  private var number = 0
  private var stream: InputStream?
  private var buffer: LineBuffer
  private var isAtStart = true
  /// The input is one record over many lines: a file as Xcode's Simulator takes it.
  private var isOneRecord = false
  private var isPassingOver = false
  private var isAtEnd = false
  /// The inputs read to their end so far.
  private(set) var readings: [Reading] = []
  /// Reading was stopped from outside before the end.
  private(set) var wasStopped = false

  init(_ list: InputList, pass: InputStream.Pass, longestLine: Int) {
    self.list = list
    self.pass = pass
    self.longestLine = longestLine
    buffer = LineBuffer(capacity: 64 << 10)
  }

  /// The next line that is not blank, or nil at the end of the last input.
  mutating func next() throws(RunFailure) -> PayloadLine? {
    while let stream = try currentStream() {
      // No line is given out before the file's first bytes were looked at: a pipe may bring few.
      if !isAtStart, !isOneRecord, let bytes = buffer.takeLine() {
        number += 1
        if isPassingOver {
          isPassingOver = false
          return PayloadLine(input: index, number: number, content: .tooLong)
        }
        if let line = line(bytes) { return line }
      } else if isAtEnd, !isAtStart {
        if let line = takeLast() { return line }
        finish(stream)
      } else {
        try refill(from: stream)
      }
    }
    return nil
  }

  private mutating func currentStream() throws(RunFailure) -> InputStream? {
    if let stream { return stream }
    guard index < list.sources.count, !wasStopped else { return nil }
    let opened = InputStream(list.sources[index], of: list, pass: pass)
    stream = opened
    number = 0
    isAtStart = true
    isAtEnd = false
    isOneRecord = InputShape.isOneRecord(list.sources[index].name)
    return opened
  }

  private mutating func refill(from stream: InputStream) throws(RunFailure) {
    // A line that is too long already is not kept: only its end is looked for.
    if isPassingOver {
      buffer.drop(buffer.count)
    } else if buffer.count > longestLine + 2 {
      isPassingOver = true
      buffer.drop(buffer.count)
    }
    var failure: RunFailure?
    let count = buffer.refill { space in
      do throws(RunFailure) { return try stream.read(into: space) } catch {
        failure = error
        return 0
      }
    }
    if let failure {
      throw RunFailure(failure.code, "\(failure.description) (after line \(number))")
    }
    isAtEnd = count == 0
    if isAtStart { try lookAtStart() }
  }

  /// Refuses what is no NDJSON and passes over the byte-order mark, once enough bytes are there.
  private mutating func lookAtStart() throws(RunFailure) {
    guard isAtEnd || InputShape.isTelling(buffer.bytes) else { return }
    isAtStart = false
    if let sentence = InputShape.refusal(of: buffer.bytes, asOneRecord: isOneRecord) {
      let name = list.sources[index].name
      throw RunFailure(.input, InputShape.told(sentence, of: name))
    }
    if buffer.bytes.starts(with: InputShape.byteOrderMark) { buffer.drop(3) }
  }

  /// A line without its carriage return; nil when it is blank.
  private func line(_ bytes: UnsafeRawBufferPointer) -> PayloadLine? {
    var bytes = bytes
    if bytes.last == 0x0D { bytes = UnsafeRawBufferPointer(rebasing: bytes.dropLast()) }
    if bytes.count > longestLine {
      return PayloadLine(input: index, number: number, content: .tooLong)
    }
    // Most lines begin with what is no blank: one look is enough for them.
    if let first = bytes.first, !InputShape.isBlank(first) {
      return PayloadLine(input: index, number: number, content: .bytes(bytes))
    }
    if bytes.allSatisfy(InputShape.isBlank) { return nil }
    return PayloadLine(input: index, number: number, content: .bytes(bytes))
  }

  /// What stands behind the last line feed.
  private mutating func takeLast() -> PayloadLine? {
    let rest = buffer.takeAll()
    // A line torn by a stop is no line.
    if stream?.wasStopped == true { return nil }
    guard !rest.isEmpty || isPassingOver else { return nil }
    number += 1
    if isPassingOver {
      isPassingOver = false
      return PayloadLine(input: index, number: number, content: .tooLong)
    }
    return line(rest)
  }

  private mutating func finish(_ stream: InputStream) {
    readings.append(
      Reading(
        name: list.sources[index].name, bytes: stream.byteCount, lines: number,
        digest: stream.digest()))
    // The report still has every row of the inputs behind a pipe that was left.
    wasStopped = stream.wasStopped && pass == .first
    self.stream = nil
    index += 1
  }
}
