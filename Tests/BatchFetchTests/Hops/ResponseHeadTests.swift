import Testing

@testable import BatchFetch

/// Feeds a head line by line, as curl does.
func readHead(_ lines: [String], limit: Int = 1 << 16) -> ResponseHead {
  var head = ResponseHead(limit: limit)
  for line in lines {
    _ = Array((line + "\r\n").utf8).withUnsafeBytes { head.read($0) }
  }
  return head
}

@Suite struct ResponseHeadTests {
  @Test("Status, version and the wanted headers are read, whatever their letter case")
  func wanted() {
    let head = readHead([
      "HTTP/1.1 200 OK", "CONTENT-type: image/png", "content-LENGTH:  12 ", "Vary: Accept",
      "vary: Origin", "ETag: \"a\"", "Last-Modified: x", "Retry-After: 3", "Content-Encoding: gzip",
      "Location: /b", "Set-Cookie: a=b", "X-Other: y", "",
    ])
    #expect(head.isComplete)
    #expect(head.status == 200)
    #expect(head.version == "1.1")
    #expect(head.headers.contentType == "image/png")
    #expect(head.headers.contentLength == 12)
    #expect(head.headers.vary == "Accept, Origin")
    #expect(head.headers.entityTag == "\"a\"")
    #expect(head.headers.retryAfter == "3")
    #expect(head.headers.contentEncoding == "gzip")
    #expect(head.headers.location == "/b")
    #expect(head.setsCookie)
    #expect(head.fault == nil)
  }

  @Test("Interim answers leave nothing behind")
  func interim() {
    let head = readHead(["HTTP/1.1 103 Early Hints", "Location: /a", "", "HTTP/2 204", ""])
    #expect(head.isComplete)
    #expect(head.status == 204)
    #expect(head.version == "2")
    #expect(head.headers.location == nil)
  }

  @Test("A head without its empty line is not complete")
  func cutShort() {
    #expect(!readHead(["HTTP/1.1 200 OK", "Content-Type: image/png"]).isComplete)
    #expect(!readHead(["HTTP/1.1 100 Continue", ""]).isComplete)
  }

  @Test(
    "Two different lengths are malformed, equal ones are not",
    arguments: [
      (["Content-Length: 3", "Content-Length: 4"], true),
      (["Content-Length: 3, 4"], true), (["Content-Length: 3", "Content-Length: 3"], false),
      (["Content-Length: 3, 3"], false),
    ])
  func lengths(lines: [String], isMalformed: Bool) {
    let head = readHead(["HTTP/1.1 200 OK"] + lines + [""])
    #expect((head.fault == .contradictoryLengths) == isMalformed)
  }

  @Test("A head one byte over the limit is malformed")
  func limit() {
    let lines = ["HTTP/1.1 200 OK", "A: b", ""]
    let size = lines.reduce(0) { $0 + $1.utf8.count + 2 }
    #expect(readHead(lines, limit: size).fault == nil)
    #expect(readHead(lines, limit: size - 1).fault == .tooLong)
  }

  @Test("Trailers after the body change nothing")
  func trailers() {
    let head = readHead(["HTTP/1.1 200 OK", "ETag: a", "", "ETag: b", ""])
    #expect(head.headers.entityTag == "a")
  }

  @Test("Bytes that are no UTF-8 are read as Latin-1")
  func latin() {
    var head = ResponseHead(limit: 1000)
    _ = Array("HTTP/1.1 301 Moved\r\n".utf8).withUnsafeBytes { head.read($0) }
    let line = Array("Location: /b".utf8) + [0xfc] + Array("\r\n".utf8)
    _ = line.withUnsafeBytes { head.read($0) }
    #expect(head.headers.location == "/bü")
  }
}
