/// HPACK (RFC 7541): decoding in full, encoding as literals without index.
struct HeaderDecoder {
  private var dynamic: [(String, String)] = []
  private var size = 0
  private var limit = 4096

  /// The header lines of one block, pseudo-headers included, or nil where it is broken.
  mutating func decode(_ block: [UInt8]) -> HeaderLines? {
    var rest = block[...]
    var headers = HeaderLines()
    while let first = rest.first {
      if first & 0x80 != 0 {
        guard let index = Self.number(&rest, prefix: 7), let (name, value) = entry(index) else {
          return nil
        }
        headers.add(name, value)
      } else if first & 0xE0 == 0x20 {
        guard let wanted = Self.number(&rest, prefix: 5) else { return nil }
        limit = min(4096, wanted)
        evict()
      } else {
        let isIndexed = first & 0x40 != 0
        guard let index = Self.number(&rest, prefix: isIndexed ? 6 : 4) else { return nil }
        guard let name = index == 0 ? Self.text(&rest) : entry(index)?.0,
          let value = Self.text(&rest)
        else { return nil }
        headers.add(name, value)
        if isIndexed { remember(name, value) }
      }
    }
    return headers
  }

  private func entry(_ index: Int) -> (String, String)? {
    if index < 1 { return nil }
    if index <= Self.fixed.count { return Self.fixed[index - 1] }
    let place = index - Self.fixed.count - 1
    return place < dynamic.count ? dynamic[place] : nil
  }

  private mutating func remember(_ name: String, _ value: String) {
    dynamic.insert((name, value), at: 0)
    size += name.utf8.count + value.utf8.count + 32
    evict()
  }

  private mutating func evict() {
    while size > limit, let (name, value) = dynamic.popLast() {
      size -= name.utf8.count + value.utf8.count + 32
    }
  }

  /// A number whose first bits share a byte (section 5.1).
  private static func number(_ rest: inout ArraySlice<UInt8>, prefix: Int) -> Int? {
    guard let first = rest.popFirst() else { return nil }
    let most = (1 << prefix) - 1
    var value = Int(first) & most
    guard value == most else { return value }
    for shift in stride(from: 0, through: 28, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value += Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }

  private static func text(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let first = rest.first, let length = number(&rest, prefix: 7), length <= rest.count else {
      return nil
    }
    let bytes = rest.prefix(length)
    rest = rest.dropFirst(length)
    return first & 0x80 != 0 ? Huffman.decode(bytes) : String(decoding: bytes, as: UTF8.self)
  }

  /// The static table (appendix A).
  private static let fixed = [
    (":authority", ""),
    (":method", "GET"),
    (":method", "POST"),
    (":path", "/"),
    (":path", "/index.html"),
    (":scheme", "http"),
    (":scheme", "https"),
    (":status", "200"),
    (":status", "204"),
    (":status", "206"),
    (":status", "304"),
    (":status", "400"),
    (":status", "404"),
    (":status", "500"),
    ("accept-charset", ""),
    ("accept-encoding", "gzip, deflate"),
    ("accept-language", ""),
    ("accept-ranges", ""),
    ("accept", ""),
    ("access-control-allow-origin", ""),
    ("age", ""),
    ("allow", ""),
    ("authorization", ""),
    ("cache-control", ""),
    ("content-disposition", ""),
    ("content-encoding", ""),
    ("content-language", ""),
    ("content-length", ""),
    ("content-location", ""),
    ("content-range", ""),
    ("content-type", ""),
    ("cookie", ""),
    ("date", ""),
    ("etag", ""),
    ("expect", ""),
    ("expires", ""),
    ("from", ""),
    ("host", ""),
    ("if-match", ""),
    ("if-modified-since", ""),
    ("if-none-match", ""),
    ("if-range", ""),
    ("if-unmodified-since", ""),
    ("last-modified", ""),
    ("link", ""),
    ("location", ""),
    ("max-forwards", ""),
    ("proxy-authenticate", ""),
    ("proxy-authorization", ""),
    ("range", ""),
    ("referer", ""),
    ("refresh", ""),
    ("retry-after", ""),
    ("server", ""),
    ("set-cookie", ""),
    ("strict-transport-security", ""),
    ("transfer-encoding", ""),
    ("user-agent", ""),
    ("vary", ""),
    ("via", ""),
    ("www-authenticate", ""),
  ]
}

/// The sending side of HPACK.
enum HeaderEncoder {
  /// Lines that belong to HTTP/1's framing and may not stand in HTTP/2.
  private static let forbidden: Set = ["connection", "transfer-encoding", "keep-alive"]

  static func encode(_ head: Head) -> [UInt8] {
    var out = line(":status", "\(head.status)")
    for header in head.headers.lines {
      let name = header.name.lowercased()
      if !forbidden.contains(name) { out += line(name, header.value) }
    }
    return out
  }

  /// A literal without index and without Huffman code.
  private static func line(_ name: String, _ value: String) -> [UInt8] {
    [0] + text(name) + text(value)
  }

  private static func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
    var length: [UInt8] = [127]
    var left = bytes.count - 127
    while left >= 128 {
      length.append(UInt8(left & 127 | 128))
      left >>= 7
    }
    return length + [UInt8(left)] + bytes
  }
}
