import Foundation
import LoopbackServer

/// Makes the bytes that a case's servers send out of the small files of `samples/media`.
struct CaseMedia: Sendable {
  let folder: String

  private static let members: Set<String> = [
    "file", "text", "base64", "first", "padded_to", "coding", "repeat", "times",
  ]

  /// A text names a file; an object says what is done with it.
  func bytes(_ value: CaseValue) throws -> [UInt8] {
    if case .text(let name) = value { return try file(name) }
    let members = try CaseMembers(value, in: "a body", known: Self.members)
    var bytes = try source(members)
    if let size = try members.integer("padded_to") { bytes = try Self.padded(bytes, to: size) }
    if let count = try members.integer("first") { bytes = Array(bytes.prefix(count)) }
    return bytes
  }

  /// How the body is coded on its way.
  static func coding(_ value: CaseValue) throws -> Coding {
    guard case .object(let members) = value, let name = members["coding"] else { return .identity }
    let codings: [String: Coding] = [
      "gzip": .gzip, "deflate": .deflate, "br": .brotli, "gzip_cut": Coding(.gzip, .cut),
      "gzip_corrupt": Coding(.gzip, .corrupt), "gzip_not_applied": Coding(.gzip, .onlyNamed),
    ]
    guard let coding = codings[name.cell] else { throw CaseFault("no coding \(name.cell)") }
    return coding
  }

  private func source(_ members: CaseMembers) throws -> [UInt8] {
    if let name = try members.text("file") { return try file(name) }
    if let text = try members.text("text") { return Array(text.utf8) }
    if let text = try members.text("repeat") {
      let one = Array(text.utf8)
      let times = try members.integer("times") ?? 1
      return Array(repeatElement(one, count: times).joined())
    }
    guard let coded = try members.text("base64"), let data = Data(base64Encoded: coded) else {
      throw CaseFault("a body needs a file, a text or base64")
    }
    return Array(data)
  }

  private func file(_ name: String) throws -> [UInt8] {
    if name == "empty" { return [] }
    guard let bytes = CaseFiles.bytes(folder + "/" + name) else {
      throw CaseFault("there is no file samples/media/\(name)")
    }
    return bytes
  }
}

// Media of an exact size: still whole and drawable, with filling where the format allows it.
extension CaseMedia {
  static func padded(_ bytes: [UInt8], to size: Int) throws -> [UInt8] {
    let room = size - bytes.count
    guard room >= 0 else { throw CaseFault("the file is larger than \(size) bytes") }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return try paddedPNG(bytes, room) }
    if bytes.starts(with: [0xFF, 0xD8]) { return try paddedJPEG(bytes, room) }
    // GIF ends at its trailer, ISO media, MP3 and bitmaps at what they declare: zeros do no harm.
    return bytes + [UInt8](repeating: 0, count: room)
  }

  /// One private ancillary chunk before the last one (PNG specification, 5.3).
  private static func paddedPNG(_ bytes: [UInt8], _ room: Int) throws -> [UInt8] {
    guard room != 0 else { return bytes }
    guard room >= 12 else { throw CaseFault("a PNG chunk needs 12 bytes") }
    let tail = 12
    var chunk = Array("paDd".utf8)
    chunk += [UInt8](repeating: 0, count: room - 12)
    let framed = bigEndian(UInt32(room - 12)) + chunk + bigEndian(checksum(chunk))
    return Array(bytes.dropLast(tail)) + framed + bytes.suffix(tail)
  }

  /// Comment segments of at most 65,535 bytes behind the start marker (ITU T.81, B.2.4.5).
  private static func paddedJPEG(_ bytes: [UInt8], _ room: Int) throws -> [UInt8] {
    var filling: [UInt8] = []
    var left = room
    while left > 0 {
      // A segment takes four bytes at least: never leave fewer over.
      let size = left <= 65_537 ? left : min(65_537, left - 4)
      guard size >= 4 else { throw CaseFault("a JPEG comment needs 4 bytes") }
      filling += [0xFF, 0xFE, UInt8((size - 2) >> 8), UInt8((size - 2) & 255)]
      filling += [UInt8](repeating: 0x20, count: size - 4)
      left -= size
    }
    return Array(bytes.prefix(2)) + filling + bytes.dropFirst(2)
  }

  /// CRC-32 as PNG wants it (PNG specification, annex D).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc = table[Int((crc ^ UInt32(byte)) & 255)] ^ (crc >> 8)
    }
    return ~crc
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(number >> (24 - $0 * 8) & 255) }
  }
}
