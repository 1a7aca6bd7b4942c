/// One frame of HTTP/2 (RFC 9113, section 4.1).
struct Frame {
  enum Kind: UInt8 {
    case data, headers, priority, resetStream, settings, pushPromise, ping, goAway, windowUpdate
    case continuation
  }

  static let endStream: UInt8 = 1
  static let acknowledged: UInt8 = 1
  static let endHeaders: UInt8 = 4
  static let padded: UInt8 = 8
  static let hasPriority: UInt8 = 32

  /// Nil for kinds unknown, which are to be ignored.
  var kind: Kind?
  var flags: UInt8 = 0
  var stream: UInt32 = 0
  var payload: [UInt8] = []

  init(_ kind: Kind, flags: UInt8 = 0, stream: UInt32 = 0, payload: [UInt8] = []) {
    self.kind = kind
    self.flags = flags
    self.stream = stream
    self.payload = payload
  }

  /// Takes the first whole frame out of the bytes, or gives nil until there is one.
  init?(takenFrom buffer: inout [UInt8]) {
    guard buffer.count >= 9 else { return nil }
    let length = Int(buffer[0]) << 16 | Int(buffer[1]) << 8 | Int(buffer[2])
    guard buffer.count >= 9 + length else { return nil }
    kind = Kind(rawValue: buffer[3])
    flags = buffer[4]
    stream = Self.number(buffer[5..<9]) & 0x7FFF_FFFF
    payload = Array(buffer[9..<(9 + length)])
    buffer.removeFirst(9 + length)
  }

  var bytes: [UInt8] {
    let count = payload.count
    let head = [UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255)]
    return head + [kind?.rawValue ?? 255, flags] + Self.bytes(stream) + payload
  }

  /// The payload of HEADERS without padding and priority.
  var headerBlock: [UInt8] {
    var rest = payload[...]
    if flags & Self.padded != 0, let padding = rest.popFirst() {
      rest = rest.dropLast(Int(padding))
    }
    return Array(flags & Self.hasPriority != 0 ? rest.dropFirst(5) : rest)
  }

  static func number(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(number >> $0 & 255) }
  }
}
