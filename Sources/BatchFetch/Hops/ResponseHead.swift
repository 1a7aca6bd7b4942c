/// The head of one answer, read line by line as curl hands it over.
struct ResponseHead {
  /// Why an answer is malformed (T7).
  enum Fault: Equatable {
    case contradictoryLengths
    case tooLong
  }

  private(set) var status = 0
  private(set) var version = ""
  private(set) var headers = Trail.Headers()
  /// The empty line was seen: curl reports success also for a head that was cut short.
  private(set) var isComplete = false
  private(set) var fault: Fault?
  private(set) var byteCount = 0
  private(set) var setsCookie = false

  private var lengthText: String?
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Whether any line of a final answer was seen.
  var hasBegun: Bool { byteCount > 0 }

  /// Reads one line with its line end; answers whether it completed the final head.
  mutating func read(_ line: UnsafeRawBufferPointer) -> Bool {
    byteCount += line.count
    if byteCount > limit { fault = .tooLong }
    // Trailers of a chunked body come here too.
    guard fault == nil, !isComplete else { return false }
    let content = ResponseHead.trimmed(line[...])
    if content.isEmpty { return endOfHead() }
    if line.count > 5, line.starts(with: ResponseHead.statusStart) {
      readStatus(content)
    } else {
      readField(content)
    }
    return false
  }

  /// 1xx answers only announce the final one.
  private mutating func endOfHead() -> Bool {
    if (100..<200).contains(status), status != 101 {
      status = 0
      headers = Trail.Headers()
      lengthText = nil
      return false
    }
    isComplete = true
    return true
  }

  private mutating func readStatus(_ line: Slice<UnsafeRawBufferPointer>) {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    version = String(decoding: line.prefix { $0 != 32 }.dropFirst(5), as: UTF8.self)
    status = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0
  }

  private mutating func readField(_ line: Slice<UnsafeRawBufferPointer>) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
    let name = line[..<colon]
    guard let field = ResponseHead.fields.first(where: { ResponseHead.equal(name, $0.name) })
    else { return }
    let value = ResponseHead.text(ResponseHead.trimmed(line[(colon + 1)...]))
    field.set(&self, value)
  }

  private mutating func readLength(_ value: String) {
    if let lengthText, lengthText != value { fault = .contradictoryLengths }
    lengthText = value
    if let length = Int(value) {
      headers.contentLength = length
      return
    }
    let parts = Set(value.split(separator: ",").map { $0.filter { $0 != " " } })
    if parts.count > 1 { fault = .contradictoryLengths }
    headers.contentLength = parts.first.flatMap { Int($0) }
  }
}

extension ResponseHead {
  /// A header that somebody asks for; functions, since key paths cost more than all the rest.
  private struct Field: Sendable {
    let name: [UInt8]
    let set: @Sendable (inout ResponseHead, String) -> Void

    init(_ name: String, _ set: @escaping @Sendable (inout ResponseHead, String) -> Void) {
      self.name = Array(name.utf8)
      self.set = set
    }
  }

  private static let statusStart = Array("HTTP/".utf8)

  private static let fields = [
    Field("content-type") { $0.headers.contentType = $1 },
    Field("content-length") { $0.readLength($1) },
    Field("content-encoding") { list(&$0.headers.contentEncoding, $1) },
    Field("vary") { list(&$0.headers.vary, $1) },
    Field("location") { $0.headers.location = $1 },
    Field("etag") { $0.headers.entityTag = $1 },
    Field("content-disposition") { $0.headers.contentDisposition = $1 },
    Field("last-modified") { $0.headers.lastModified = $1 },
    Field("retry-after") { $0.headers.retryAfter = $1 },
    Field("set-cookie") { head, _ in head.setsCookie = true },
  ]

  /// Values of several fields of one name make one list.
  private static func list(_ values: inout String?, _ value: String) {
    values = values.map { "\($0), \(value)" } ?? value
  }

  /// Compares without letter case; `lower` is in lower case.
  private static func equal(_ name: Slice<UnsafeRawBufferPointer>, _ lower: [UInt8]) -> Bool {
    guard name.count == lower.count else { return false }
    var place = name.startIndex
    for wanted in lower {
      let byte = name[place]
      guard byte == wanted || (65...90).contains(byte) && byte | 32 == wanted else { return false }
      place += 1
    }
    return true
  }

  private static func trimmed(
    _ bytes: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer> {
    let isBlank = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 13 || byte == 10 }
    var rest = bytes.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }

  /// UTF-8 where it is, else every byte its Latin-1 character.
  private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
