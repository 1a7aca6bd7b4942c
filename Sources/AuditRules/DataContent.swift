/// The bytes that a `data:` URL holds, as far as their drawing depends on them (U3).
struct DataContent: Sendable, Equatable {
  var bytes: Int
  var kind: ByteKind
  var structure: MediaFacts.Structure

  /// Decodes `data:[type][;base64],bytes`; nil when it does not decode.
  init?(url: URLParts) {
    guard let scheme = url.scheme, url.schemeName == "data" else { return nil }
    let rest = url.bytes[(scheme.upperBound + 1)..<url.fragment]
    guard let comma = rest.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let head = String(decoding: rest[..<comma], as: UTF8.self).lowercased()
    let text = PercentCoding.decoded(rest[(comma + 1)...])
    guard let data = head.hasSuffix(";base64") ? Self.base64(text) : text else { return nil }
    self.init(data)
  }

  init(_ data: [UInt8]) {
    bytes = data.count
    kind = Self.signatures.first { $0.matches(data) }?.kind ?? Self.kindOfText(data)
    structure = PictureStructure.of(kind, data)
  }

  private struct Signature: Sendable {
    var kind: ByteKind
    var offset = 0
    var text: String

    func matches(_ data: [UInt8]) -> Bool {
      data.dropFirst(offset).starts(with: text.unicodeScalars.map { UInt8($0.value) })
    }
  }

  /// Only what fits a payload: tiny pictures and sounds. More is not worth a table here.
  private static let signatures: [Signature] = [
    Signature(kind: .png, text: "\u{89}PNG\r\n\u{1A}\n"),
    Signature(kind: .jpeg, text: "\u{FF}\u{D8}\u{FF}"),
    Signature(kind: .gif, text: "GIF87a"),
    Signature(kind: .gif, text: "GIF89a"),
    Signature(kind: .webp, offset: 8, text: "WEBP"),
    Signature(kind: .wave, offset: 8, text: "WAVE"),
    Signature(kind: .avif, offset: 4, text: "ftypavi"),
    Signature(kind: .heic, offset: 4, text: "ftyphei"),
    Signature(kind: .mpeg4Audio, offset: 4, text: "ftypM4A"),
    Signature(kind: .mpeg4, offset: 4, text: "ftyp"),
    Signature(kind: .tiff, text: "II*\0"),
    Signature(kind: .tiff, text: "MM\0*"),
    Signature(kind: .icon, text: "\0\0\u{1}\0"),
    Signature(kind: .bmp, text: "BM"),
    Signature(kind: .mp3, text: "ID3"),
    Signature(kind: .document, text: "%PDF"),
    Signature(kind: .document, text: "PK\u{3}\u{4}"),
    Signature(kind: .document, text: "\u{1F}\u{8B}"),
  ]

  /// Text is a document (SVG too); other bytes have no name.
  private static func kindOfText(_ data: [UInt8]) -> ByteKind {
    let isText = data.allSatisfy { $0 >= 0x20 || $0 == 9 || $0 == 10 || $0 == 13 }
    return isText && String(validating: data, as: UTF8.self) != nil ? .document : .unnamed
  }

  /// Decodes as browsers do: blanks are skipped, padding may be missing.
  static func base64(_ text: [UInt8]) -> [UInt8]? {
    var digits = text.filter { ![9, 10, 12, 13, 32].contains($0) }
    if digits.count % 4 == 0 {
      for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    guard digits.count % 4 != 1 else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(digits.count * 3 / 4)
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    for digit in digits {
      guard let value = alphabet[digit] else { return nil }
      buffer = buffer << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: buffer >> bits))
      }
    }
    return result
  }

  private static let alphabet: [UInt8: UInt32] = Dictionary(
    uniqueKeysWithValues: zip(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8, 0...))
}
