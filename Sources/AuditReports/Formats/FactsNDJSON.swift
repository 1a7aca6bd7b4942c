public import AuditRules
internal import ExactJSON

/// `facts.ndjson`: one line per distinct URL fetched, with all that was learned of it.
///
/// Numbers are written so that they read back as the same; what is not known is left out.
/// Points in time are seconds since 1970, as in ``MediaFacts``.
public enum FactsNDJSON {
  /// The line of some facts, its line break included.
  public static func encode(_ facts: MediaFacts) -> [UInt8] {
    var bytes: [UInt8] = []
    append(facts, to: &bytes)
    return bytes
  }

  /// Appends the line of some facts, its line break included.
  public static func append(_ facts: MediaFacts, to bytes: inout [UInt8]) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("url", facts.url)
    writer.member("fetched_at", facts.fetchedAt)
    writer.member("failure", facts.failure?.rawValue)
    writer.member("failure_detail", facts.failureDetail)
    writer.member("attempts", facts.attempts)
    if !facts.hops.isEmpty { writeHops(facts.hops, to: &writer) }
    writer.member("http_status", facts.httpStatus)
    writer.member("final_url", facts.finalURL)
    writer.member("content_type", facts.contentType)
    writer.member("content_disposition", facts.contentDisposition)
    writer.member("declared_length", facts.declaredLength)
    if facts.variesByAccept {
      writer.key("varies_by_accept")
      writer.bool(true)
    }
    writer.member("etag", facts.eTag)
    writer.member("last_modified", facts.lastModified)
    writer.member("bytes", facts.bytes)
    writer.member("wire_bytes", facts.wireBytes)
    writer.member("sha256", facts.digest)
    writer.member("detected_type", facts.detectedType)
    writer.member("first_bytes", facts.firstBytes)
    writer.member("structure", facts.structure.rawValue)
    writeTiming(facts.timing, to: &writer)
    writer.member("remote_address", facts.remoteAddress)
    writer.member("http_version", facts.httpVersion)
    writer.member("tls_version", facts.tlsVersion)
    writer.member("tls_cipher", facts.tlsCipher)
    writer.member("certificate_expires", facts.certificateExpires)
    if facts.isRevalidated {
      writer.key("revalidated")
      writer.bool(true)
    }
    writer.endObject()
    writer.newline()
    bytes.append(contentsOf: writer.bytes)
  }

  /// The bytes that stand for a URL in its line, which begins with them.
  public static func urlBytes(of url: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.string(url)
    return writer.bytes
  }

  /// The bytes that stand for the URL of a line; nil where the line is none of ours.
  public static func urlBytes(ofLine line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let lead = #"{"url":"#.utf8
    guard line.starts(with: lead) else { return nil }
    let text = line.dropFirst(lead.count)
    guard text.first == UInt8(ascii: "\"") else { return nil }
    var isEscaped = false
    let end = text.dropFirst().firstIndex { byte in
      if isEscaped {
        isEscaped = false
        return false
      }
      isEscaped = byte == UInt8(ascii: "\\")
      return byte == UInt8(ascii: "\"")
    }
    return end.map { text[...$0] }
  }

  private static func writeHops(_ hops: [MediaFacts.Hop], to writer: inout JSONWriter) {
    writer.key("hops")
    writer.beginArray()
    for hop in hops {
      writer.beginObject()
      writer.member("url", hop.url)
      writer.member("status", hop.status)
      writer.endObject()
    }
    writer.endArray()
  }

  private static func writeTiming(_ timing: MediaFacts.Timing, to writer: inout JSONWriter) {
    writer.key("seconds")
    writer.beginObject()
    writer.member("lookup", timing.lookup)
    writer.member("connect", timing.connect)
    writer.member("secure", timing.secure)
    writer.member("first_byte", timing.firstByte)
    writer.member("total", timing.total)
    writer.endObject()
  }
}

extension JSONWriter {
  /// Writes a member, or nothing where the value is not known.
  mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    string(text)
  }

  mutating func member(_ name: String, _ value: Int?) {
    guard let value else { return }
    key(name)
    number(value)
  }

  mutating func member(_ name: String, _ value: Double?) {
    guard let value, value.isFinite else { return }
    key(name)
    number(value)
  }
}
