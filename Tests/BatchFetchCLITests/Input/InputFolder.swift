import Foundation

@testable import BatchFetchCLI

/// A folder of input files for one test, removed with it.
final class InputFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/input-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and gives its path.
  func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// The lines of the inputs as `number:text`, a later input's as `2/number:text`.
  func lines(
    of names: [String], longestLine: Int = 1 << 20, pass: BatchFetchCLI.InputStream.Pass = .first
  ) throws -> [String] {
    let list = try InputList(names, spoolFolder: path)
    return try Self.lines(of: list, longestLine: longestLine, pass: pass).lines
  }

  static func lines(
    of list: InputList, longestLine: Int = 1 << 20, pass: BatchFetchCLI.InputStream.Pass
  ) throws -> (lines: [String], readings: [PayloadLines.Reading]) {
    var reader = PayloadLines(list, pass: pass, longestLine: longestLine)
    var shown: [String] = []
    while let line = try reader.next() {
      let place = line.input == 0 ? "" : "\(line.input + 1)/"
      switch line.content {
      case .bytes(let bytes):
        shown.append("\(place)\(line.number):\(String(decoding: bytes, as: UTF8.self))")
      case .tooLong: shown.append("\(place)\(line.number):too long")
      }
    }
    return (shown, reader.readings)
  }

  /// One gzip member with the bytes stored as they are (RFC 1951, section 3.2.4; RFC 1952).
  static func gzip(_ text: String) -> [UInt8] {
    func little(_ value: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
    }
    let bytes = Array(text.utf8)
    precondition(bytes.count <= 0xFFFF)
    var checksum: UInt32 = ~0
    for byte in bytes {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    let count = UInt32(bytes.count)
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1] + little(count, 2) + little(~count, 2) + bytes
      + little(~checksum, 4) + little(count, 4)
  }
}
