/// One request as the server read it.
public struct Request: Sendable {
  public var method: String
  /// The target as written: path and query, or an absolute URL at a proxy.
  public var target: String
  /// `HTTP/1.1`, `HTTP/1.0` or `HTTP/2`.
  public var version: String
  public var headers: HeaderLines
  /// Which connection brought it, counted from 1.
  public var connection = 0
  /// The how-manieth request of its connection, from 1: above 1 the connection was reused.
  public var numberOnConnection = 0
  /// The how-manieth request of the server, from 1.
  public var order = 0
  /// The how-manieth request for its path, from 1.
  public var attempt = 0
  /// The name in the client's TLS hello, if there was one.
  public var serverName: String?

  /// The target without its query.
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// What follows the question mark, or an empty text.
  public var query: String { String(target.drop { $0 != "?" }.dropFirst()) }
}

/// Reads requests of HTTP/1 off a connection.
struct RequestReader {
  private var buffer: [UInt8] = []
  /// Bytes of a request body still to be skipped.
  private var bodyLeft = 0

  init(_ first: [UInt8] = []) { buffer = first }

  /// The next request, or nil at the end of the connection or where it is no HTTP.
  mutating func next(_ wire: Wire) -> Request? {
    var searched = 0
    while true {
      skipBody()
      if bodyLeft == 0, let end = headEnd(from: searched) {
        let request = Self.parse(buffer[..<end])
        buffer.removeFirst(end)
        bodyLeft = max(0, request?.headers["Content-Length"].flatMap { Int($0) } ?? 0)
        return request
      }
      guard buffer.count < 1 << 20, !isHandshake else { return nil }
      searched = max(0, buffer.count - 3)
      let more = wire.read()
      if more.isEmpty { return nil }
      buffer += more
    }
  }

  /// Whether a TLS hello came where a request was due.
  var isHandshake: Bool { bodyLeft == 0 && buffer.first == 0x16 }

  /// What was read beyond the last request.
  var rest: [UInt8] { buffer }

  private mutating func skipBody() {
    let skipped = min(bodyLeft, buffer.count)
    buffer.removeFirst(skipped)
    bodyLeft -= skipped
  }

  private func headEnd(from start: Int) -> Int? {
    guard buffer.count >= 4 else { return nil }
    var index = start
    while index + 3 < buffer.count {
      if buffer[index] == 13, buffer[index + 1] == 10, buffer[index + 2] == 13,
        buffer[index + 3] == 10
      {
        return index + 4
      }
      index += 1
    }
    return nil
  }

  private static func parse(_ head: ArraySlice<UInt8>) -> Request? {
    let lines = head.split(separator: 10).map { $0.last == 13 ? $0.dropLast() : $0 }
    guard let first = lines.first else { return nil }
    let words = first.split(separator: 32).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 3, words[2].hasPrefix("HTTP/") else { return nil }
    var headers = HeaderLines()
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: 58) else { continue }
      let value = line[(colon + 1)...].drop { $0 == 32 || $0 == 9 }
      headers.add(
        String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
    }
    return Request(method: words[0], target: words[1], version: words[2], headers: headers)
  }
}
