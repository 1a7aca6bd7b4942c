import Foundation
import Testing

@testable import MediaProbe

/// One file of `samples/media` with what the manifest says of it.
struct Sample: Decodable, Sendable, CustomTestStringConvertible {
  var file: String
  var what: String
  var type: String
  var structure: String

  var testDescription: String { file }

  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("samples/media")

  static let all: [Sample] = {
    let manifest = try! Data(contentsOf: folder.appendingPathComponent("manifest.json"))
    return try! JSONDecoder().decode([Sample].self, from: manifest)
  }()

  var bytes: [UInt8] { Sample.bytes(file) }

  static func bytes(_ file: String) -> [UInt8] {
    // Not Data(contentsOf:), which leaks a page for an empty file.
    let handle = try! FileHandle(forReadingFrom: folder.appendingPathComponent(file))
    return [UInt8](try! handle.readToEnd() ?? Data())
  }
}

extension MediaProbe {
  /// One probe for all tests, as the tool has one for all downloads.
  static let shared = try! MediaProbe()

  /// Examines a body that is all there, as the tool would: 64 KiB of head, 64 bytes of tail.
  func examine(_ bytes: [UInt8], head: Int = 65536, tail: Int = 64) -> Examination {
    examine(
      head: Array(bytes.prefix(head)), tail: Array(bytes.suffix(tail)), byteCount: bytes.count)
  }

  func type(_ bytes: [UInt8], head: Int = 65536) -> String {
    examine(bytes, head: head).type.mimeType
  }

  func type(_ text: String) -> String { type(Array(text.utf8)) }
}

/// libmagic's full database without any correction of ours: what `file --mime-type` says.
func plainLibmagic(_ bytes: some Collection<UInt8>) throws -> String {
  let cookie = try MagicCookie(
    database: MagicDatabase.locate(nil), flags: MagicCookie.mimeTypeOnly)
  switch Array(bytes).withUnsafeBytes({ cookie.ask($0) }) {
  case .type(let type): return type
  case .failure(let cause): return "error: \(cause)"
  }
}

// Boxes of the ISO family, and other building blocks.

func big32(_ value: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

func box(_ name: String, _ payload: [UInt8]...) -> [UInt8] {
  let body = payload.flatMap { $0 }
  return big32(8 + body.count) + Array(name.utf8) + body
}

func fileType(_ major: String, _ compatible: String..., name: String = "ftyp") -> [UInt8] {
  box(name, Array(major.utf8), [0, 0, 0, 0], compatible.flatMap { Array($0.utf8) })
}

/// A track of the given handler, with as much else in its media box as `filler` says.
func track(_ handler: String, filler: Int = 0) -> [UInt8] {
  let handlerBox = box(
    "hdlr", [UInt8](repeating: 0, count: 8), Array(handler.utf8),
    [UInt8](repeating: 0, count: 13))
  return box(
    "trak", box("tkhd", [UInt8](repeating: 0, count: 84)),
    box("mdia", handlerBox, box("minf", [UInt8](repeating: 0, count: filler))))
}

/// A movie header that names the next track's number.
func movieHeader(nextTrack: Int) -> [UInt8] {
  box("mvhd", [UInt8](repeating: 0, count: 96), big32(nextTrack))
}

func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
  // Checksums are not looked at, but for that of the last chunk.
  big32(body.count) + Array(name.utf8) + body
    + (name == "IEND" ? [0xAE, 0x42, 0x60, 0x82] : [0, 0, 0, 0])
}
